import { describe, expect, it } from "vitest";
import {
  type Clause,
  demandedSides,
  type Exception,
  readChoices,
  readClauses,
  readExceptions,
  readProofs,
  type Side,
  sidesOf,
} from "./laws/clause.ts";

const clauses = readClauses();
const proofs = readProofs();
const exceptions = readExceptions();
const choices = readChoices();

const isProven = (id: string, side: Side) => proofs.some((proof) => proof.id === id && proof.side === side);
const isExcepted = (id: string, side: Side) =>
  exceptions.some((exception) => exception.id === id && exception.side === side);
const known = new Map<string, Clause>(clauses.map((clause) => [clause.id, clause]));
const isDemandedOn = (side: Side, id: string) => sidesOf(known.get(id) ?? { ...blank, id }).includes(side);
const blank = { area: "", rule: "", for: "open", source: "" } as const;

describe.each(demandedSides)("on the side of the %s", (side) => {
  it("every clause is proven by a test or excepted with a reason", () => {
    const open = clauses.filter((clause) => sidesOf(clause).includes(side));
    expect(open.length).toBeGreaterThan(100);
    expect(open.filter(({ id }) => !isProven(id, side) && !isExcepted(id, side)).map(({ id }) => id)).toEqual([]);
  });

  it("fewer than 5 % of the clauses are excepted", () => {
    const total = clauses.filter((clause) => sidesOf(clause).includes(side)).length;
    expect(exceptions.filter((exception) => exception.side === side).length / total).toBeLessThan(0.05);
  });
});

describe("the ids of clauses", () => {
  it("are all different", () => {
    expect(known.size).toBe(clauses.length);
  });

  it("in titles, exceptions and choices are known", () => {
    const named = [...proofs, ...exceptions, ...choices].map(({ id }) => id);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it("in exceptions are those of clauses that no test proves and that are to be proven there", () => {
    const wrong = exceptions.filter(({ id, side }: Exception) => isProven(id, side) || !isDemandedOn(side, id));
    expect(wrong).toEqual([]);
    expect(exceptions.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  it("of holes have one choice each", () => {
    const holes = clauses.filter((clause) => clause.for === "open").map(({ id }) => id);
    expect(choices.map(({ id }) => id).toSorted()).toEqual(holes.toSorted());
  });
});

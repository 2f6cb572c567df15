import { describe, expect, test } from "vitest";
import { z } from "zod";
import { jsonObject, setOf } from "../../../model/kinds/value-type.ts";

interface Member {
  readonly id: number;
  readonly note: string;
}

/** Numbers on the wire, which a program may declare as text, with a note that the server may keep in another form. */
const members = setOf({
  schema: z.array(z.unknown()),
  request: z.array(z.unknown()),
  response: z.array(z.unknown()),
  toWire: (item) => ({ ...(item as Member), id: Number((item as Member).id) }),
  canonical: (item) => [(item as Member).id, (item as Member).note],
  key: (item) => (item as Member).id,
});

const [one, two, three] = [1, 2, 3].map((id) => ({ id, note: "" }));

const isSame = (wire: unknown, live: unknown) =>
  JSON.stringify(members.canonical(wire)) === JSON.stringify(members.canonical(live));

describe("a set", () => {
  test("keeps the declared order and form, and lists what only the server has at the end", () => {
    const declared = [{ id: "3", note: "" }, one];
    expect(members.fromWire([one, two, three], declared)).toEqual([{ id: "3", note: "" }, one, two]);
    expect(members.fromWire([one, three], declared)).toEqual(declared);
  });

  test("shows a changed member in the place where the program declares it, and leaves out a removed one", () => {
    const changed = { id: 3, note: "changed" };
    expect(members.fromWire([one, changed], [three, two, one])).toEqual([changed, one]);
  });

  test("takes a member whose key is an object with any field", () => {
    const odd = { id: { toString: 1 }, note: "odd" };
    expect(members.fromWire([odd], [one])).toEqual([odd]);
  });

  test("shows a member once that the program declares twice", () => {
    expect(members.fromWire([one], [one, one])).toEqual([one]);
    expect(isSame(members.toWire([one, one]), [one])).toBe(true);
  });
});

test("a key that an object lacks is null there, and a key with null is the same as none", () => {
  const { project, canonical } = jsonObject(z.unknown());
  expect(project?.({ a: 1, other: 2 }, { a: 1, b: 2 })).toEqual({ a: 1, b: null });
  expect(canonical({ a: 1, b: null })).toEqual(canonical({ a: 1 }));
});

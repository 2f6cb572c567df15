import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../engine/local.ts";

export type Side = "emulator" | "provider";

/** A rule of the API's description, or a hole in it. */
export interface Clause {
  readonly id: string;
  readonly area: string;
  readonly rule: string;
  readonly for: Side | "both" | "open";
  readonly source: string;
}

/** A clause that cannot be proven on one side, and why. */
export interface Exception {
  readonly id: string;
  readonly side: Side;
  readonly reason: string;
}

/** What the emulator does where the description leaves something open. */
export interface Choice {
  readonly id: string;
  readonly choice: string;
}

/** A test file whose titles name a clause. */
export interface Proof {
  readonly id: string;
  readonly side: Side;
  readonly file: string;
}

/** The sides that are held to the clauses. */
export const demandedSides: readonly Side[] = ["emulator", "provider"];

const folders: Readonly<Record<string, Side>> = {
  emulator: "emulator",
  provider: "provider",
  laws: "provider",
  e2e: "provider",
  sdk: "provider",
};

export const readClauses = (): Clause[] => readJson("test/clauses.json");
export const readExceptions = (): Exception[] => readJson("test/clause-exceptions.json");
export const readChoices = (): Choice[] => readJson("test/clause-choices.json");

/** Every clause that a title of a test names, such as `it("[SVC-09] refuses ...")`, by the side that its folder proves. */
export function readProofs(): Proof[] {
  return Object.entries(folders).flatMap(([folder, side]) =>
    globSync(`test/${folder}/**/*.test.ts`, { cwd: ROOT })
      .toSorted()
      .flatMap((file) => clauseIds(readFileSync(join(ROOT, file), "utf8")).map((id) => ({ id, side, file }))),
  );
}

/** The sides on which a clause is to be proven. */
export const sidesOf = (clause: Clause): readonly Side[] => {
  if (clause.for === "open") return [];
  return clause.for === "both" ? ["emulator", "provider"] : [clause.for];
};

/**
 * The ids with which the texts of a source file begin: titles are such texts. A clause has two digits; the laws of the
 * lifecycle, which titles name too, have prefixes of their own or one digit.
 */
export function clauseIds(source: string): string[] {
  const beginnings = [...source.matchAll(/["'`]((?:\[[A-Z]+-\d+\]\s?)+)/g)].map(([, ids]) => ids ?? "");
  const ids = beginnings.flatMap((beginning) => beginning.match(/[A-Z]+-\d{2}(?!\d)/g) ?? []);
  return [...new Set(ids)].filter((id) => !lawPrefixes.includes(id.slice(0, id.indexOf("-"))));
}

const lawPrefixes = ["LIF", "NPD", "CLR", "DRF", "ADO", "REC", "REL", "RAT", "FLT", "UNK", "UPG", "PKG", "CI"];

// The files are the repository's own; a test checks their ids against each other.
const readJson = <Content>(path: string): Content => JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Content;

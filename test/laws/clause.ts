import { globSync } from "node:fs";
import ts from "typescript";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";

export type Side = "emulator" | "provider";

/** A rule in the API's description, or a question that it leaves open. */
export interface Clause {
  readonly id: string;
  readonly area: string;
  readonly rule: string;
  readonly for: Side | "both" | "open";
  readonly source: string;
}

/** A clause that can't be proven on one side, and why. */
export interface Exception {
  readonly id: string;
  readonly side: Side;
  readonly reason: string;
}

/** The emulator's choice for a question that the description leaves open. */
export interface Choice {
  readonly id: string;
  readonly choice: string;
}

export interface Proof {
  readonly id: string;
  readonly side: Side;
  readonly file: string;
}

export const demandedSides: readonly Side[] = ["emulator", "provider"];

export const readClauses = (): Clause[] => readJson("test/clauses.json");
export const readExceptions = (): Exception[] => readJson("test/clause-exceptions.json");
export const readChoices = (): Choice[] => readJson("test/clause-choices.json");

/**
 * Every clause that a test proves. For the emulator, the title of the test names the clause, `it("[SVC-09] rejects ...")`,
 * or the table of titles does. For the provider, the message of the assertion that proves it does,
 * `expect(failure, "[SVC-09]")`, or the law's sample.
 */
export function readProofs(): Proof[] {
  return [
    ...proofsIn("test/emulator/**/*.ts", "emulator", clausesInTexts),
    ...proofsIn("test/{model/kinds,provider,laws/http}/**/*.ts", "provider", clausesInExpectations),
    ...proofsIn("test/samples/*.test.ts", "provider", clausesInExpectations),
    ...proofsIn("test/samples/**/*.ts", "provider", clausesInTexts),
  ];
}

function proofsIn(files: string, side: Side, clausesIn: (source: string) => string[]): Proof[] {
  return globSync(files, { cwd: repositoryRoot })
    .toSorted()
    .flatMap((file) => clausesIn(readText(file)).map((id) => ({ id, side, file })));
}

export const sidesOf = (clause: Clause): readonly Side[] => {
  if (clause.for === "open") return [];
  return clause.for === "both" ? ["emulator", "provider"] : [clause.for];
};

export function clausesInTexts(source: string): string[] {
  const beginnings = [...source.matchAll(/["'`](?:\$\{[\w.]+\}\s)?((?:\[[A-Z]+-\d{2}\]\s?)+)/g)];
  return [...new Set(beginnings.flatMap(([, ids = ""]) => ids.match(/[A-Z]+-\d{2}/g) ?? []))];
}

export function clausesInExpectations(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const [, message] = ts.isCallExpression(node) && node.expression.getText() === "expect" ? node.arguments : [];
    if (message !== undefined) found.push(...clausesInTexts(message.getText()));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("test.ts", source, ts.ScriptTarget.Latest, true));
  return [...new Set(found)];
}

// A test checks that the IDs in these files match.
const readJson = <Content>(path: string): Content => JSON.parse(readText(path)) as Content;

/** The points that the description leaves open, with the emulator's choices. */
export function renderHoles(): string {
  const choices = new Map(readChoices().map(({ id, choice }) => [id, choice]));
  return readClauses()
    .filter((clause) => clause.for === "open")
    .map(({ id, rule }) => `- ${id}: ${rule.replace(/^Not (shown|stated): /, "")} *${choices.get(id)}*`)
    .join("\n");
}

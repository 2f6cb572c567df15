import { globSync } from "node:fs";
import ts from "typescript";
import type { Operation } from "../../model/api/operation.ts";
import { operations } from "../../model/kinds/operations.ts";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";
import { table } from "../../tools/generate/markdown.ts";

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

/** The page that lists what the emulator supports, each clause with the tests that prove it, and each open question. */
export function renderClauses(): string {
  const clauses = readClauses();
  return [
    "## Clauses",
    "The rules of the API's description (`test/clauses.json`), and the tests that name them, on the side of the emulator and of the provider.",
    summary(clauses),
    table(
      ["clause", "rule", ...demandedSides],
      clauses.filter((clause) => clause.for !== "open").map((clause) => clauseRow(clause)),
    ),
    "## Holes",
    "Points that the description leaves open, and the emulator's choice for each. A choice that doesn't refer to the vendor's reference or help is `inferred`.",
    table(["hole", "what is open", "choice"], clauses.filter((clause) => clause.for === "open").map(holeRow)),
    "## Operations",
    "`documented` is in the API's description or the vendor's public reference, `inferred` is our conclusion and may be wrong.",
    table(["operation", "method and path", "evidence", "emulated"], Object.entries(operations).map(operationRow)),
  ].join("\n\n");
}

function operationRow([name, operation]: [string, Operation]): string[] {
  // For an operation without a known response, only the path is documented.
  const emulated = operation.response ? "yes" : "no, 501: its bodies are not known";
  return [name, `\`${operation.method} ${operation.path}\``, operation.evidence, emulated];
}

function summary(clauses: readonly Clause[]): string {
  const counts = (side: Side) => {
    const demanded = clauses.filter((clause) => sidesOf(clause).includes(side));
    const proven = demanded.filter(({ id }) => proofsOf(id, side).length > 0).length;
    const excepted = demanded.filter(({ id }) => exceptionOf(id, side) !== undefined).length;
    return `${side}: ${demanded.length} clauses, ${proven} proven, ${excepted} excepted`;
  };
  return `${demandedSides.map(counts).join(". ")}.`;
}

const clauseRow = (clause: Clause): string[] => [
  clause.id,
  clause.rule,
  ...demandedSides.map((side) => proofCell(clause, side)),
];

function proofCell(clause: Clause, side: Side): string {
  if (!sidesOf(clause).includes(side)) return "";
  const [first] = proofsOf(clause.id, side);
  const exception = exceptionOf(clause.id, side);
  if (first) return link(first.file);
  return exception ? `excepted: ${exception.reason}` : "open";
}

function holeRow(clause: Clause): string[] {
  const choice = readChoices().find(({ id }) => id === clause.id)?.choice ?? "";
  return [clause.id, clause.rule.replace(/^Not (shown|stated): /, ""), choice];
}

const proofs = readProofs();
const exceptions = readExceptions();

const proofsOf = (id: string, side: Side) => proofs.filter((proof) => proof.id === id && proof.side === side);

const exceptionOf = (id: string, side: Side) =>
  exceptions.find((exception) => exception.id === id && exception.side === side);

export const link = (file: string) => `[${file.replace(/^test\//, "").replace(/(\.test)?\.ts$/, "")}](../../${file})`;

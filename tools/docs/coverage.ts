import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../api/operation.ts";
import { operations } from "../../api/operations.ts";
import { ROOT } from "../engine/local.ts";
import {
  type Clause,
  demandedSides,
  readChoices,
  readClauses,
  readExceptions,
  readProofs,
  type Side,
  sidesOf,
} from "./clause.ts";

/** The generated page. */
export const coveragePath = join(ROOT, "emulator/COVERAGE.md");

/** What the emulator supports: every operation, every clause of the API's description, and the choice for every hole. */
export function renderCoverage(): string {
  const clauses = readClauses();
  const parts = [
    "# What the emulator covers",
    "Made by `npm run coverage-table` from the contract in `api/`, the clauses in `test/clauses.json` and the tests that name them.",
    "`documented` stands in the API's description or the vendor's public reference, `observed` was seen in a client of the real service, `inferred` is our conclusion and may prove wrong.",
    "## Operations",
    table(
      ["operation", "method and path", "evidence", "supported", "test"],
      Object.entries(operations).map(operationRow),
    ),
    "## Clauses",
    summary(clauses),
    table(
      ["clause", "rule", ...demandedSides],
      clauses.filter((clause) => clause.for !== "open").map((clause) => clauseRow(clause)),
    ),
    "## Holes",
    "What the description leaves open, and what the emulator does. Each is `inferred`.",
    table(["hole", "what is open", "choice"], clauses.filter((clause) => clause.for === "open").map(holeRow)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function operationRow([name, operation]: [string, Operation]): string[] {
  const path = `\`${operation.method} ${operation.path}\``;
  // An operation without a known answer has documented paths and no documented bodies.
  const supported = operation.answer ? "yes" : "no, 501: its bodies are not known";
  return [name, path, operation.evidence, supported, link(testOf(operation))];
}

/** The file that tests an operation: named after the records it is on, the singular of the last name in its path. */
function testOf({ path }: Operation): string {
  const names = path.split("/").filter((part) => part !== "" && part !== "restore" && !part.startsWith("{"));
  const isRestore = path.endsWith("/restore");
  const name = names.includes("access_restriction") ? "request" : names.at(-1)?.replace(/s$/, "").replaceAll("_", "-");
  const resources = [
    `${name}${isRestore ? "-restore" : ""}`,
    name === "hub" ? "hub" : "",
    name?.endsWith("-template") ? "template" : "",
  ];
  const files = [
    ...resources.map((file) => `test/emulator/resources/${file}.test.ts`),
    `test/emulator/http/${name}.test.ts`,
  ];
  const file = files.find((candidate) => existsSync(join(ROOT, candidate)));
  if (file === undefined) throw new Error(`No test file is named after ${path}.`);
  return file;
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
  cell(clause.rule),
  ...demandedSides.map((side) => proofCell(clause, side)),
];

function proofCell(clause: Clause, side: Side): string {
  if (!sidesOf(clause).includes(side)) return "";
  const [first] = proofsOf(clause.id, side);
  const exception = exceptionOf(clause.id, side);
  if (first) return link(first.file);
  return exception ? `excepted: ${cell(exception.reason)}` : "open";
}

function holeRow(clause: Clause): string[] {
  const choice = readChoices().find(({ id }) => id === clause.id)?.choice ?? "";
  return [clause.id, cell(clause.rule.replace(/^Not (shown|stated): /, "")), cell(choice)];
}

const proofs = readProofs();
const exceptions = readExceptions();

const proofsOf = (id: string, side: Side) => proofs.filter((proof) => proof.id === id && proof.side === side);

const exceptionOf = (id: string, side: Side) =>
  exceptions.find((exception) => exception.id === id && exception.side === side);

const link = (file: string) => `[${file.replace(/^test\//, "").replace(/(\.test)?\.ts$/, "")}](../${file})`;

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

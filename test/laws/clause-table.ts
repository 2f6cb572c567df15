import type { Operation } from "../../model/api/operation.ts";
import { operations } from "../../model/kinds/operations.ts";
import { table } from "../../tools/generate/markdown.ts";
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

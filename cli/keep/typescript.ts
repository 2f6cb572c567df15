import { argument, Code } from "../program/source.ts";
import { kinds } from "../records.ts";
import { codeIn } from "./code.ts";
import type { Declaration, Language } from "./language.ts";
import { reachedFrom } from "./modules.ts";

/*
 * Reads where a program in TypeScript or JavaScript constructs resources, in the form that `adopt` writes:
 *
 *     import * as statushub from "pulumi-statushub";
 *     const api = new statushub.Service("api", { ... });
 */

/** How a file names the whole package. Any other name isn't followed. */
const packageName =
  /^(?:import \* as (?<imported>\w+) from |const (?<required>\w+) = require\()["']pulumi-statushub(?:\/native)?["']/gm;

const classes = kinds.map(({ kind }) => kind).join("|");

/** The name of a resource, if it is the whole first argument and a literal. */
const literalName = String.raw`\s*(?<quote>["'])(?<name>[^"'\n]+)\k<quote>\s*[,)]`;

/** Matches a construction up to the name: `new statushub.Service("api",`. */
const constructionIn = (packages: readonly (string | undefined)[]): RegExp =>
  new RegExp(String.raw`\bnew (?:${packages.join("|")})\.(?<kind>${classes})\((?:${literalName})?`, "g");

/** What stands before a construction that is a statement of its own: nothing, or a variable. */
const startOfStatement = /^(?:(?:export )?const (?<variable>\w+) = )?$/;

function declarationsIn(text: string): Declaration[] {
  const code = codeIn(text);
  if (code === undefined) return [];
  const packages = [...code.matchAll(packageName)].map(({ groups = {} }) => groups.imported ?? groups.required);
  if (packages.length === 0) return [];
  const topLevelLines = linesOutsideOfBrackets(code);
  return [...code.matchAll(constructionIn(packages))].map(({ groups = {}, index }) => {
    const { kind = "", name } = groups;
    const linesToHere = code.slice(0, index).split("\n");
    const line = linesToHere.length;
    const declaration = { kind, line, ...(name !== undefined && { name }) };
    const statement = startOfStatement.exec(linesToHere.at(-1) ?? "");
    const isTopLevel = topLevelLines.has(line) && statement !== null;
    if (!isTopLevel) return declaration;
    const variable = statement.groups?.variable;
    return { ...declaration, isTopLevel, ...(variable !== undefined && { reference: new Code(variable) }) };
  });
}

/** The lines at whose start no bracket is open; none if the file doesn't close what it opens, because then it isn't understood. */
function linesOutsideOfBrackets(code: string): ReadonlySet<number> {
  const lines = new Set<number>();
  let open = 0;
  for (const [index, text] of code.split("\n").entries()) {
    if (open === 0) lines.add(index + 1);
    const opened = text.match(/[([{]/g) ?? [];
    const closed = text.match(/[)\]}]/g) ?? [];
    open += opened.length - closed.length;
  }
  return open === 0 ? lines : new Set();
}

/** Prints properties like `adopt`. */
export const typescript: Language = {
  name: "ts",
  hasNull: true,
  comment: "//",
  property: (property, value) => `    ${argument(property, value, 4)}`,
  text: { filesOf: reachedFrom, declarationsIn, isOrdered: true },
};

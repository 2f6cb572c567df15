import { argument, Code } from "../program/source.ts";
import { kinds } from "../records.ts";
import { codeIn } from "./code.ts";
import type { Declaration, Language } from "./language.ts";
import { reachedFrom } from "./modules.ts";

/** How a file names the whole package, as `adopt` writes it. Any other name isn't followed. */
const whole =
  /^(?:import \* as (?<imported>\w+) from |const (?<required>\w+) = require\()["']pulumi-statushub(?:\/native)?["']/gm;

const classes = kinds.map(({ kind }) => kind).join("|");

/** The name of a resource, if it is the whole first argument and a literal. */
const literalName = String.raw`\s*(?<quote>["'])(?<name>[^"'\n]+)\k<quote>\s*[,)]`;

/** What stands before a construction that is a statement of its own, perhaps with a variable. */
const startOfStatement = /^(?:(?:export )?const (?<variable>\w+) = )?$/;

function declarationsIn(text: string): Declaration[] {
  const code = codeIn(text);
  if (code === undefined) return [];
  const packages = [...code.matchAll(whole)].map(({ groups = {} }) => groups.imported ?? groups.required);
  if (packages.length === 0) return [];
  // Such as `new statushub.Service("api",`.
  const construction = String.raw`\bnew (?:${packages.join("|")})\.(?<kind>${classes})\((?:${literalName})?`;
  const outside = linesOutsideOfBrackets(code);
  return [...code.matchAll(new RegExp(construction, "g"))].map(({ groups = {}, index }) => {
    const { kind = "", name } = groups;
    const linesToHere = code.slice(0, index).split("\n");
    const line = linesToHere.length;
    const statement = startOfStatement.exec(linesToHere.at(-1) ?? "");
    const isTopLevel = outside.has(line) && statement !== null;
    const variable = isTopLevel ? statement.groups?.variable : undefined;
    return {
      kind,
      line,
      ...(name !== undefined && { name }),
      ...(isTopLevel && { isTopLevel }),
      ...(variable !== undefined && { reference: new Code(variable) }),
    };
  });
}

/** The lines at whose start no bracket is open; none if the brackets of a file can't be told. */
function linesOutsideOfBrackets(code: string): ReadonlySet<number> {
  const lines = new Set<number>();
  let depth = 0;
  for (const [index, text] of code.split("\n").entries()) {
    if (depth === 0) lines.add(index + 1);
    depth += (text.match(/[([{]/g) ?? []).length - (text.match(/[)\]}]/g) ?? []).length;
  }
  return depth === 0 ? lines : new Set();
}

/** Prints properties like `adopt`. */
export const typescript: Language = {
  name: "ts",
  hasNull: true,
  comment: "//",
  property: (property, value) => `    ${argument(property, value, 4)}`,
  text: { filesOf: reachedFrom, declarationsIn, isOrdered: true },
};

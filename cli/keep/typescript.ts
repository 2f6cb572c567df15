import { argument, Code } from "../program/source.ts";
import { sourcesOf } from "../project/entry.ts";
import { kinds } from "../records.ts";
import type { Declaration, Language } from "./language.ts";

const classes = kinds.map(({ kind }) => kind).join("|");
const name = String.raw`(?<quote>["'\u0060])(?<name>[^"'\u0060\\\n$]+)\k<quote>`;

/** A declaration by a literal name, on a line without a comment. */
const declaration = new RegExp(
  String.raw`^(?<before>[^\n/*]*)\bnew (?:\w+\.)?(?<kind>${classes})\(\s*${name}[,)]`,
  "gm",
);

/** A variable that the rest of the file knows. */
const variable = /^(?:export )?(?:const|let|var) (?<variable>\w+)(?:: [\w.]+)? = $/;

function declarationsIn(text: string): Declaration[] {
  return [...text.matchAll(declaration)].map(({ groups = {}, index }) => {
    const { before = "", kind = "", name = "" } = groups;
    const line = text.slice(0, index).split("\n").length;
    const found = variable.exec(before)?.groups?.variable;
    return { kind, name, line, ...(found !== undefined && { reference: new Code(found) }) };
  });
}

const imports = /^(?:import|const) \{(?<names>[^}]*)\} (?:from|= require)\b/gm;

const importsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(imports)].flatMap(({ groups }) => groups?.names?.match(/\w+/g) ?? []));

/** Prints properties like `adopt`. */
export const typescript: Language = {
  name: "ts",
  hasNull: true,
  comment: "//",
  property: (property, value) => `    ${argument(property, value, 4)}`,
  text: { filesOf: sourcesOf, declarationsIn, importsIn },
};

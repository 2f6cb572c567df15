import { argument, Code } from "../program/source.ts";
import { sourcesOf } from "../project/entry.ts";
import { kinds } from "../records.ts";
import type { Declaration, Language } from "./language.ts";

const classes = kinds.map(({ kind }) => kind).join("|");
const variable = String.raw`(?:export )?(?:const|let|var) (?<variable>\w+) = `;
const name = String.raw`(?<quote>["'\u0060])(?<name>[^"'\u0060\\\n$]+)\k<quote>`;

/** A statement that declares a resource by a literal name, as `adopt` and most people write it. */
const statement = new RegExp(
  String.raw`^(?<space>[ \t]*)(?:${variable}|return )?new (?:\w+\.)?(?<kind>${classes})\(\s*${name}[,)]`,
  "gm",
);

function declarationsIn(text: string): Declaration[] {
  return [...text.matchAll(statement)].map(({ groups = {}, index }) => {
    const { space = "", variable, kind = "", name = "" } = groups;
    const line = text.slice(0, index + space.length).split("\n").length;
    // A variable of a function isn't known elsewhere.
    const isGlobal = space === "" && variable !== undefined;
    return { kind, name, line, ...(isGlobal && { reference: new Code(variable) }) };
  });
}

const imports = /^(?:import|const) \{(?<names>[^}]*)\} (?:from|= require)\b/gm;

const importsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(imports)].flatMap(({ groups }) => groups?.names?.match(/\w+/g) ?? []));

/** Prints properties like `adopt`. */
export const typescript: Language = {
  name: "ts",
  comment: "//",
  property: (property, value) => `    ${argument(property, value, 4)}`,
  text: { filesOf: sourcesOf, declarationsIn, importsIn },
};

import { existsSync } from "node:fs";
import { join } from "node:path";
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { isObject } from "../../model/api/object.ts";
import { Code, doubleQuoted } from "../program/source.ts";
import type { ProjectFolder } from "../project/folder.ts";
import type { Declaration, Language } from "./language.ts";

/** Prints a value on one line. */
function literal(value: unknown): string {
  if (value instanceof Code) return value.text;
  // Pulumi replaces `${name}` in every text, and two dollar signs by one.
  if (typeof value === "string") return doubleQuoted(value).replaceAll("$", "$$$$");
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isObject(value)) return String(value);
  const entries = Object.entries(value).map(([name, item]) => `${name}: ${literal(item)}`);
  return `{ ${entries.join(", ")} }`;
}

/** Prints a property below `resources`, a resource and its `properties`. Each object of a list has its own line. */
function property(name: string, value: unknown): string {
  const areObjects = Array.isArray(value) && value.length > 0 && value.every(isObject);
  if (!areObjects) return `      ${name}: ${literal(value)}`;
  const items = value.map((item) => `        - ${literal(item)}`);
  return [`      ${name}:`, ...items].join("\n");
}

/** `adopt` and people write either form, and the schema's has the name of a file, too. */
const type = /^statushub:(?:index(?:\/\w+)?:)?(?<kind>\w+)$/;

/** Names that `${name}` needs no quotes for. */
const simple = /^[A-Za-z_][\w-]*$/;

function declarationsIn(text: string): Declaration[] {
  const lines = new LineCounter();
  const resources = parseDocument(text, { lineCounter: lines }).get("resources");
  if (!isMap(resources)) return [];
  return resources.items.flatMap(({ key, value }) => {
    const declared = isMap(value) ? value : undefined;
    const kind = type.exec(String(declared?.get("type")))?.groups?.kind;
    if (!isScalar(key) || kind === undefined) return [];
    const label = String(key.value);
    const name = String(declared?.get("name") ?? label);
    const { line } = lines.linePos(key.range?.[0] ?? 0);
    return [{ kind, name, line, ...(simple.test(label) && { reference: new Code(`"\${${label}}"`) }) }];
  });
}

/** The project's file, or one in the folder that it names. */
const filesOf = ({ file, program }: ProjectFolder): string[] => {
  const others = ["Main.yaml", "Main.yml"].map((name) => join(program, name)).filter((path) => existsSync(path));
  return [file, ...others];
};

export const yaml: Language = {
  name: "yaml",
  comment: "#",
  property,
  text: { filesOf, declarationsIn },
};

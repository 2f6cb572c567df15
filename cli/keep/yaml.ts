import { existsSync } from "node:fs";
import { join } from "node:path";
import { isAlias, isMap, isScalar, LineCounter, parseDocument, visit, type YAMLMap } from "yaml";
import { isObject } from "../../model/api/object.ts";
import { Code, doubleQuoted } from "../program/source.ts";
import type { ProjectFolder } from "../project/folder.ts";
import { type Declaration, isListOfObjects, type Language, type ProgramFiles } from "./language.ts";

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

/** Prints a property. Each object of a list has its own line. */
function property(name: string, value: unknown): string {
  if (!isListOfObjects(value)) return `${name}: ${literal(value)}`;
  const items = value.map((item) => `  - ${literal(item)}`);
  return [`${name}:`, ...items].join("\n");
}

/** The type of a resource. `adopt` and people write either form, and the schema's has the name of a file, too. */
const resourceType = /^statushub:(?:index(?:\/\w+)?:)?(?<kind>\w+)$/;

/** Names that `${name}` needs no quotes for. */
const simpleName = /^[A-Za-z_][\w-]*$/;

function declarationsIn(text: string): Declaration[] {
  const lines = new LineCounter();
  const resources = parseDocument(text, { lineCounter: lines }).get("resources");
  if (!isMap(resources)) return [];
  return resources.items.flatMap(({ key, value }): Declaration[] => {
    const declared = isMap(value) ? value : undefined;
    const kind = resourceType.exec(String(declared?.get("type")))?.groups?.kind;
    if (!isScalar(key) || declared === undefined || kind === undefined) return [];
    const label = String(key.value);
    const name = String(declared.get("name") ?? label);
    const { line } = lines.linePos(key.range?.[0] ?? 0);
    const start = startOfProperties(declared);
    return [
      {
        kind,
        name,
        line,
        ...(start === undefined ? { problem: noLines } : { indent: lines.linePos(start).col - 1 }),
        ...(simpleName.test(label) && { reference: new Code(`"\${${label}}"`) }),
      },
    ];
  });
}

const noLines = "its properties don't each begin a line, or it has an anchor or an alias";

/** Where the first property of a resource is; undefined if its properties aren't a block that is only its own. */
function startOfProperties(resource: YAMLMap): number | undefined {
  const properties = resource.get("properties");
  const isBlock = isMap(properties) && properties.flow !== true;
  if (!isBlock || sharesNodes(resource)) return undefined;
  const [first] = properties.items;
  return isScalar(first?.key) ? first.key.range?.[0] : undefined;
}

function sharesNodes(resource: YAMLMap): boolean {
  let isFound = false;
  visit(resource, {
    Node: (_, node) => {
      isFound ||= isAlias(node) || node.anchor !== undefined;
    },
  });
  return isFound;
}

/** Pulumi runs the first of these files in the folder of the program, in which a person may have left others. */
function filesOf({ program, file }: ProjectFolder): ProgramFiles {
  if (existsSync(join(program, "Main.json"))) return { files: [], areAll: false };
  const main = ["Main.yaml", "Main.yml"].map((name) => join(program, name)).find((path) => existsSync(path));
  return { files: [main ?? file], areAll: true };
}

export const yaml: Language = {
  name: "yaml",
  comment: "#",
  property,
  text: { filesOf, declarationsIn, isOrdered: false },
};

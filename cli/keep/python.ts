import { isObject } from "../../model/api/object.ts";
import { doubleQuoted } from "../program/source.ts";
import { isListOfObjects, type Language } from "./language.ts";

/** Names are as in the SDK: `custom_id`. */
const nameOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function literal(value: unknown): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "string") return doubleQuoted(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isObject(value)) return String(value);
  // The keys of each object that is printed are in the SDK, too: the only object with keys of its own is secret.
  const entries = Object.entries(value).map(([name, item]) => `"${nameOf(name)}": ${literal(item)}`);
  return `{${entries.join(", ")}}`;
}

function property(name: string, value: unknown): string {
  if (!isListOfObjects(value)) return `    ${nameOf(name)}=${literal(value)},`;
  const items = value.map((item) => `        ${literal(item)},`);
  return [`    ${nameOf(name)}=[`, ...items, "    ],"].join("\n");
}

export const python: Language = { name: "python", comment: "#", property };

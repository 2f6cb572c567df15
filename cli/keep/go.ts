import { z } from "zod";
import { isObject } from "../../model/api/object.ts";
import type { ValueType } from "../../model/kinds/value-type.ts";
import { doubleQuoted } from "../program/source.ts";
import { kinds } from "../records.ts";
import type { Language } from "./language.ts";

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function literal(value: unknown, type: string): string {
  if (typeof value === "string") return `${type}(${doubleQuoted(value)})`;
  if (typeof value === "boolean") return `pulumi.Bool(${value})`;
  if (typeof value === "number") return `pulumi.Int(${value})`;
  const items = (value as unknown[]).map((item) => literal(item, "pulumi.String"));
  return `pulumi.StringArray{${items.join(", ")}}`;
}

/** The Go type of a text: one of several words has its own, which the schema of the value names by its title. */
function textTypeOf({ schema }: ValueType): string {
  const { anyOf = [], ...own } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const words = [own, ...anyOf].find((each) => "enum" in each && each.title !== undefined);
  if (words?.title === undefined) return "pulumi.String";
  const ending = states.has(words.title) ? "Enum" : "";
  return `statushub.${words.title}${ending}`;
}

/** The SDK describes the state of each resource by a type, so a type of that name gets another one. */
const states = new Set(kinds.map(({ kind }) => `${kind}State`));

/** Objects have types of their own, also in a list that has none, so only simple values are written. */
function property(name: string, value: unknown, type: ValueType): string | undefined {
  const areTexts = (items: readonly unknown[]) => items.length > 0 && items.every((item) => typeof item === "string");
  const isSimple = Array.isArray(value) ? areTexts(value) : !isObject(value);
  return isSimple ? `\t\t\t${capitalized(name)}: ${literal(value, textTypeOf(type))},` : undefined;
}

export const go: Language = { name: "go", comment: "//", property };

import { z } from "zod";
import { isObject } from "../../model/api/object.ts";
import type { ValueType } from "../../model/kinds/value-type.ts";
import { doubleQuoted } from "../program/source.ts";
import type { Language } from "./language.ts";

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function literal(value: unknown, type: string): string {
  if (typeof value === "string") return `${type}(${doubleQuoted(value)})`;
  if (typeof value === "boolean") return `pulumi.Bool(${value})`;
  if (typeof value === "number") return `pulumi.Int(${value})`;
  const items = (value as unknown[]).map((item) => literal(item, "pulumi.String"));
  return `pulumi.StringArray{${items.join(", ")}}`;
}

/** The Go type of a text: one of several words has its own. */
function textTypeOf({ schema }: ValueType): string {
  const { anyOf = [], ...own } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const words = [own, ...anyOf].find((each) => "enum" in each && each.title !== undefined);
  return words?.title === undefined ? "pulumi.String" : `statushub.${words.title}`;
}

/** Objects have types of their own, so only simple values are written. */
function property(name: string, value: unknown, type: ValueType): string | undefined {
  const isSimple = Array.isArray(value) ? value.every((item) => typeof item === "string") : !isObject(value);
  return isSimple ? `\t\t\t${capitalized(name)}: ${literal(value, textTypeOf(type))},` : undefined;
}

export const go: Language = { name: "go", comment: "//", property };

import { memberNameOf } from "./files.ts";
import { anything, type NamedSpec, type PropertySpec, refTo, type TypeSpec } from "./spec.ts";
import { alternativesOf, itemsOf, membersOf, type TypeSchema } from "./type-schema.ts";

/* Turns the JSON schema of a value into the form of Pulumi's package schema. */

/**
 * Returns the type of a value that a program declares. The first case that fits decides, because a schema may fit several: the one of an
 * enumeration also has the type `string`.
 */
export function typeSpec(schema: TypeSchema): TypeSpec {
  const { input, title, type } = schema;
  // A service or the ID of one: the schema has that type only in TypeScript, as `input`. A reference to the resource would make Python's
  // modules import each other in a circle.
  if (input !== undefined) return anything;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 1) return unionSpec(alternatives);
  if (title !== undefined && hasOwnType(schema)) return refTo(title);
  if (type === "array") return { type, items: typeSpec(itemsOf(schema)) };
  if (type === "object") return { type, additionalProperties: anything };
  return type === undefined ? anything : { type: String(type) };
}

/** Null isn't one of the types, because any value can be absent. So `string` or null is `string`. */
function unionSpec(alternatives: readonly TypeSchema[]): TypeSpec {
  const types = alternatives.filter(({ type }) => type !== "null").map(typeSpec);
  const [first = anything, ...others] = types;
  return others.length === 0 ? first : { oneOf: types };
}

/** Whether values of this schema have a type of their own in the package schema: enumerations and objects with known properties. */
export const hasOwnType = (schema: TypeSchema): boolean => schema.enum !== undefined || schema.properties !== undefined;

/** Returns the type that `hasOwnType` speaks of. */
export function namedSpec(schema: TypeSchema): NamedSpec {
  if (schema.enum !== undefined) return enumSpec(schema.enum.map(String));
  const members = membersOf(schema);
  const specs = members.map((member): [string, PropertySpec] => {
    const { description } = member.schema;
    return [member.name, { ...typeSpec(member.schema), description }];
  });
  const required = members.filter(({ isRequired }) => isRequired);
  return { type: "object", properties: Object.fromEntries(specs), required: required.map(({ name }) => name) };
}

export const enumSpec = (values: readonly string[]): NamedSpec => ({
  type: "string",
  enum: values.map((value) => ({ name: memberNameOf(value), value })),
});

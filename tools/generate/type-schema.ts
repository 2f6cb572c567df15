import { z } from "zod";
import { isObject } from "../../model/api/object.ts";
import type { Definition } from "../../model/kinds/kind.ts";

/**
 * The JSON schema of a declared value. A kind names nested types by `title`, describes them by `description` and lists
 * likely values in `examples`. If no schema can express a type, `input` and `output` give it in TypeScript.
 */
export type TypeSchema = z.core.JSONSchema.JSONSchema & { readonly input?: string; readonly output?: string };

export const schemaOf = (type: z.ZodType): TypeSchema => z.toJSONSchema(type, { io: "input", unrepresentable: "any" });

/** Returns the schema of an output. An enumeration in a response accepts any text. */
export function outputSchemaOf(type: z.ZodType): TypeSchema {
  const { enum: _, ...schema } = schemaOf(type);
  return schema;
}

/** JSON schema also allows `true` and `false`, and lists of schemas, which zod doesn't write for our types. */
const isSchema = (value: unknown): value is TypeSchema => isObject(value);

/** Returns the schemas that stand for the alternatives of a value: `type: ["string", "null"]` has two. */
export function alternativesOf(schema: TypeSchema): TypeSchema[] {
  const { anyOf, type: types } = schema;
  if (anyOf !== undefined) return anyOf.filter(isSchema);
  if (!Array.isArray(types)) return [schema];
  // The type of a schema doesn't know that `type` can be a list.
  return types.map((type) => ({ ...schema, type }) as TypeSchema);
}

/** Returns the schema of a list's items. */
export const itemsOf = ({ items }: TypeSchema): TypeSchema => (isSchema(items) ? items : {});

/** A property of an object. */
export interface Member {
  readonly name: string;
  readonly schema: TypeSchema;
  readonly isRequired: boolean;
}

export const membersOf = ({ properties = {}, required = [] }: TypeSchema): Member[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: isSchema(schema) ? schema : {},
    isRequired: required.includes(name),
  }));

/** Whether the schema has a name, by which a program can refer to its type. */
export const isNamed = ({ title, type }: TypeSchema): boolean => title !== undefined && type !== "array";

/** Returns every named type in the properties of these kinds, once, with inner types before those that use them. */
export function namedTypesOf(definitions: readonly Definition[]): TypeSchema[] {
  const byName = new Map<string | undefined, TypeSchema>();
  for (const { properties } of definitions) {
    for (const { type } of Object.values(properties)) {
      for (const named of namedTypesIn(schemaOf(type.schema))) byName.set(named.title, named);
    }
  }
  return [...byName.values()];
}

function namedTypesIn(schema: TypeSchema): TypeSchema[] {
  const { anyOf = [], items } = schema;
  const innerSchemas = [...anyOf, items, ...membersOf(schema).map((member) => member.schema)];
  const inner = innerSchemas.filter(isSchema).flatMap(namedTypesIn);
  return isNamed(schema) ? [...inner, schema] : inner;
}

import { z } from "zod";
import { isObject } from "../../model/api/object.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Argument } from "./documentation.ts";
import { join, wrapped } from "./markdown.ts";

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

const isSchema = (value: unknown): value is TypeSchema => isObject(value);

export function alternativesOf(schema: TypeSchema): TypeSchema[] {
  if (schema.anyOf !== undefined) return schema.anyOf.filter(isSchema);
  if (!Array.isArray(schema.type)) return [schema];
  return (schema.type as TypeSchema["type"][]).map((type) => ({ ...schema, type }) as TypeSchema);
}

export const itemsOf = ({ items }: TypeSchema): TypeSchema => (isSchema(items) ? items : {});

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

/** Returns the named types in a schema, inner ones first. */
function namedTypesIn(schema: TypeSchema): TypeSchema[] {
  const inner = [
    ...(schema.anyOf ?? []).filter(isSchema).flatMap(namedTypesIn),
    ...namedIn(schema.items),
    ...membersOf(schema).flatMap((member) => namedTypesIn(member.schema)),
  ];
  return isNamed(schema) ? [...inner, schema] : inner;
}

export function namedTypesOf(definitions: readonly Definition[]): TypeSchema[] {
  const all = definitions.flatMap(({ properties }) =>
    Object.values(properties).flatMap(({ type }) => namedTypesIn(schemaOf(type.schema))),
  );
  return [...new Map(all.map((schema) => [schema.title, schema])).values()];
}

const namedIn = (value: unknown): TypeSchema[] => (isSchema(value) ? namedTypesIn(value) : []);

/** Returns a type as a program declares it. */
export function inputType(schema: TypeSchema): string {
  if (isNamed(schema)) return schema.title ?? "";
  return written(schema, (items) => `pulumi.Input<${inputType(items)}>[]`, inputType);
}

/** Returns a type as a program reads it, with all values resolved. */
export function outputType(schema: TypeSchema): string {
  if (schema.output !== undefined) return schema.output;
  if (isNamed(schema) && schema.properties === undefined) return schema.title ?? "";
  return written(schema, (items) => listOf(outputType(items)), outputType);
}

export const listOf = (type: string): string =>
  type.includes(" ") && !type.startsWith("{") ? `(${type})[]` : `${type}[]`;

/** Returns the text of a type, with `list` for lists and `type` for the types in it. */
export function written(
  schema: TypeSchema,
  list: (items: TypeSchema) => string,
  type: (schema: TypeSchema) => string,
): string {
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 1) return [...new Set(alternatives.map(type))].join(" | ");
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "array") return list(itemsOf(schema));
  if (schema.type === "object" && schema.properties !== undefined) {
    const members = membersOf(schema).map(
      ({ name, schema: member, isRequired }) => `${name}${isRequired ? "" : "?"}: ${type(member)}`,
    );
    return `{ ${members.join("; ")} }`;
  }
  if (schema.type === "object") return "Record<string, unknown>";
  return schema.type === "integer" ? "number" : String(schema.type ?? "unknown");
}

export function typeText(schema: TypeSchema): string {
  const { title = "", examples, properties } = schema;
  const doc = commentText(schema.description ?? "");
  if (schema.input !== undefined) return `${doc}export type ${title} = ${schema.input};`;
  if (examples !== undefined) {
    const likely = (examples as unknown[]).map((value) => JSON.stringify(value));
    // Any other text is accepted too; the likely values are listed for completion.
    return `${doc}export type ${title} = ${likely.join(" | ")} | (string & {});`;
  }
  if (properties === undefined) return `${doc}export type ${title} = ${written(schema, inputType, inputType)};`;
  const members = membersOf(schema).map(({ name, schema: member, isRequired: required }) => {
    return { name, doc: member.description ?? "", type: inputType(member), required };
  });
  return `${doc}export interface ${title} {\n${membersText(members)}\n}`;
}

/** Returns properties that also accept outputs of other resources. */
export const membersText = (members: readonly Argument[]): string =>
  members
    .map(({ name, doc, type, required, default: initial }) => {
      const comment = commentText(initial === undefined ? doc : `${doc} @default ${initial}`, "  ");
      return `${comment}  ${required ? `${name}: pulumi.Input<${type}>;` : `${name}?: pulumi.Input<${type} | undefined>;`}`;
    })
    .join("\n");

export function commentText(text: string, indent = "", tag = ""): string {
  const paragraphs = text.split("\n\n").map((paragraph) => wrapped(paragraph, { width: 117 - indent.length }));
  const lines = join(paragraphs, tag).split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

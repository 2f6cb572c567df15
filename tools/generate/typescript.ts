import type { Argument } from "./documentation.ts";
import { join, wrapped } from "./markdown.ts";
import { alternativesOf, isNamed, itemsOf, membersOf, type TypeSchema } from "./type-schema.ts";

/* Writes types and their documentation in TypeScript. */

/** Returns a type as a program declares it: each value, and each item of a list, may be the output of a resource. */
export function inputType(schema: TypeSchema): string {
  if (isNamed(schema)) return schema.title ?? "";
  if (schema.type === "array") return `pulumi.Input<${inputType(itemsOf(schema))}>[]`;
  return unnamedType(schema, inputType);
}

/** Returns a type as a program reads it, with all values resolved. */
export function outputType(schema: TypeSchema): string {
  if (schema.output !== undefined) return schema.output;
  // A named object accepts outputs in its properties, so it isn't the type of a resolved value.
  if (isNamed(schema) && schema.properties === undefined) return schema.title ?? "";
  return unnamedType(schema, outputType);
}

/** Returns the type of a list: `string[]`, `(string | number)[]` or `{ id: string }[]`. */
function listType(item: string): string {
  const isObject = /^\{[^{}]*\}$/.test(item);
  const isOneWord = !item.includes(" ");
  return isObject || isOneWord ? `${item}[]` : `(${item})[]`;
}

/**
 * Returns the text of a type that has no name, or one that says too little.
 *
 * @param typeOf writes the types that are parts of it
 */
export function unnamedType(schema: TypeSchema, typeOf: (part: TypeSchema) => string): string {
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 1) return [...new Set(alternatives.map(typeOf))].join(" | ");
  const { type, enum: values, properties } = schema;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (type === "array") return listType(typeOf(itemsOf(schema)));
  if (type === "object" && properties === undefined) return "Record<string, unknown>";
  if (type === "object") {
    const members = membersOf(schema).map((member) => {
      const mark = member.isRequired ? "" : "?";
      return `${member.name}${mark}: ${typeOf(member.schema)}`;
    });
    return `{ ${members.join("; ")} }`;
  }
  return type === "integer" ? "number" : String(type ?? "unknown");
}

/** Returns the declaration of a named type. */
export function typeDeclaration(schema: TypeSchema): string {
  const { title = "", examples, properties, input, description = "" } = schema;
  const doc = commentText(description);
  if (input !== undefined) return `${doc}export type ${title} = ${input};`;
  if (examples !== undefined) {
    const likely = (examples as unknown[]).map((value) => JSON.stringify(value));
    // Any other text is accepted too; the likely values are listed for completion.
    return `${doc}export type ${title} = ${likely.join(" | ")} | (string & {});`;
  }
  if (properties !== undefined) return `${doc}export interface ${title} {\n${membersText(argumentsOf(schema))}\n}`;
  return `${doc}export type ${title} = ${unnamedType(schema, inputType)};`;
}

const argumentsOf = (schema: TypeSchema): Argument[] =>
  membersOf(schema).map((member) => ({
    name: member.name,
    doc: member.schema.description ?? "",
    type: inputType(member.schema),
    required: member.isRequired,
  }));

/** Returns properties that also accept outputs of other resources. */
export const membersText = (members: readonly Argument[]): string => members.map(memberText).join("\n");

function memberText({ name, doc, type, required, default: initial }: Argument): string {
  const comment = commentText(initial === undefined ? doc : `${doc} @default ${initial}`, "  ");
  const member = required ? `${name}: pulumi.Input<${type}>;` : `${name}?: pulumi.Input<${type} | undefined>;`;
  return `${comment}  ${member}`;
}

/** Returns a documentation comment, on one line if its text is short. A tag such as `@example` comes last. */
export function commentText(text: string, indent = "", tag = ""): string {
  const paragraphs = text.split("\n\n").map((paragraph) => wrapped(paragraph, { width: 117 - indent.length }));
  const lines = join(paragraphs, tag).split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${body.join("\n")}\n${indent} */\n`;
}

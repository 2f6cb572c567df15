import ts from "typescript";
import type { z } from "zod";
import { membersOf, type Property, propertiesOf, type Sdk } from "../docs/sdk.ts";
import { anything, type NamedSpec, type PropertySpec, refTo, type TypeSpec } from "./spec.ts";

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Where a type stands, for the names of the types in it. */
interface Place {
  /** The name that a type gets which has none in sdk/. */
  readonly fallback: string;
  /** The type in sdk/, for the documentation of what it holds. */
  readonly node: ts.TypeNode | undefined;
}

/**
 * The types of inputs, from what the provider accepts. Objects and enumerations get the names that they have in sdk/: there,
 * a type with the same properties or the same values is looked for.
 */
export class TypeNames {
  readonly types: Record<string, NamedSpec> = {};
  readonly #sdk: Sdk;

  constructor(sdk: Sdk) {
    this.#sdk = sdk;
  }

  typeOf(schema: JsonSchema, place: Place): TypeSpec {
    const alternatives = (schema.anyOf ?? []).filter(isJsonSchema).filter(({ type }) => type !== "null");
    if (alternatives.length === 1 && alternatives[0]) return this.typeOf(alternatives[0], place);
    // A service, or the id of one. Named as the resource, it would make the modules of Python import each other in a circle.
    if (schema.title === "Service") return anything;
    if (alternatives.length > 1) return { oneOf: alternatives.map((item) => this.typeOf(item, place)) };
    const type = [schema.type].flat().find((name) => name !== "null");
    if (schema.enum !== undefined) return this.#enumeration(schema.enum.map(String), place);
    if (type === "array" && isJsonSchema(schema.items)) return { type, items: this.typeOf(schema.items, place) };
    if (type === "object" && schema.properties !== undefined) return this.#object(schema, place);
    if (type === "object") return { type, additionalProperties: anything };
    return type === undefined ? anything : { type };
  }

  #enumeration(values: string[], { fallback }: Place): TypeSpec {
    const name =
      this.#nameOf((type) => ts.isTypeAliasDeclaration(type) && sameSet(literalsIn(type.type), values)) ?? fallback;
    this.types[`statushub:index:${name}`] = {
      type: "string",
      enum: values.map((value) => ({
        name: value.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase()),
        value,
      })),
    };
    return refTo(name);
  }

  #object(schema: JsonSchema, { fallback, node }: Place): TypeSpec {
    const names = Object.keys(schema.properties ?? {});
    const known = this.#nameOf((type) =>
      sameSet(
        this.#propertiesOf(type.name.text).map(({ name }) => name),
        names,
      ),
    );
    const name = known ?? fallback;
    const documented = known === undefined ? membersIn(node) : this.#propertiesOf(known);
    const properties = Object.entries(schema.properties ?? {}).map(([property, item]): [string, PropertySpec] => {
      const source = documented.find((each) => each.name === property);
      const place = { fallback: name + capitalized(property), node: source?.types[0] };
      return [property, { ...this.typeOf(isJsonSchema(item) ? item : {}, place), ...describe(source) }];
    });
    this.types[`statushub:index:${name}`] = {
      type: "object",
      properties: Object.fromEntries(properties),
      required: schema.required ?? [],
    };
    return refTo(name);
  }

  #nameOf(is: (type: ts.InterfaceDeclaration | ts.TypeAliasDeclaration) => boolean): string | undefined {
    return [...this.#sdk.types.values()].find(is)?.name.text;
  }

  #propertiesOf(name: string): Property[] {
    return propertiesOf(name, this.#sdk.types);
  }
}

/** What the documentation says of a property, its default included. */
export function describe(property: Property | undefined): { description?: string } {
  if (property === undefined || property.comment.text === "") return {};
  const { text, defaultValue } = property.comment;
  return { description: defaultValue === undefined ? text : `${text}\n\nDefault: ${defaultValue}.` };
}

export const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const isJsonSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.length > 0 && one.length === other.length && one.every((item) => other.includes(item));

const literalsIn = (node: ts.TypeNode): string[] =>
  (ts.isUnionTypeNode(node) ? node.types : []).flatMap((type) =>
    ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : ["(another type)"],
  );

/** The properties of an object type that is written where it is used. */
function membersIn(node: ts.Node | undefined): Property[] {
  if (node === undefined) return [];
  if (ts.isTypeLiteralNode(node)) return membersOf(node);
  return ts.forEachChild(node, (child) => (membersIn(child).length > 0 ? membersIn(child) : undefined)) ?? [];
}

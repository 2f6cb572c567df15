import type { Definition, Lookup } from "../../model/kinds/kind.ts";
import type { Property } from "../../model/kinds/property.ts";
import { dynamicTypeOf, nativeTypeOf } from "../../model/pulumi/resource-type.ts";
import { adoptArgument, documentationOf, firstSentence, hubArgument, hubIdDoc, isOnHub } from "./documentation.ts";
import {
  type FunctionSpec,
  type ObjectSpec,
  type PropertySpec,
  type ResourceSpec,
  refTo,
  resourceRef,
  type TypeSpec,
} from "./spec.ts";
import { outputSchemaOf, schemaOf } from "./type-schema.ts";
import { typeSpec } from "./type-spec.ts";

/* Describes resources, and the functions that find their records, in the package schema. */

const hubType: TypeSpec = { oneOf: [{ type: "string" }, resourceRef("Hub"), refTo("HubReference")] };
const adoptType: TypeSpec = { oneOf: [{ type: "boolean" }, { type: "string" }] };

/** The arguments of every record of a hub. */
const recordArguments: Readonly<Record<string, PropertySpec>> = {
  hub: { ...hubType, ...describe(hubArgument) },
  adopt: { ...adoptType, ...describe(adoptArgument) },
};

/** Describes a resource: what a program declares, and its outputs. */
export function resourceSpec(definition: Definition): ResourceSpec {
  const { kind, doc, properties } = definition;
  const declared = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, propertySpec(name, property)]),
  );
  const required = Object.keys(properties).filter((name) => properties[name]?.required);
  const isChild = isOnHub(definition);
  return {
    description: doc,
    properties: { ...asOutputs(declared), ...outputSpecs(definition) },
    required,
    inputProperties: isChild ? { ...recordArguments, ...declared } : declared,
    requiredInputs: isChild ? ["hub", ...required] : required,
    aliases: [{ type: dynamicTypeOf(kind) }],
  };
}

const propertySpec = (name: string, property: Property): PropertySpec => ({
  ...typeSpec(schemaOf(property.type.schema)),
  ...describe(documentationOf(name, property)),
  secret: property.secret ? true : undefined,
  willReplaceOnChanges: property.replaces ? true : undefined,
});

export function describe(documentation: { readonly doc: string; readonly default?: string }): { description: string } {
  const { doc, default: initial } = documentation;
  return { description: initial === undefined ? doc : `${doc}\n\nDefault: ${initial}.` };
}

/** Only an input can replace a resource. */
const asOutputs = (inputs: Readonly<Record<string, PropertySpec>>): Record<string, PropertySpec> =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [name, { ...input, willReplaceOnChanges: undefined }]),
  );

/** Returns the outputs that only the API sets. */
function outputSpecs(definition: Definition): Record<string, PropertySpec> {
  const specs: Record<string, PropertySpec> = {};
  if (isOnHub(definition)) specs.hubId = { type: "string", description: hubIdDoc };
  for (const [name, { doc, schema, secret }] of Object.entries(definition.outputs))
    specs[name] = { ...typeSpec(outputSchemaOf(schema)), description: doc, secret: secret ? true : undefined };
  return specs;
}

/** A function returns one record, or all that match under the name of their kind. */
export function functionSpec(lookup: Lookup, resources: Readonly<Record<string, ResourceSpec>>): FunctionSpec {
  const { kind, doc, filters, all } = lookup;
  const filterSpecs = Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, { type: filter.type, description: filter.doc }]),
  );
  const hub: PropertySpec = { ...hubType, description: "Hub to search." };
  const inputs: ObjectSpec =
    kind === "Hub"
      ? { type: "object", properties: filterSpecs }
      : { type: "object", properties: { hub, ...filterSpecs }, required: ["hub"] };
  return {
    description: doc,
    inputs,
    outputs: all === undefined ? recordSpec(kind, resources) : listSpec(kind, all),
  };
}

function listSpec(kind: string, name: string): ObjectSpec {
  const list: PropertySpec = { type: "array", items: refTo(`${kind}Record`) };
  return { type: "object", properties: { [name]: list }, required: [name] };
}

/** A record as a function returns it: the outputs of its resource and its ID, without secrets. */
export function recordSpec(kind: string, resources: Readonly<Record<string, ResourceSpec>>): ObjectSpec {
  const { properties = {} } = resources[nativeTypeOf(kind)] ?? {};
  const id: PropertySpec = { type: "string", description: "ID of the record in the API." };
  const shown: Record<string, PropertySpec> = { id };
  for (const [name, property] of Object.entries(properties)) {
    if (property.secret) continue;
    // The sentences after the first are about what a program may declare, which doesn't concern a result.
    shown[name] = { ...property, description: firstSentence(property.description ?? "") };
  }
  return { type: "object", properties: shown, required: ["id"] };
}

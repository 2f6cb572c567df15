import { definitions } from "../../model/kinds/index.ts";
import { type Definition, isAdoptOnly, nounOf } from "../../model/kinds/kind.ts";
import { nativeTypeOf } from "../../provider/resource-type.ts";
import {
  capitalized,
  formerKeyDoc,
  givenOnPage,
  groupedKind,
  groupIdDoc,
  nounsOf,
  sectionsOf,
  withArticle,
} from "./documentation.ts";
import type { packageSchema } from "./package-schema.ts";
import { anything, type TypeSpec } from "./spec.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

type PackageSchema = ReturnType<typeof packageSchema>;

export function pageSchema(schema: PackageSchema): JsonSchema {
  const all = Object.values(definitions);
  const page = object("a page", {
    required: ["hub"],
    properties: {
      $schema: { type: "string" },
      hub: refTo("Hub"),
      groups: byKey("Groups of services. The keys are only labels.", "Group"),
      ...Object.fromEntries(
        sectionsOf(all).map((definition) => [
          definition.plural,
          byKey(`${capitalized(nounsOf(definition))}, by the keys that become their logical names.`, definition.kind),
        ]),
      ),
    },
  });
  const $defs = {
    ...Object.fromEntries(all.map((definition) => [definition.kind, renderRecord(schema, definition)])),
    Group: group,
    ServiceReference: serviceReference,
    ServiceStatusName: schemaOf({ $ref: `#/types/${nativeTypeOf("ServiceStatusName")}` }, schema.types),
    Config: {
      description:
        "Reads the value from the stack configuration. Works for text, numbers, booleans and objects without a fixed shape, which are JSON there.",
      ...fromConfiguration,
    },
    OpenConfig: { description: "Reads a value that isn't secret from the stack configuration.", ...fromConfiguration },
  };
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...page, $defs };
}

const refTo = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

const anyOf = (schemas: readonly JsonSchema[]): JsonSchema => {
  const [only, ...others] = schemas;
  return only !== undefined && others.length === 0 ? only : { anyOf: schemas };
};

const object = (
  title: string | undefined,
  { properties, required }: { properties: Readonly<Record<string, JsonSchema>>; required: readonly string[] },
): JsonSchema => ({ title, type: "object", required, additionalProperties: false, properties });

const byKey = (description: string, name: string): JsonSchema => ({
  description,
  type: "object",
  additionalProperties: refTo(name),
});

const fromConfiguration = object("{ config: <name> }", {
  required: ["config"],
  properties: { config: { type: "string" } },
});

const group = object("a group", {
  required: ["id"],
  properties: {
    id: {
      description: groupIdDoc(groupedKind(Object.values(definitions))),
      anyOf: [{ type: "integer" }, refTo("Config")],
    },
    services: byKey(
      "Services, by keys that become their logical names. Keys have to be unique on the page.",
      "Service",
    ),
  },
});

/** A schema can't require that the page has the service; `fromFile` checks that. */
const serviceReference: JsonSchema = {
  description: "Key of a service on this page, or the ID of a service that the page doesn't declare.",
  anyOf: [{ type: "string" }, { type: "integer" }],
};

/** The properties that have their own form on a page: those that refer to services, and the ID of a record. */
const ownForms: Readonly<Record<string, readonly JsonSchema[]>> = {
  serviceStatuses: [
    { type: "object", additionalProperties: refTo("ServiceStatusName") },
    {
      type: "array",
      items: object(undefined, {
        required: ["service", "status"],
        properties: { service: refTo("ServiceReference"), status: refTo("ServiceStatusName") },
      }),
    },
  ],
  services: [
    { type: "string", enum: ["all"] },
    { type: "array", items: refTo("ServiceReference") },
  ],
  adopt: [{ type: "boolean" }, { type: "string" }, refTo("OpenConfig")],
};

function renderRecord({ types, resources }: PackageSchema, definition: Definition): JsonSchema {
  const { kind, properties } = definition;
  const { inputProperties = {}, requiredInputs = [] } = resources[nativeTypeOf(kind)] ?? {};
  const isOwn = (name: string) => !givenOnPage(definition).includes(name);
  const inputs = Object.entries(inputProperties).filter(([name]) => isOwn(name));
  const own = inputs.map(([name, { description, secret, willReplaceOnChanges: _, ...spec }]) => {
    const takesNull = properties[name]?.type.schema.safeParse(null).success;
    const alternatives = [
      ...(ownForms[name] ?? alternativesOf(spec, types, secret)),
      ...(takesNull ? [{ type: "null" }] : []),
    ];
    return [name, { description, ...(secret && { writeOnly: true }), ...anyOf(alternatives) }];
  });
  const formerKey = isAdoptOnly(definition) ? {} : { was: { description: formerKeyDoc, type: "string" } };
  return object(withArticle(nounOf(definition)), {
    required: requiredInputs.filter(isOwn),
    properties: { ...Object.fromEntries(own), ...formerKey },
  });
}

const schemaOf = (spec: TypeSpec, types: PackageSchema["types"], secret?: true): JsonSchema =>
  anyOf(alternativesOf(spec, types, secret));

/** Returns the schemas that a value may match; a single value may come from the stack configuration. */
function alternativesOf(spec: TypeSpec, types: PackageSchema["types"], secret?: true): JsonSchema[] {
  const named = types[spec.$ref?.replace("#/types/", "") ?? ""];
  if (named !== undefined && "enum" in named) {
    return [{ type: "string", enum: named.enum.map(({ value }) => value) }, refTo("Config")];
  }
  if (named !== undefined) {
    const properties = Object.entries(named.properties).map(([name, { description, ...property }]) => [
      name,
      { description, ...schemaOf(property, types) },
    ]);
    return [object(undefined, { required: named.required ?? [], properties: Object.fromEntries(properties) })];
  }
  if (spec.$ref === anything.$ref) return [{}, refTo("Config")];
  if (spec.items !== undefined) return [{ type: "array", items: schemaOf(spec.items, types) }];
  if (spec.additionalProperties !== undefined) {
    const values = schemaOf(spec.additionalProperties, types, secret);
    return [
      { type: "object", additionalProperties: { ...(secret && { writeOnly: true }), ...values } },
      refTo("Config"),
    ];
  }
  const single = spec.oneOf?.map(({ type }) => ({ type })) ?? [{ type: spec.type }];
  return [...single, refTo("Config")];
}

import { definitions } from "../../model/kinds/index.ts";
import { type Definition, nounOf, type Property } from "../../model/kinds/kind.ts";
import { nativeTypeOf } from "../../provider/resource-type.ts";
import { withArticle } from "./documentation.ts";
import type { packageSchema } from "./package-schema.ts";
import { anything, type NamedSpec, type ObjectSpec, type TypeSpec } from "./spec.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

type Types = Readonly<Record<string, NamedSpec>>;

/** Returns the schema of a file with a page: the same as in the package's schema, but values may come from the configuration. */
export function pageSchema({ types, resources }: ReturnType<typeof packageSchema>): JsonSchema {
  const { file: _, hub: __, ...sections } = resources[nativeTypeOf("StatusPage")]?.inputProperties ?? {};
  const hub = { hub: refTo("Hub") };
  const page = object("a page", {
    required: Object.keys(hub),
    properties: { $schema: { type: "string" }, ...hub, ...renderAll(sections, types) },
  });
  const render = (title: string, name: string, definition?: Definition) => {
    const { properties, required = [] } = types[nativeTypeOf(name)] as ObjectSpec;
    return object(title, { required, properties: renderAll(properties, types, definition) });
  };
  const records = Object.values(definitions).map((definition) => [
    definition.kind,
    render(withArticle(nounOf(definition)), `Page${definition.kind}`, definition),
  ]);
  const $defs = {
    ...Object.fromEntries(records),
    Group: render("a group", "PageGroup"),
    ServiceReference: serviceReference,
    ServiceStatusName: anyOf(alternativesOf({ $ref: `#/types/${nativeTypeOf("ServiceStatusName")}` }, types)),
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

const fromConfiguration = object("{ config: <name> }", {
  required: ["config"],
  properties: { config: { type: "string" } },
});

/** A schema can't require that the page has the service; `fromFile` checks that. */
const serviceReference: JsonSchema = {
  description: "Key of a service on this page, or the ID of a service that the page doesn't declare.",
  anyOf: [{ type: "string" }, { type: "integer" }],
};

/** The properties of records that have their own form on a page: references to services, the ID of a record, and keys. */
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
  was: [{ type: "string" }],
};

/** @param definition the kind of a record; undefined for a page and its groups */
const renderAll = (
  specs: ObjectSpec["properties"],
  types: Types,
  definition?: Definition,
): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(specs).map(([name, { description, ...spec }]) => {
      const { type, secret } = definition?.properties[name] ?? {};
      const alternatives = [
        ...((definition && ownForms[name]) ?? alternativesOf(spec, types, secret)),
        ...(type?.schema.safeParse(null).success ? [{ type: "null" }] : []),
      ];
      return [name, { description, ...(secret && { writeOnly: true }), ...anyOf(alternatives) }];
    }),
  );

/** Returns the schemas that a value may match; a single value may come from the stack configuration. */
function alternativesOf(spec: TypeSpec, types: Types, secret?: Property["secret"]): JsonSchema[] {
  const [, ofPage] = /:Page(\w+)$/.exec(spec.$ref ?? "") ?? [];
  if (ofPage !== undefined) return [refTo(ofPage)];
  const named = types[spec.$ref?.replace("#/types/", "") ?? ""];
  if (named !== undefined && "enum" in named) {
    return [{ type: "string", enum: named.enum.map(({ value }) => value) }, refTo("Config")];
  }
  if (named !== undefined) {
    return [object(undefined, { required: named.required ?? [], properties: renderAll(named.properties, types) })];
  }
  if (spec.$ref === anything.$ref) return [{}, refTo("Config")];
  if (spec.items !== undefined) return [{ type: "array", items: anyOf(alternativesOf(spec.items, types)) }];
  if (spec.additionalProperties !== undefined) {
    const values = anyOf(alternativesOf(spec.additionalProperties, types, secret));
    const byKey = { type: "object", additionalProperties: { ...(secret && { writeOnly: true }), ...values } };
    // The records themselves stand in the file.
    return values.$ref === undefined ? [byKey, refTo("Config")] : [byKey];
  }
  const single = spec.oneOf?.map(({ type }) => ({ type })) ?? [{ type: spec.type }];
  return [...single, refTo("Config")];
}

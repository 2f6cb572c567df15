import { definitions, lookups } from "../../model/kinds/index.ts";
import type { Definition, Lookup } from "../../model/kinds/kind.ts";
import type { Property } from "../../model/kinds/property.ts";
import { dynamicTypeOf, nativeTypeOf } from "../../model/pulumi/resource-type.ts";
import { environmentNames, type Setting } from "../../provider/config.ts";
import { readText } from "../engine/local.ts";
import { publication } from "../release/publication.ts";
import {
  type Argument,
  adoptArgument,
  capitalized,
  documentationOf,
  firstSentence,
  hubArgument,
  hubIdDoc,
  hubReference,
  isOnHub,
  providerArguments,
} from "./documentation.ts";
import {
  type FunctionSpec,
  type NamedSpec,
  type ObjectSpec,
  type PropertySpec,
  type ResourceSpec,
  refTo,
  resourceRef,
  type TypeSpec,
} from "./spec.ts";
import { namedTypesOf, outputSchemaOf, schemaOf } from "./type-schema.ts";
import { enumSpec, hasOwnType, namedSpec, typeSpec } from "./type-spec.ts";

const kinds = Object.values(definitions);

/** Returns the content of `schema.json`, from which Pulumi writes the SDKs of other languages. */
export function packageSchema() {
  const resources = Object.fromEntries(
    kinds.map((definition) => [nativeTypeOf(definition.kind), resourceSpec(definition)]),
  );
  const functions = Object.fromEntries(
    Object.entries(lookups).map(([name, lookup]) => [nativeTypeOf(name), functionSpec(lookup, resources)]),
  );
  const settings = Object.fromEntries(providerArguments.map((argument) => [argument.name, settingSpec(argument)]));
  const variables = Object.fromEntries(providerArguments.map((argument) => [argument.name, variableSpec(argument)]));
  return {
    ...about(),
    config: { variables },
    provider: { description: "Account of a provider.", inputProperties: settings },
    types: allTypes(resources),
    resources,
    functions,
  };
}

function about() {
  const { version, description, license, keywords, repository, homepage } = JSON.parse(readText("package.json"));
  return {
    name: "statushub",
    displayName: "StatusHub",
    version,
    description,
    keywords: [...keywords, "kind/native", "category/monitoring"],
    license,
    repository: repository?.url,
    homepage,
    // JSON leaves out what isn't known yet.
    ...publication,
    language: {
      // The name that users install; the native classes are in its `native`.
      nodejs: { packageName: "pulumi-statushub", respectSchemaVersion: true },
      python: { packageName: "pulumi_statushub", respectSchemaVersion: true, pyproject: { enabled: true } },
      go: {
        importBasePath: "pulumi-statushub/sdk/go/statushub",
        respectSchemaVersion: true,
        generateResourceContainerTypes: true,
      },
      // NuGet reserves packages named Pulumi for Pulumi.
      csharp: { rootNamespace: "PulumiStatusHub", namespaces: { statushub: "StatusHub" }, respectSchemaVersion: true },
      java: { buildFiles: "gradle", dependencies: { "com.pulumi:pulumi": "1.16.0" } },
    },
  };
}

/* The settings of a provider. */

function settingSpec(argument: Argument): PropertySpec {
  const isChoice = choicesOf(argument) !== undefined;
  const type = isChoice ? refTo(capitalized(argument.name)) : { type: "string" };
  return { ...type, ...describe(argument), secret: argument.name === "apiKey" ? true : undefined };
}

/**
 * A key of the stack configuration. Its environment variable is no default of the provider's argument, because SDKs would store
 * the value of the machine that runs the program in the state.
 */
const variableSpec = (argument: Argument): PropertySpec => ({
  ...settingSpec(argument),
  defaultInfo: { environment: [environmentNames[argument.name as Setting]] },
});

/** The values of a setting that takes only some, such as `"us" | "eu"`; undefined if it takes any text. */
const choicesOf = ({ type }: Argument): string[] | undefined =>
  type.startsWith('"') ? type.split(" | ").map((value) => JSON.parse(value)) : undefined;

/* The types that have names: of records, of settings, and of values in properties. */

function allTypes(resources: Readonly<Record<string, ResourceSpec>>): Record<string, NamedSpec> {
  const ofValues = namedTypesOf(kinds)
    .filter(hasOwnType)
    .map((schema): [string, NamedSpec] => [nativeTypeOf(schema.title ?? ""), namedSpec(schema)]);
  return {
    [nativeTypeOf("HubReference")]: hubReferenceSpec,
    ...recordTypes(resources),
    ...Object.fromEntries([...ofValues, ...settingTypes()].sort(byName)),
  };
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);

function settingTypes(): [name: string, NamedSpec][] {
  const types: [string, NamedSpec][] = [];
  for (const argument of providerArguments) {
    const choices = choicesOf(argument);
    if (choices !== undefined) types.push([nativeTypeOf(capitalized(argument.name)), enumSpec(choices)]);
  }
  return types;
}

const hubReferenceSpec: ObjectSpec = {
  type: "object",
  description: "Identifies a hub by its ID, its subdomain or both.",
  properties: Object.fromEntries(hubReference.map(({ name, doc }) => [name, { type: "string", description: doc }])),
};

/** Returns the type of the records in each list that a function returns. */
const recordTypes = (resources: Readonly<Record<string, ResourceSpec>>): Record<string, ObjectSpec> =>
  Object.fromEntries(
    kinds
      .filter(({ list }) => list !== undefined)
      .map(({ kind }) => [nativeTypeOf(`${kind}Record`), recordSpec(kind, resources)]),
  );

/** A record as a function returns it: the outputs of its resource and its ID, without secrets. */
function recordSpec(kind: string, resources: Readonly<Record<string, ResourceSpec>>): ObjectSpec {
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

/* Resources and functions. */

const hubType: TypeSpec = { oneOf: [{ type: "string" }, resourceRef("Hub"), refTo("HubReference")] };
const adoptType: TypeSpec = { oneOf: [{ type: "boolean" }, { type: "string" }] };

/** The arguments of every record of a hub. */
const recordArguments: Readonly<Record<string, PropertySpec>> = {
  hub: { ...hubType, ...describe(hubArgument) },
  adopt: { ...adoptType, ...describe(adoptArgument) },
};

function resourceSpec(definition: Definition): ResourceSpec {
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

function describe(documentation: { readonly doc: string; readonly default?: string }): { description: string } {
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
function functionSpec(lookup: Lookup, resources: Readonly<Record<string, ResourceSpec>>): FunctionSpec {
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

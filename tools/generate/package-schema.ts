import { definitions, lookups } from "../../model/kinds/index.ts";
import type { Definition, Lookup } from "../../model/kinds/kind.ts";
import { dynamicTypeOf, nativeTypeOf } from "../../model/pulumi/resource-type.ts";
import { environmentNames, type Setting } from "../../provider/config.ts";
import { readText } from "../engine/local.ts";
import { publication } from "../release/publication.ts";
import {
  type Argument,
  adoptArgument,
  capitalized,
  documentationOf,
  hubArgument,
  hubIdDoc,
  hubReference,
  isOnHub,
  providerArguments,
} from "./documentation.ts";
import { memberNameOf } from "./files.ts";
import {
  anything,
  type NamedSpec,
  type ObjectSpec,
  type PropertySpec,
  type ResourceSpec,
  refTo,
  resourceRef,
  type TypeSpec,
} from "./spec.ts";
import {
  alternativesOf,
  itemsOf,
  membersOf,
  namedTypesOf,
  outputSchemaOf,
  schemaOf,
  type TypeSchema,
} from "./typescript.ts";

export function packageSchema() {
  const all = Object.values(definitions);
  const resources: Record<string, ResourceSpec> = Object.fromEntries(
    all.map((definition) => [nativeTypeOf(definition.kind), renderResource(definition)]),
  );
  const functions = Object.fromEntries(
    Object.entries(lookups).map(([name, lookup]) => [nativeTypeOf(name), renderFunction(lookup, resources)]),
  );
  const settings = Object.fromEntries(providerArguments.map((argument) => [argument.name, renderSetting(argument)]));
  const named = namedTypesOf(all)
    .filter(({ properties, enum: values }) => properties !== undefined || values !== undefined)
    .map((schema): [string, NamedSpec] => [nativeTypeOf(schema.title ?? ""), namedSpec(schema)]);
  const types: Record<string, NamedSpec> = {
    [nativeTypeOf("HubReference")]: hubReferenceSpec,
    ...recordTypes(resources),
    ...sorted(Object.fromEntries([...named, ...settingEnums()])),
  };
  return {
    ...about(),
    config: { variables: Object.fromEntries(providerArguments.map(renderVariable)) },
    provider: { description: "Account of a provider.", inputProperties: settings },
    types,
    resources,
    functions,
  };
}

/** The values of a setting that takes only some; undefined if it takes any text. */
const valuesOf = ({ type }: Argument): string[] | undefined =>
  type.startsWith('"') ? type.split(" | ").map((value) => JSON.parse(value)) : undefined;

const settingEnums = (): [string, NamedSpec][] =>
  providerArguments.flatMap((argument): [string, NamedSpec][] => {
    const values = valuesOf(argument);
    return values === undefined ? [] : [[nativeTypeOf(capitalized(argument.name)), enumSpec(values)]];
  });

/**
 * A key of the stack configuration. Its environment variable is no default of the provider's argument, because SDKs would store
 * the value of the machine that runs the program in the state.
 */
const renderVariable = (argument: Argument): [name: string, PropertySpec] => [
  argument.name,
  { ...renderSetting(argument), defaultInfo: { environment: [environmentNames[argument.name as Setting]] } },
];

const renderSetting = (argument: Argument): PropertySpec => ({
  ...(valuesOf(argument) === undefined ? { type: "string" } : refTo(capitalized(argument.name))),
  ...describe(argument),
  ...(argument.name === "apiKey" && { secret: true }),
});

const describe = (documentation: { readonly doc: string; readonly default?: string }): { description: string } => ({
  description:
    documentation.default === undefined
      ? documentation.doc
      : `${documentation.doc}\n\nDefault: ${documentation.default}.`,
});

/** Returns the type of a value that a program declares. */
function typeSpec(schema: TypeSchema): TypeSpec {
  // A service, or the ID of one. Referring to the resource would make Python's modules import each other in a circle.
  if (schema.input !== undefined) return anything;
  const alternatives = alternativesOf(schema).filter(({ type }) => type !== "null");
  if (alternatives.length > 1) return { oneOf: alternatives.map(typeSpec) };
  const [only = schema] = alternatives;
  if (only !== schema) return typeSpec(only);
  const { title, type, properties, enum: values } = schema;
  if (title !== undefined && (values !== undefined || properties !== undefined)) return refTo(title);
  if (type === "array") return { type, items: typeSpec(itemsOf(schema)) };
  if (type === "object") return { type, additionalProperties: anything };
  return type === undefined ? anything : { type: String(type) };
}

function namedSpec(schema: TypeSchema): NamedSpec {
  if (schema.enum !== undefined) return enumSpec(schema.enum.map(String));
  const members = membersOf(schema);
  return {
    type: "object",
    properties: Object.fromEntries(
      members.map(({ name, schema: member }) => [
        name,
        { ...typeSpec(member), ...(member.description !== undefined && { description: member.description }) },
      ]),
    ),
    required: members.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

const enumSpec = (values: readonly string[]): NamedSpec => ({
  type: "string",
  enum: values.map((value) => ({ name: memberNameOf(value), value })),
});

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

const hubReferenceSpec: ObjectSpec = {
  type: "object",
  description: "Identifies a hub by its ID, its subdomain or both.",
  properties: Object.fromEntries(hubReference.map(({ name, doc }) => [name, { type: "string", description: doc }])),
};

const hub: TypeSpec = { oneOf: [{ type: "string" }, resourceRef("Hub"), refTo("HubReference")] };
const adopt: TypeSpec = { oneOf: [{ type: "boolean" }, { type: "string" }] };

function renderResource(definition: Definition): ResourceSpec {
  const { kind, doc, properties } = definition;
  const inputs = Object.fromEntries(
    Object.entries(properties).map(([name, property]): [string, PropertySpec] => [
      name,
      {
        ...typeSpec(schemaOf(property.type.schema)),
        ...describe(documentationOf(name, property)),
        ...(property.secret && { secret: true }),
        ...(property.replaces && { willReplaceOnChanges: true }),
      },
    ]),
  );
  const required = Object.keys(properties).filter((name) => properties[name]?.required);
  const isChild = isOnHub(definition);
  const own = { hub: { ...hub, ...describe(hubArgument) }, adopt: { ...adopt, ...describe(adoptArgument) } };
  return {
    description: doc,
    properties: { ...asOutputs(inputs), ...outputsOf(definition) },
    required,
    inputProperties: isChild ? { ...own, ...inputs } : inputs,
    requiredInputs: [...(isChild ? ["hub"] : []), ...required],
    aliases: [{ type: dynamicTypeOf(kind) }],
  };
}

const asOutputs = (inputs: Record<string, PropertySpec>): Record<string, PropertySpec> =>
  Object.fromEntries(Object.entries(inputs).map(([name, { willReplaceOnChanges: _, ...output }]) => [name, output]));

/** Returns the outputs that only the API sets. */
function outputsOf(definition: Definition): Record<string, PropertySpec> {
  const hubId: PropertySpec = { type: "string", description: hubIdDoc };
  return {
    ...(isOnHub(definition) && { hubId }),
    ...Object.fromEntries(
      Object.entries(definition.outputs).map(([name, { doc, schema, secret }]): [string, PropertySpec] => [
        name,
        { ...typeSpec(outputSchemaOf(schema)), description: doc, ...(secret && { secret }) },
      ]),
    ),
  };
}

/** Returns the record type of each list: a resource's outputs and its ID, without secrets. */
const recordTypes = (resources: Record<string, ResourceSpec>): Record<string, ObjectSpec> =>
  Object.fromEntries(
    Object.values(definitions)
      .filter(({ list }) => list !== undefined)
      .map(({ kind }) => [nativeTypeOf(`${kind}Record`), { type: "object", ...recordOf(kind, resources) }]),
  );

function recordOf(kind: string, resources: Record<string, ResourceSpec>): Pick<ObjectSpec, "properties" | "required"> {
  const { properties = {} } = resources[nativeTypeOf(kind)] ?? {};
  const open = Object.entries(properties).filter(([, { secret }]) => secret === undefined);
  const described = open.map(([name, property]): [string, PropertySpec] => [
    name,
    { ...property, description: firstSentence(property.description ?? "") },
  ]);
  const id: PropertySpec = { type: "string", description: "ID of the record in the API." };
  return { properties: { id, ...Object.fromEntries(described) }, required: ["id"] };
}

/** The sentences after the first are about what a program may declare, which doesn't concern a result. */
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;

function renderFunction({ kind, doc: description, filters, all }: Lookup, resources: Record<string, ResourceSpec>) {
  const hubArgument = kind === "Hub" ? {} : { hub: { ...hub, description: "Hub to search." } };
  const properties = Object.entries(filters).map(([name, filter]) => [
    name,
    { type: filter.type, description: filter.doc },
  ]);
  const many = { properties: { [all ?? ""]: { type: "array", items: refTo(`${kind}Record`) } }, required: [all ?? ""] };
  return {
    description,
    inputs: {
      type: "object",
      properties: { ...hubArgument, ...Object.fromEntries(properties) },
      ...(kind !== "Hub" && { required: ["hub"] }),
    },
    outputs: { type: "object", ...(all === undefined ? recordOf(kind, resources) : many) },
  };
}

const sorted = <Value>(values: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));

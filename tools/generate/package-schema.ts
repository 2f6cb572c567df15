import { definitions, lookups } from "../../model/kinds/index.ts";
import { nativeTypeOf } from "../../model/pulumi/resource-type.ts";
import { environmentNames, type Setting } from "../../provider/config.ts";
import { readText } from "../engine/local.ts";
import { publication } from "../release/publication.ts";
import { type Argument, capitalized, hubReference, providerArguments } from "./documentation.ts";
import { describe, functionSpec, recordSpec, resourceSpec } from "./resource-spec.ts";
import { type NamedSpec, type ObjectSpec, type PropertySpec, type ResourceSpec, refTo } from "./spec.ts";
import { namedTypesOf } from "./type-schema.ts";
import { enumSpec, hasOwnType, namedSpec } from "./type-spec.ts";

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

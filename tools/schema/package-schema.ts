import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Lookup } from "../../provider/functions/define.ts";
import { lookups } from "../../provider/functions/index.ts";
import { type Definition, isAdopted } from "../../provider/resources/define.ts";
import { definitions } from "../../provider/resources/index.ts";
import { pluginDownloadURL, version } from "../../sdk/native/release.ts";
import { type Property, propertiesOf, readSdk, type Sdk, type SdkClass } from "../docs/sdk.ts";
import { repositoryRoot } from "../engine/local.ts";
import { type ObjectSpec, type PropertySpec, refTo, resource, type TypeSpec } from "./spec.ts";
import { capitalized, describe, TypeNames } from "./types.ts";

/** The generated file. */
export const schemaPath = join(repositoryRoot, "schema.json");

/** Pulumi's description of the package, from which it makes SDKs: out of the definitions, and the documentation of sdk/. */
export function renderSchema(): string {
  const sdk = readSdk();
  const names = new TypeNames(sdk);
  const resources = Object.fromEntries(
    Object.values(definitions).map((definition) => [
      `statushub:index:${definition.kind}`,
      renderResource(definition, sdk, names),
    ]),
  );
  const functions = Object.fromEntries(
    Object.entries(lookups).map(([name, lookup]) => [`statushub:index:${name}`, renderFunction(lookup, resources)]),
  );
  const settings = renderSettings(sdk);
  const schema = {
    ...about(),
    config: { variables: settings },
    provider: { description: classOf(sdk, "Provider").comment.text, inputProperties: settings },
    types: { "statushub:index:HubReference": hubReference, ...recordTypes(resources), ...sorted(names.types) },
    resources,
    functions,
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

function about() {
  const { description, license, keywords } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
  return {
    name: "statushub",
    displayName: "StatusHub",
    version,
    description,
    keywords: [...keywords, "kind/native", "category/monitoring"],
    license,
    ...(pluginDownloadURL !== undefined && { pluginDownloadURL }),
    language: {
      // Not for an SDK of its own: `pulumi import` writes code that imports this.
      nodejs: { packageName: "pulumi-statushub/native", respectSchemaVersion: true },
      python: { packageName: "pulumi_statushub", respectSchemaVersion: true, pyproject: { enabled: true } },
      go: {
        importBasePath: "pulumi-statushub/sdk/go/statushub",
        respectSchemaVersion: true,
        generateResourceContainerTypes: true,
      },
      csharp: { rootNamespace: "Pulumi", respectSchemaVersion: true },
      java: { buildFiles: "gradle", dependencies: { "com.pulumi:pulumi": "1.16.0" } },
    },
  };
}

/** A hub by itself: its id alone will do, as the program cannot rename what it does not own. */
const hubReference: ObjectSpec = {
  type: "object",
  description: "A hub by its id, by its subdomain, or by both.",
  properties: {
    id: { type: "string", description: "Id of the hub in the API. With it, a renamed hub keeps its records." },
    subdomain: { type: "string", description: "Subdomain of the hub." },
  },
};

const hub: TypeSpec = { oneOf: [{ type: "string" }, resource("Hub"), refTo("HubReference")] };
const adopt: TypeSpec = { oneOf: [{ type: "boolean" }, { type: "string" }] };

interface ResourceSpec extends ObjectSpec {
  readonly inputProperties: Readonly<Record<string, PropertySpec>>;
  readonly requiredInputs: readonly string[];
  readonly aliases: readonly { readonly type: string }[];
}

/** A definition with what sdk/ says of it. */
interface Subject {
  readonly definition: Definition;
  readonly documented: SdkClass;
}

function renderResource(definition: Definition, sdk: Sdk, names: TypeNames): ResourceSpec {
  const { kind, properties } = definition;
  const subject: Subject = { definition, documented: classOf(sdk, kind) };
  const inputs = inputsOf(subject, names);
  const required = Object.keys(properties).filter((name) => properties[name]?.required);
  const isChild = !isAdopted(definition);
  return {
    description: subject.documented.comment.text,
    properties: { ...asOutputs(inputs), ...outputsOf(subject) },
    required,
    inputProperties: isChild ? { ...ownInputsOf(subject), ...inputs } : inputs,
    requiredInputs: [...(isChild ? ["hub"] : []), ...required],
    aliases: [{ type: `pulumi-nodejs:dynamic/statushub:${kind}` }],
  };
}

const sourceOf = ({ documented }: Subject, name: string) => documented.inputs.find((input) => input.name === name);

/** What every record on a hub takes. */
const ownInputsOf = (subject: Subject): Record<string, PropertySpec> => ({
  hub: { ...hub, ...describe(sourceOf(subject, "hub")) },
  adopt: { ...adopt, ...describe(sourceOf(subject, "adopt")) },
});

function inputsOf(subject: Subject, names: TypeNames): Record<string, PropertySpec> {
  const { kind, properties } = subject.definition;
  const inputs = Object.entries(properties).map(([name, property]): [string, PropertySpec] => {
    const source = sourceOf(subject, name);
    const schema = z.toJSONSchema(property.type.schema, { io: "input", unrepresentable: "any" });
    const type = names.typeOf(schema, { fallback: kind + capitalized(name), node: source?.types[0] });
    const secret = property.secret && { secret: true as const };
    return [
      name,
      { ...type, ...describe(source), ...secret, ...(property.replaces && { willReplaceOnChanges: true }) },
    ];
  });
  return Object.fromEntries(inputs);
}

const asOutputs = (inputs: Record<string, PropertySpec>): Record<string, PropertySpec> =>
  Object.fromEntries(Object.entries(inputs).map(([name, { willReplaceOnChanges: _, ...output }]) => [name, output]));

const outputsOf = ({ definition, documented }: Subject): Record<string, PropertySpec> =>
  Object.fromEntries(
    documented.outputs.map((output) => [
      output.name,
      { ...outputType(output), ...describe(output), ...(definition.outputs[output.name]?.secret && { secret: true }) },
    ]),
  );

const classOf = ({ classes }: Sdk, name: string): SdkClass => {
  const found = classes.find((each) => each.name === name);
  if (found === undefined) throw new Error(`sdk/ has no class ${name}.`);
  return found;
};

/** What the API answers is a text, a flag or a whole number; null where it has none. */
function outputType({ name, types: [node] }: Property): TypeSpec {
  const text = node?.getText() ?? "";
  const [, type] = /^pulumi\.Output<(string|number|boolean)( \| null)?>$/.exec(text) ?? [];
  if (type === undefined) throw new Error(`The schema has no type for the output ${name}, which is ${text}.`);
  return { type: type === "number" ? "integer" : type };
}

function renderSettings({ types }: Sdk): Record<string, PropertySpec> {
  const settings = propertiesOf("ProviderArgs", types).map((property): [string, PropertySpec] => [
    property.name,
    { type: "string", ...describe(property), ...(property.name === "apiKey" && { secret: true }) },
  ]);
  return Object.fromEntries(settings);
}

/** The record that a function returns: a resource's outputs and its id, without what is secret. */
const recordTypes = (resources: Record<string, ResourceSpec>): Record<string, ObjectSpec> =>
  Object.fromEntries(
    [
      ...new Set(
        Object.values(lookups)
          .filter(({ all }) => all !== undefined)
          .map(({ kind }) => kind),
      ),
    ].map((kind) => [`statushub:index:${kind}Record`, { type: "object", ...recordOf(kind, resources) }]),
  );

function recordOf(kind: string, resources: Record<string, ResourceSpec>): Pick<ObjectSpec, "properties" | "required"> {
  const { properties = {} } = resources[`statushub:index:${kind}`] ?? {};
  const open = Object.entries(properties).filter(([, { secret }]) => secret === undefined);
  const id: PropertySpec = { type: "string", description: "Id of the record in the API." };
  return { properties: { id, ...Object.fromEntries(open) }, required: ["id"] };
}

function renderFunction({ kind, doc: description, filters, all }: Lookup, resources: Record<string, ResourceSpec>) {
  const hubArgument = kind === "Hub" ? {} : { hub: { ...hub, description: "The hub of the records." } };
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

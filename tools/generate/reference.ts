import { definitions, lookups } from "../../model/kinds/index.ts";
import { type Definition, isAdoptOnly, kebab, type Lookup } from "../../model/kinds/kind.ts";
import type { Property } from "../../model/kinds/property.ts";
import { nativeTypeOf } from "../../model/pulumi/resource-type.ts";
import { adoptArgument, hubArgument, hubIdDoc, isOnHub, nameInApi } from "./documentation.ts";
import { exampleSections, hasExample, partSections, programOf } from "./examples.ts";
import { code, join, wrapped } from "./markdown.ts";
import { listOf, membersOf, namedTypesOf, outputSchemaOf, schemaOf, type TypeSchema, written } from "./typescript.ts";

const notice = "<!-- Written by `npm run generate`. -->";

/** Returns the page of each resource by its path. */
export const reference = (): [path: string, text: string][] =>
  Object.values(definitions).map((definition) => [
    `docs/resources/${pageOf(definition.kind)}`,
    `${notice}\n\n${resourcePage(definition).replace(/as far as we\sknow/i, "[$&](../glossary.md)")}\n`,
  ]);

export const pageOf = (kind: string): string => `${kebab(kind)}.md`;

/** Returns the page about one resource: its kind's documentation, and how it is imported and looked up. */
const resourcePage = (definition: Definition): string =>
  join(
    `# ${definition.kind}`,
    paragraphs(definition.doc),
    examples(definition),
    properties(definition),
    outputs(definition),
    nestedTypes(definition),
    access(definition),
    isOnHub(definition) ? [] : sharedProperties(),
  );

/** Returns the examples of a resource. The page about services shows the program that the other examples belong to, with its hub. */
function examples(definition: Definition): string[] {
  const { kind } = definition;
  if (kind === "Service") {
    return ["## Example", ...exampleSections(kind, ["start", "kinds", "Hub"])];
  }
  if (kind === "Hub") return ["## Example", "[This program](service.md#example) begins with a hub."];
  return ["## Example", programOf([kind]), ...partSections([kind], ["kinds"])];
}

function properties(definition: Definition): string[] {
  const reset = "Removing a property resets it to its default, unless noted below.";
  const shared =
    " You also pass a [`hub`](hub.md#the-property-hub), and can pass [`adopt`](hub.md#the-property-adopt).";
  return [
    "## Properties",
    wrapped(reset + (isOnHub(definition) ? shared : "")),
    ...Object.entries(definition.properties).map(([name, property]) =>
      join(
        `### ${code(name)}`,
        ...paragraphs(`${factsOf(property)} ${property.doc}${nameInApi(name, property)}${withoutValue(property)}`),
      ),
    ),
  ];
}

/** Formats as "`boolean`, default `false`.". */
function factsOf({ type, secret, required, cleared, initially }: Property): string {
  const initial = required || initially ? "" : `, default ${jsonOf(cleared)}`;
  return `${typeAndMarks(typeName(schemaOf(type.schema)), { secret, required })}${initial}.`;
}

/** Formats as "`string`, secret, required". */
const typeAndMarks = (type: string, { secret, required }: { secret?: unknown; required?: unknown }): string =>
  [code(type), ...(secret ? ["secret"] : []), ...(required ? ["required"] : [])].join(", ");

/** Says what a property is without a value, unless it is one that can be written down. */
const withoutValue = ({ cleared, initially }: Property): string =>
  initially === undefined
    ? ""
    : ` Default: ${initially}. If you remove it, ${cleared === undefined ? "it keeps its value" : `the provider sends ${jsonOf(cleared)}`}.`;

const jsonOf = (value: unknown): string => code(JSON.stringify(value) ?? "");

/** Explains the properties that every other resource has. */
const sharedProperties = (): string[] => [
  "## Properties of the other resources",
  ...[hubArgument, adoptArgument].map(({ name, type, doc }) =>
    join(`### The property ${code(name)}`, ...paragraphs(`${code(type)}. ${doc}`)),
  ),
];

const paragraphs = (doc: string): string[] => doc.split("\n\n").map((text) => wrapped(text));

function outputs(definition: Definition): string[] {
  const own = Object.entries(definition.outputs).map(([name, { doc, schema, secret }]) =>
    item(name, typeAndMarks(typeName(outputSchemaOf(schema)), { secret }), doc),
  );
  const hubId = isOnHub(definition) ? [item("hubId", code("string"), hubIdDoc)] : [];
  return ["## Outputs", "Besides its properties and `id`:", [...hubId, ...own].join("\n")];
}

const item = (name: string, facts: string, doc = ""): string =>
  wrapped(`- ${code(name)} (${facts}): ${doc}`, { indent: "  " });

/** Returns a type for readers of any language. Objects are named, all others are spelled out. */
function typeName(schema: TypeSchema): string {
  const { input, title, properties, examples } = schema;
  if (input !== undefined) {
    return input
      .replaceAll(/pulumi\.Input<(\w+)>/g, "($1)")
      .replaceAll("(ServiceReference)", "(Service | string | number)");
  }
  if (properties !== undefined && title !== undefined) return title;
  if (examples !== undefined) return [...examples.map((value) => JSON.stringify(value)), "string"].join(" | ");
  return written(schema, (items) => listOf(typeName(items)), typeName);
}

/** The page that describes a type, if that is the page of an earlier kind. */
function linkToFirst({ kind }: Definition, { title = "" }: TypeSchema): string | undefined {
  const first = Object.values(definitions).find((each) => namedTypesOf([each]).some((type) => type.title === title));
  return first === undefined || first.kind === kind
    ? undefined
    : `As in [${first.kind}](${pageOf(first.kind)}#${title.toLowerCase()}).`;
}

function nestedTypes(definition: Definition): string[] {
  const objects = namedTypesOf([definition]).filter(({ properties }) => properties !== undefined);
  const sections = objects.flatMap((schema) => [
    `### ${schema.title}`,
    linkToFirst(definition, schema) ??
      membersOf(schema)
        .map(({ name, isRequired, schema: member }) =>
          item(name, typeAndMarks(typeName(member), { required: isRequired }), member.description),
        )
        .join("\n"),
  ]);
  return sections.length === 0 ? [] : ["## Types", ...sections];
}

/** How one record is imported, and how it is read without being managed. */
function access(definition: Definition): string[] {
  const { kind, find, list } = definition;
  const id = isAdoptOnly(definition) ? "acme acme" : "example acme/1234";
  const linkTo = (name: string) => `[${code(name)}](functions.md#${name.toLowerCase()})`;
  const searches = [...(find ? [linkTo(`get${kind}`)] : []), ...(list ? [linkTo(`get${kind}s`)] : [])];
  return [
    "## Import or read one",
    `With the [native provider](../native.md#import):\n\n    pulumi import ${nativeTypeOf(kind)} ${id}`,
    wrapped(
      `${code(`statushub.${kind}.get`)} reads one by its ID.` +
        (searches.length === 0 ? "" : ` To search, use ${searches.join(" or ")}.`),
    ),
  ];
}

/** Returns a section on each function that finds records. */
export const functionSections = (): string =>
  join(Object.entries(lookups).flatMap(([name, lookup]) => lookupSection(name, lookup)));

function lookupSection(name: string, { kind, doc: description, filters, all }: Lookup): string[] {
  const hub = kind === "Hub" ? [] : [item("hub", "`Hub | string`, required", "Where to search.")];
  const rows = Object.entries(filters).map(([argument, { type, doc }]) =>
    item(argument, code(type === "integer" ? "number" : type), doc),
  );
  const outputs = `[${kind}](${pageOf(kind)}#outputs)`;
  const result =
    all === undefined
      ? `Returns the outputs of a ${outputs}.`
      : `Returns ${code(all)}, a list of the outputs of each ${outputs}.`;
  return [
    `## ${code(name)}`,
    description,
    [...hub, ...rows].join("\n"),
    result,
    ...(hasExample(name) ? partSections([name], ["functions", "outputs"]) : []),
  ];
}

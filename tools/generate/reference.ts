import { definitions, lookups } from "../../model/kinds/index.ts";
import { type Definition, isAdoptOnly, kebab, type Lookup } from "../../model/kinds/kind.ts";
import type { Property } from "../../model/kinds/property.ts";
import { nativeTypeOf } from "../../model/pulumi/resource-type.ts";
import { adoptArgument, hasExample, hubArgument, hubIdDoc, isOnHub, nameInApi } from "./documentation.ts";
import { exampleSections, programInWords, programSections } from "./examples.ts";
import { code, join, wrapped } from "./markdown.ts";
import { membersOf, namedTypesOf, outputSchemaOf, schemaOf, type TypeSchema } from "./type-schema.ts";
import { unnamedType } from "./typescript.ts";

const notice = "<!-- Written by `npm run generate`. -->";

/** Returns the page of each resource by its path. */
export const reference = (): [path: string, text: string][] =>
  Object.values(definitions).map((definition) => {
    // The first words that newcomers would ask about lead to the glossary.
    const page = resourcePage(definition).replace(/as far as we\sknow/i, "[$&](../glossary.md)");
    return [`docs/resources/${pageOf(definition.kind)}`, `${notice}\n\n${page}\n`];
  });

export const pageOf = (kind: string): string => `${kebab(kind)}.md`;

/** Returns the page about one resource: its kind's documentation, and how it is imported and looked up. */
const resourcePage = (definition: Definition): string =>
  join(
    `# ${definition.kind}`,
    paragraphs(definition.doc),
    exampleSection(definition),
    propertySection(definition),
    outputSection(definition),
    typeSection(definition),
    accessSection(definition),
    isOnHub(definition) ? [] : sharedPropertySection(),
  );

/** The page about services shows a whole program, with its hub. The examples on other pages belong to that program. */
function exampleSection({ kind }: Definition): string[] {
  if (kind === "Service") return ["## Example", ...programSections(kind, ["start", "kinds", "Hub"])];
  if (kind === "Hub") return ["## Example", "[This program](service.md#example) begins with a hub."];
  return ["## Example", programInWords([kind]), ...exampleSections([kind], ["kinds"])];
}

function propertySection(definition: Definition): string[] {
  const reset = "Removing a property resets it to its default, unless noted below.";
  const shared = "You also pass a [`hub`](hub.md#the-property-hub), and can pass [`adopt`](hub.md#the-property-adopt).";
  const entries = Object.entries(definition.properties).map(([name, property]) => {
    const text = `${factsOf(property)} ${property.doc}${nameInApi(name, property)}${valueIfNotDeclared(property)}`;
    return join(`### ${code(name)}`, ...paragraphs(text));
  });
  return ["## Properties", wrapped(isOnHub(definition) ? `${reset} ${shared}` : reset), ...entries];
}

/** Formats as "`boolean`, default `false`.". A default that can't be written as JSON is a sentence at the end of the text. */
function factsOf({ type, secret, required, cleared, initially }: Property): string {
  const facts = typeAndMarks(typeName(schemaOf(type.schema)), { secret, required });
  const hasJsonDefault = !required && !initially;
  return hasJsonDefault ? `${facts}, default ${jsonOf(cleared)}.` : `${facts}.`;
}

/** Formats as "`string`, secret, required". */
function typeAndMarks(type: string, { secret, required }: { secret?: unknown; required?: unknown }): string {
  const facts = [code(type)];
  if (secret) facts.push("secret");
  if (required) facts.push("required");
  return facts.join(", ");
}

function valueIfNotDeclared({ cleared, initially }: Property): string {
  if (initially === undefined) return "";
  const reset = cleared === undefined ? "it keeps its value" : `the provider sends ${jsonOf(cleared)}`;
  return ` Default: ${initially}. If you remove it, ${reset}.`;
}

const jsonOf = (value: unknown): string => code(JSON.stringify(value) ?? "");

/** Explains the properties that every other resource has. */
const sharedPropertySection = (): string[] => [
  "## Properties of the other resources",
  ...[hubArgument, adoptArgument].map(({ name, type, doc }) =>
    join(`### The property ${code(name)}`, ...paragraphs(`${code(type)}. ${doc}`)),
  ),
];

const paragraphs = (doc: string): string[] => doc.split("\n\n").map((text) => wrapped(text));

function outputSection(definition: Definition): string[] {
  const items: string[] = [];
  if (isOnHub(definition)) items.push(listItem("hubId", code("string"), hubIdDoc));
  for (const [name, { doc, schema, secret }] of Object.entries(definition.outputs))
    items.push(listItem(name, typeAndMarks(typeName(outputSchemaOf(schema)), { secret }), doc));
  return ["## Outputs", "Besides its properties and `id`:", items.join("\n")];
}

const listItem = (name: string, facts: string, doc = ""): string =>
  wrapped(`- ${code(name)} (${facts}): ${doc}`, { indent: "  " });

/** Returns a type for readers of any language. Objects are named, all others are spelled out. */
function typeName(schema: TypeSchema): string {
  const { input, title, properties, examples } = schema;
  if (input !== undefined) {
    // `"all" | pulumi.Input<ServiceReference>[]` becomes `"all" | (Service | string | number)[]`.
    return input
      .replaceAll(/pulumi\.Input<(\w+)>/g, "($1)")
      .replaceAll("(ServiceReference)", "(Service | string | number)");
  }
  if (properties !== undefined && title !== undefined) return title;
  if (examples !== undefined) return [...examples.map((value) => JSON.stringify(value)), "string"].join(" | ");
  return unnamedType(schema, typeName);
}

/** Returns the objects in the properties of a resource, which the text of the properties only names. */
function typeSection(definition: Definition): string[] {
  const objects = namedTypesOf([definition]).filter(({ properties }) => properties !== undefined);
  const entries = objects.flatMap((schema) => [
    `### ${schema.title}`,
    linkToEarlierPage(definition, schema) ?? memberList(schema),
  ]);
  return entries.length === 0 ? [] : ["## Types", ...entries];
}

function memberList(schema: TypeSchema): string {
  const items = membersOf(schema).map((member) => {
    const facts = typeAndMarks(typeName(member.schema), { required: member.isRequired });
    return listItem(member.name, facts, member.schema.description);
  });
  return items.join("\n");
}

/** Refers to the first resource with a type. Undefined on the page of that resource. */
function linkToEarlierPage({ kind }: Definition, { title = "" }: TypeSchema): string | undefined {
  const first = Object.values(definitions).find((each) => namedTypesOf([each]).some((type) => type.title === title));
  if (first === undefined || first.kind === kind) return undefined;
  return `As in [${first.kind}](${pageOf(first.kind)}#${title.toLowerCase()}).`;
}

/** How one record is imported, and how it is read without being managed. */
function accessSection(definition: Definition): string[] {
  const { kind, find, list } = definition;
  const nameAndId = isAdoptOnly(definition) ? "acme acme" : "example acme/1234";
  const searches: string[] = [];
  if (find !== undefined) searches.push(linkToFunction(`get${kind}`));
  if (list !== undefined) searches.push(linkToFunction(`get${kind}s`));
  const get = `${code(`statushub.${kind}.get`)} reads one by its ID.`;
  return [
    "## Import or read one",
    `With the [native provider](../native.md#import):\n\n    pulumi import ${nativeTypeOf(kind)} ${nameAndId}`,
    wrapped(searches.length === 0 ? get : `${get} To search, use ${searches.join(" or ")}.`),
  ];
}

const linkToFunction = (name: string): string => `[${code(name)}](functions.md#${name.toLowerCase()})`;

/** Returns a section on each function that finds records. */
export const functionSections = (): string =>
  join(Object.entries(lookups).flatMap(([name, lookup]) => lookupSection(name, lookup)));

function lookupSection(name: string, { kind, doc, filters, all }: Lookup): string[] {
  const items: string[] = [];
  if (kind !== "Hub") items.push(listItem("hub", "`Hub | string`, required", "Where to search."));
  for (const [filter, { type, doc: filterDoc }] of Object.entries(filters))
    items.push(listItem(filter, code(type === "integer" ? "number" : type), filterDoc));
  const outputs = `[${kind}](${pageOf(kind)}#outputs)`;
  const result =
    all === undefined
      ? `Returns the outputs of a ${outputs}.`
      : `Returns ${code(all)}, a list of the outputs of each ${outputs}.`;
  const example = hasExample(name) ? exampleSections([name], ["functions", "outputs"]) : [];
  return [`## ${code(name)}`, doc, items.join("\n"), result, ...example];
}

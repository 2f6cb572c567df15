import { definitions, lookups } from "../../model/kinds/index.ts";
import { type Definition, isAdoptOnly, kebab, type Lookup, nounOf, type Property } from "../../model/kinds/kind.ts";
import { nativeTypeOf } from "../../model/pulumi/resource-type.ts";
import { adoptArgument, hubArgument, hubIdDoc, isOnHub, withArticle } from "./documentation.ts";
import { exampleSections, partSections } from "./examples.ts";
import { code, join, wrapped } from "./markdown.ts";
import { listOf, membersOf, namedTypesOf, outputSchemaOf, schemaOf, type TypeSchema, written } from "./typescript.ts";

const notice = "<!-- Written by `npm run generate` from model/kinds/ and examples/languages. -->";

/** Returns the pages of the reference by path: one for each resource, and one for the functions. */
export const reference = (): [path: string, text: string][] =>
  [
    ...Object.values(definitions).map((definition) => [pageOf(definition.kind), resourcePage(definition)] as const),
    ["functions.md", functionsPage()] as const,
  ].map(([name, text]) => [`docs/resources/${name}`, `${notice}\n\n${text}\n`]);

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
    importing(definition),
    searches(definition),
    isOnHub(definition) ? [] : sharedProperties(),
  );

/** Returns the examples of a resource. The page about services shows the program that the other examples belong to. */
function examples(definition: Definition): string[] {
  const { kind } = definition;
  if (kind === "Service") {
    return ["## Example", ...exampleSections(kind, ["start", "kinds", "Hub"])];
  }
  const program = "In [this program](service.md#example):";
  return ["## Example", program, ...partSections(kind, ["kinds"])];
}

function properties(definition: Definition): string[] {
  const intro =
    "You only manage the properties that you set. If you remove one, your next `up` resets it to its default. In Python, write them in " +
    "`snake_case`, and in Go in `PascalCase`.";
  const shared =
    " You also pass a [`hub`](hub.md#the-property-hub), and you can pass [`adopt`](hub.md#the-property-adopt).";
  return [
    "## Properties",
    wrapped(intro + (isOnHub(definition) ? shared : "")),
    ...Object.entries(definition.properties).map(([name, property]) =>
      join(
        `### ${code(name)}`,
        ...paragraphs(`${factsOf(property)} ${property.doc}${nameInApi(name, property)}${withoutValue(property)}`),
      ),
    ),
  ];
}

const nameInApi = (name: string, { wire }: Property) =>
  wire === kebab(name).replaceAll("-", "_") ? "" : ` API: ${code(wire)}.`;

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
    : ` Default: ${initially}. If you remove it, ${cleared === undefined ? "it keeps its value" : `${jsonOf(cleared)} is sent`}.`;

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
  return [
    "## Outputs",
    "Your program can read every property with its live value, `id` (the record's ID in the API), and:",
    [...hubId, ...own].join("\n"),
  ];
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

function nestedTypes(definition: Definition): string[] {
  const objects = namedTypesOf([definition]).filter(({ properties }) => properties !== undefined);
  const sections = objects.flatMap((schema) => [
    `### ${schema.title}`,
    membersOf(schema)
      .map(({ name, isRequired, schema: member }) =>
        item(name, typeAndMarks(typeName(member), { required: isRequired }), member.description),
      )
      .join("\n"),
  ]);
  return sections.length === 0 ? [] : ["## Types", ...sections];
}

function importing(definition: Definition): string[] {
  const command = `pulumi import ${nativeTypeOf(definition.kind)}`;
  const [example, text] = isAdoptOnly(definition)
    ? [
        "acme acme",
        "The import ID is the subdomain of your hub, or its ID in the API. You don't need the import, because a `Hub` adopts the hub.",
      ]
    : ["example acme/1234", "With the dynamic provider, let [`adopt`](../guides/adopting.md) import your page."];
  return [
    "## Import",
    `If your program uses the [native provider](../native.md#import):\n\n    ${command} ${example}`,
    wrapped(text),
  ];
}

function searches(definition: Definition): string[] {
  const { kind, find, list } = definition;
  const linkTo = (name: string) => `[${code(name)}](functions.md#${name.toLowerCase()})`;
  const searches = [
    ...(find ? [`${code("find")} is ${linkTo(`get${kind}`)}`] : []),
    ...(list ? [`${code("list")} is ${linkTo(`get${kind}s`)}`] : []),
  ];
  return [
    "## Look up",
    wrapped(
      `If you only want to read ${withArticle(nounOf(definition))}, pass its ID to ${code(`statushub.${kind}.get`)}.` +
        (searches.length === 0 ? "" : ` In other languages, ${searches.join(", and ")}.`),
    ),
  ];
}

function functionsPage(): string {
  return join(
    "# Functions",
    wrapped(
      "Find records that your program doesn't manage, such as the services of a different stack. The functions return the `id` and the " +
        "outputs of a record, except secrets such as the `token` of a service. Searches for one kind on a hub share one list, so ten " +
        "lookups cost about as much as one.",
    ),
    wrapped(
      "In TypeScript, use the methods `find` and `list` of the classes. `get` and `find` return a resource whose secret outputs include " +
        "the `token`. In Go, `LookupService` returns one record and `GetServices` several. The forms that end in `Output` or `_output` " +
        "also accept outputs of other resources. The examples are parts of [complete programs](../examples.md).",
    ),
    Object.entries(lookups).flatMap(([name, lookup]) => lookupSection(name, lookup)),
  );
}

/** Its example shows how every list is called. */
const [firstList = ""] = Object.keys(lookups).filter((name) => lookups[name]?.all !== undefined);

function lookupSection(name: string, { kind, doc: description, filters, all }: Lookup): string[] {
  const hub = kind === "Hub" ? [] : [item("hub", "`Hub | string`, required", "The hub that you search.")];
  const rows = Object.entries(filters).map(([argument, { type, doc }]) =>
    item(argument, code(type === "integer" ? "number" : type), doc),
  );
  const outputs = `[${kind}](${pageOf(kind)}#outputs)`;
  const result =
    all === undefined
      ? `Returns the outputs of a ${outputs}.`
      : `Returns ${code(all)}, a list of the outputs of each ${outputs}.`;
  const isShown = all === undefined || name === firstList;
  return [
    `## ${code(name)}`,
    description,
    [...hub, ...rows].join("\n"),
    isShown ? result : `${result} Called like [${code(firstList)}](#${firstList.toLowerCase()}).`,
    ...(isShown ? partSections(name, ["functions"]) : []),
  ];
}

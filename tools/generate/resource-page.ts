import type { Operation } from "../../api/operation.ts";
import { lookups } from "../../kinds/index.ts";
import { type Definition, isAdoptOnly, nounOf, type Property } from "../../kinds/kind.ts";
import { nativeTypeOf } from "../../provider/resource-type.ts";
import { adoptArgument, hubArgument, hubIdDoc, initialOf, isOnHub, withArticle } from "./documentation.ts";
import { exampleSections, partSections } from "./examples.ts";
import { block, code, join, table, wrapped } from "./markdown.ts";
import { listOf, membersOf, namedTypesOf, outputSchemaOf, schemaOf, type TypeSchema, written } from "./type.ts";

/** Returns the page about one resource: its kind's documentation, and how the API is used. */
export const resourcePage = (definition: Definition): string =>
  join(
    `# ${definition.kind}`,
    paragraphs(definition.doc),
    examples(definition),
    properties(definition),
    outputs(definition),
    nestedTypes(definition),
    importing(definition),
    searches(definition),
    requests(definition),
    isOnHub(definition) ? [] : sharedProperties(),
  );

/** Returns the examples of a resource. The page about services shows the program that the other examples belong to. */
function examples({ kind, properties }: Definition): string[] {
  const refersToServices = Object.values(properties).some(({ type }) => type.references !== undefined);
  if (!refersToServices) return ["## Example", ...exampleSections(kind, ["start", "kinds", "Hub"])];
  const program = "This example uses the hub and the service of the [program for services](service.md#example).";
  return ["## Example", program, ...partSections(kind, ["start", "kinds"])];
}

interface Input {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  readonly default?: string;
  readonly required?: boolean;
  /** Documentation from the kind; absent if every kind has the argument. */
  readonly property?: Property;
}

const inputsOf = (definition: Definition): Input[] => [
  ...(isOnHub(definition) ? [hubArgument, adoptArgument] : []),
  ...Object.entries(definition.properties).map(([name, property]) => ({
    name,
    type: typeName(schemaOf(property.type.schema)),
    // The table says what a removal does.
    doc: `${property.doc} API: ${code(property.wire)}.`,
    ...(property.required ? { required: true } : { default: initialOf(property) }),
    property,
  })),
];

function properties(definition: Definition): string[] {
  const inputs = inputsOf(definition);
  const rows = inputs.map((input) => {
    const { name, type, property } = input;
    const target = property === undefined ? `hub.md#the-property-${name}` : `#${name.toLowerCase()}`;
    const link = `[${code(name)}](${target})${input.required ? ", required" : ""}`;
    return [
      link,
      code(type) + (property?.secret ? ", secret" : ""),
      changeOf(input),
      removalOf(input),
      input.default ?? "",
    ];
  });
  return [
    "## Properties",
    wrapped(
      "Only the properties that you set are managed, and the defaults are those of a new record. In Python, `customId` is " +
        "`custom_id`, and in Go, it is `CustomId`.",
    ),
    table(["property", "type", "on change", "on removal", "default"], rows),
    ...inputs
      .filter(({ property }) => property !== undefined)
      .map(({ name, doc }) => join(`### ${code(name)}`, ...paragraphs(doc))),
  ];
}

/** Explains the properties that every other resource has. */
const sharedProperties = (): string[] => [
  "## Properties of the other resources",
  ...[hubArgument, adoptArgument].map(({ name, doc }) => join(`### The property ${code(name)}`, ...paragraphs(doc))),
];

const paragraphs = (doc: string): string[] => doc.split("\n\n").map((text) => wrapped(text));

function changeOf({ name, property }: Input): string {
  if (name === "hub") return "replaces the record, unless the hub was renamed";
  if (name === "adopt") return "has no effect";
  return property?.replaces ? "replaces the record" : "updates in place";
}

function removalOf({ required, property }: Input): string {
  if (required || property === undefined) return "";
  return property.cleared === undefined
    ? "is no longer managed"
    : `resets to ${code(JSON.stringify(property.cleared))}`;
}

function outputs(definition: Definition): string[] {
  const own = Object.entries(definition.outputs).map(([name, { doc, schema, secret }]) => [
    code(name),
    code(typeName(outputSchemaOf(schema))) + (secret ? ", secret" : ""),
    doc,
  ]);
  const hubId = isOnHub(definition) ? [[code("hubId"), code("string"), hubIdDoc]] : [];
  return [
    "## Outputs",
    wrapped(
      "Every property is also an output with its live value, and `id` is the record's ID in the API. The others are:",
    ),
    table(["output", "type", ""], [...hubId, ...own]),
  ];
}

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
    table(
      ["property", "type", ""],
      membersOf(schema).map((member) => [
        code(member.name) + (member.isRequired ? ", required" : ""),
        code(typeName(member.schema)),
        member.schema.description ?? "",
      ]),
    ),
  ]);
  return sections.length === 0 ? [] : ["## Types", ...sections];
}

function importing(definition: Definition): string[] {
  const command = `pulumi import ${nativeTypeOf(definition.kind)}`;
  const [example, text] = isAdoptOnly(definition)
    ? [
        "acme acme",
        "The import ID is the subdomain of the hub, or its ID in the API. You don't need it, because a `Hub` adopts the hub.",
      ]
    : [
        "example acme/1234",
        "With the dynamic provider, run [`pulumi-statushub adopt`](../cli.md#adopt), or declare [`adopt`](hub.md#the-property-adopt).",
      ];
  return ["## Import", `With the [native provider](../native.md#import):\n\n    ${command} ${example}`, wrapped(text)];
}

function searches(definition: Definition): string[] {
  const { kind, find, list } = definition;
  const methods = [
    { name: "get", doc: `Reads ${withArticle(nounOf(definition))} by its ID.` },
    ...(find ? [{ name: "find", ...find }] : []),
    ...(list ? [{ name: "list", ...list }] : []),
  ];
  const functions = Object.entries(lookups).filter(([, lookup]) => lookup.kind === kind);
  return [
    "## Look up",
    "To use a record without managing it:",
    [
      ...methods.map(({ name, doc }) => `- ${code(`statushub.${kind}.${name}`)}: ${doc}`),
      ...functions.map(([name, { all }]) => {
        const method = all === undefined ? "find" : "list";
        return `- [${code(name)}](functions.md#${name.toLowerCase()}): ${code(method)} in other languages.`;
      }),
    ]
      .map((item) => wrapped(item, { indent: "  " }))
      .join("\n"),
    ...[find, list].flatMap((search) => (search ? [block("ts", search.example)] : [])),
  ];
}

/** Lists the requests and when they are sent, from the operations and the definition. */
function requests(definition: Definition): string[] {
  const { update, restore } = definition.operations;
  const rows = [
    ["create", creation(definition)],
    ["read", reading(definition)],
    ["update", `${sent(update)}, with only the changed properties`],
    ["delete", deletion(definition)],
    ["restore", restore ? sent(restore) : ""],
  ].filter(([, text]) => text !== "");
  return ["## Requests", table(["", "request"], rows)];
}

const sent = ({ method, path, evidence }: Operation) => `${code(`${method} ${path}`)}, ${evidence}`;

function creation({ operations: { create }, properties: rules }: Definition): string {
  if (create === undefined) return "none: reads the record and sends differences as an update";
  const later = Object.keys(rules).filter((name) => rules[name]?.putOnly);
  return sent(create) + (later.length === 0 ? "" : `, then an update with ${later.map(code).join(" and ")}`);
}

function reading(definition: Definition): string {
  const { get, list } = definition.operations;
  return isAdoptOnly(definition)
    ? `${sent(get)}; ${sent(list)}, if the hub was renamed`
    : `${sent(list)}, once for all records; ${sent(get)}, if the list leaves something out`;
}

function deletion({ operations, series }: Definition): string {
  if (operations.delete === undefined) return "none: the record isn't changed";
  return `${series ? "an update that ends a series, then " : ""}${sent(operations.delete)}`;
}

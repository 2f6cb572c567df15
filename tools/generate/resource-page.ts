import { definitions, lookups } from "../../model/kinds/index.ts";
import { type Definition, isAdoptOnly, kebab, nounOf, type Property } from "../../model/kinds/kind.ts";
import { nativeTypeOf } from "../../provider/resource-type.ts";
import { adoptArgument, groupedKind, hubArgument, hubIdDoc, isOnHub, withArticle } from "./documentation.ts";
import { exampleSections, partSections } from "./examples.ts";
import { code, join, wrapped } from "./markdown.ts";
import { listOf, membersOf, namedTypesOf, outputSchemaOf, schemaOf, type TypeSchema, written } from "./typescript.ts";

/** Returns the page about one resource: its kind's documentation, and how it is imported and looked up. */
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
    isOnHub(definition) ? [] : sharedProperties(),
  );

/** Returns the examples of a resource. The page about services shows the program that the other examples belong to. */
function examples(definition: Definition): string[] {
  const { kind } = definition;
  if (kind === groupedKind(Object.values(definitions)).kind) {
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
  const facts = [
    code(typeName(schemaOf(type.schema))),
    ...(secret ? ["secret"] : []),
    ...(required ? ["required"] : []),
    ...(required || initially ? [] : [`default ${jsonOf(cleared)}`]),
  ];
  return `${facts.join(", ")}.`;
}

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
    described({ name, type: typeName(outputSchemaOf(schema)), isSecret: secret === true, doc }),
  );
  const hubId = isOnHub(definition) ? [described({ name: "hubId", type: "string", doc: hubIdDoc })] : [];
  return [
    "## Outputs",
    "Your program can read every property with its live value, `id` (the record's ID in the API), and:",
    [...hubId, ...own].join("\n"),
  ];
}

interface Description {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  readonly isRequired?: boolean;
  readonly isSecret?: boolean;
}

/** Returns an item of a list of outputs or members. */
const described = ({ name, type, doc, isRequired = false, isSecret = false }: Description): string =>
  wrapped(`- ${code(name)} (${code(type)}${isRequired ? ", required" : ""}${isSecret ? ", secret" : ""}): ${doc}`, {
    indent: "  ",
  });

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
        described({ name, type: typeName(member), isRequired, doc: member.description ?? "" }),
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
  const functions = Object.entries(lookups).filter(([, lookup]) => lookup.kind === kind);
  const linkOf = (isSearch: boolean) =>
    functions.flatMap(([name, { all }]) =>
      (all === undefined) === isSearch ? [`[${code(name)}](functions.md#${name.toLowerCase()})`] : [],
    );
  const searches = [
    ...(find ? [`${code("find")} is ${linkOf(true).join()}`] : []),
    ...(list ? [`${code("list")} is ${linkOf(false).join()}`] : []),
  ];
  return [
    "## Look up",
    wrapped(
      `If you only want to read ${withArticle(nounOf(definition))}, pass its ID to ${code(`statushub.${kind}.get`)}.` +
        (searches.length === 0 ? "" : ` In other languages, ${searches.join(", and ")}.`),
    ),
  ];
}

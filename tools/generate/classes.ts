import { definitions } from "../../model/kinds/index.ts";
import { type Definition, nounOf, type Search } from "../../model/kinds/kind.ts";
import {
  argsType,
  capitalized,
  documentationOf,
  firstSentence,
  hasExample,
  hubIdDoc,
  isOnHub,
  nounsOf,
  withArticle,
} from "./documentation.ts";
import { typescriptExample } from "./examples.ts";
import { notice } from "./files.ts";
import { block, join } from "./markdown.ts";
import { namedTypesOf, outputSchemaOf, schemaOf } from "./type-schema.ts";
import { commentText, inputType, membersText, outputType } from "./typescript.ts";

/*
 * Writes the classes of the package as readable code. Those of the native provider have the same interface, and are made
 * from it at run time.
 */

const typeNames = namedTypesOf(Object.values(definitions))
  .map(({ title }) => title)
  .join(", ");

/** Writes `sdk/<kind>.ts`: the arguments and the class. The formatter removes unused imports. */
export const dynamicClass = (definition: Definition): string =>
  join(
    `${notice}import * as pulumi from "@pulumi/pulumi";
import { type LookupResult, lookup } from "./lookup.ts";
import { dynamicResource, isKind, keepKnownId, withHub } from "./resource.ts";
import { shapes } from "./shapes.ts";
import type { HubScopedArgs, ManagedRecordArgs, ${typeNames} } from "./types.ts";`,
    argsInterface(definition),
    oneRequired(definition),
    lookupTypes(definition),
    classText(definition),
  );

function argsInterface(definition: Definition): string {
  const { kind, properties } = definition;
  const members = Object.entries(properties).map(([name, property]) => {
    return {
      name,
      type: inputType(schemaOf(property.type.schema)),
      required: property.required,
      ...documentationOf(name, property),
    };
  });
  const parent = isOnHub(definition) ? " extends ManagedRecordArgs" : "";
  return `/** Arguments of ${withArticle(nounOf(definition))}. */\nexport interface ${kind}Args${parent} {\n${membersText(members)}\n}`;
}

/** Expresses "at least one of these properties" as a type. */
function oneRequired({ kind, oneRequired: names }: Definition): string {
  if (names === undefined) return "";
  const alternatives = names.map((name) => `{ ${name}: ${kind}Args["${name}"] }`);
  return `/** Requires ${names.join(" or ")}, or both. A preview checks that one of them isn't empty. */\nexport type ${kind}Requirement = ${alternatives.join(" | ")};`;
}

/** Returns the types of a kind's lookups: the arguments of `find` and of `list`, and what both return. */
function lookupTypes(definition: Definition): string {
  const { kind, find, list } = definition;
  if (find === undefined && list === undefined) return "";
  const one = `finding one ${nounOf(definition)}`;
  const many = `listing the ${nounsOf(definition)} of a hub`;
  return join(
    find === undefined ? "" : filterInterface(definition, `${kind}Query`, one, find),
    list === undefined ? "" : filterInterface(definition, `${kind}Filter`, many, list),
    foundType(definition),
  );
}

function filterInterface(definition: Definition, name: string, use: string, search: Search): string {
  const parent = isOnHub(definition) ? " extends HubScopedArgs" : "";
  return `/** Filters for ${use}. */\nexport interface ${name}${parent} {\n${searchMembers(search)}\n}`;
}

/** Returns the arguments of a search. An ID isn't one, because `get` takes it. A single argument is required. */
function searchMembers({ filters }: Search): string {
  const searched = Object.entries(filters).filter(([name]) => name !== "id");
  const required = searched.length === 1;
  return membersText(
    searched.map(([name, { doc, type }]) => ({ name, doc, type: type === "integer" ? "number" : type, required })),
  );
}

/** Returns the result type of a lookup. */
function foundType(definition: Definition): string {
  const { kind, properties, outputs } = definition;
  const secrets = Object.entries({ ...properties, ...outputs }).filter(([, { secret }]) => secret);
  const secretNames = secrets.map(([name]) => JSON.stringify(name)).join(" | ");
  const result = secretNames === "" ? `LookupResult<${kind}>` : `LookupResult<${kind}, ${secretNames}>`;
  return `/** ${capitalized(withArticle(nounOf(definition)))} that a lookup returns: its ID, and its outputs except secrets. */
export type Found${kind} = ${result};`;
}

/** Returns the fields of the class: what a program declares, and what only the API sets. */
function fields(definition: Definition): string {
  const { properties, outputs } = definition;
  const lines: string[] = [];
  if (isOnHub(definition)) lines.push(fieldText("hubId", hubIdDoc, "string"));
  for (const [name, { doc, type, writeOnly }] of Object.entries(properties)) {
    const value = outputType(schemaOf(type.schema));
    const unseen = "The declared value; null if there is none, because StatusHub doesn't return it.";
    lines.push(writeOnly ? fieldText(name, unseen, `${value} | null`) : fieldText(name, firstSentence(doc), value));
  }
  for (const [name, { doc, schema }] of Object.entries(outputs))
    lines.push(fieldText(name, doc, outputType(outputSchemaOf(schema))));
  return lines.join("\n");
}

const fieldText = (name: string, doc: string, type: string): string =>
  `${commentText(doc, "  ")}  declare readonly ${name}: pulumi.Output<${type}>;`;

function classText(definition: Definition): string {
  const { kind, doc } = definition;
  const construction = `  constructor(name: string, args: ${argsType(definition)}, opts?: pulumi.CustomResourceOptions) {
    super(...dynamicResource(shapes.${kind}, name, args, opts));
    keepKnownId(this, opts);
  }`;
  const isInstance = `  /** Checks whether an object is ${withArticle(kind)} of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is ${kind} {
    return isKind(object, "${kind}");
  }`;
  const members = join(
    fields(definition),
    construction,
    getText(definition),
    findText(definition),
    listText(definition),
    isInstance,
  );
  return `${commentText(doc, "", exampleTag(kind))}export class ${kind} extends pulumi.CustomResource {
${members}
}`;
}

const exampleTag = (topic: string) => `@example\n${block("ts", typescriptExample(topic))}`;

const functionExample = (name: string) => (hasExample(name) ? exampleTag(name) : "");

/*
 * The static functions of a class: `get` reads one record by its ID, as a resource that isn't managed. `find` searches for the ID and does
 * the same. `list` returns the outputs of several, without resources. Which kinds have the last two, their definitions say.
 */

function getText(definition: Definition): string {
  const { kind } = definition;
  const noun = nounOf(definition);
  const isChild = isOnHub(definition);
  const where = isChild ? `the hub has no ${noun} with this ID` : "the key can't see a hub with this ID";
  const text = `Reads ${withArticle(noun)} by its ID, such as \`"1234"\`, without managing it. If ${where}, the preview or \`up\` fails.`;
  const doc = commentText(text, "  ");
  // A lookup only declares the hub, but the constructor has the arguments of a program that manages the record.
  const args = isChild ? "args: HubScopedArgs, " : "";
  return `${doc}  static get(name: string, id: pulumi.Input<pulumi.ID>, ${args}opts?: pulumi.CustomResourceOptions): ${kind} {
    return new ${kind}(name, ${isChild ? "args" : "{}"} as ${argsType(definition)}, { ...opts, id });
  }`;
}

function findText(definition: Definition): string {
  const { kind, find } = definition;
  if (find === undefined) return "";
  const isChild = isOnHub(definition);
  const doc = commentText(`${find.doc} Doesn't manage it.`, "  ", functionExample(`get${kind}`));
  const args = isChild ? `withHub(\`${kind}.find("\${name}")\`, query)` : "{ ...query }";
  // With the query as inputs, Pulumi keeps the query's secrets secret in the outputs. With a hub's subdomain, its ID can't be
  // mistaken for the subdomain of another hub.
  const result = isChild
    ? `${kind}.get(name, id, query, opts)`
    : `new ${kind}(name, { subdomain: query.subdomain }, { ...opts, id })`;
  return `${doc}  static find(name: string, query: ${kind}Query, opts?: pulumi.CustomResourceOptions): ${kind} {
    const { id } = lookup<Found${kind}>("get${kind}", name, ${args}, opts);
    return ${result};
  }`;
}

function listText(definition: Definition): string {
  const { kind, plural, list } = definition;
  if (list === undefined) return "";
  const doc = commentText(`${list.doc} Sorted by ID. Doesn't manage them.`, "  ", functionExample(`get${kind}s`));
  const args = `withHub(\`${kind}.list("\${name}")\`, filter)`;
  return `${doc}  static list(name: string, filter: ${kind}Filter, opts?: pulumi.CustomResourceOptions): pulumi.Output<Found${kind}[]> {
    return lookup<{ ${plural}: Found${kind}[] }>("get${kind}s", name, ${args}, opts).${plural};
  }`;
}

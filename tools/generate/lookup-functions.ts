import { type Definition, nounOf, type Search } from "../../model/kinds/kind.ts";
import { argsType, capitalized, hasExample, isOnHub, nounsOf, withArticle } from "./documentation.ts";
import { exampleTag } from "./examples.ts";
import { join } from "./markdown.ts";
import { commentText, membersText } from "./typescript.ts";

/*
 * Writes the static functions of a class, which read records without managing them, and their types:
 *
 * - `get` reads one by its ID, and returns a resource
 * - `find` searches for one, and does the same with its ID
 * - `list` returns the outputs of several, without resources
 *
 * Every kind has `get`. Its definition says whether it has the others.
 */

/** Returns the types of a kind's lookups: the arguments of `find` and of `list`, and what both return. */
export function lookupTypes(definition: Definition): string {
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

export function getText(definition: Definition): string {
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

export function findText(definition: Definition): string {
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

export function listText(definition: Definition): string {
  const { kind, plural, list } = definition;
  if (list === undefined) return "";
  const doc = commentText(`${list.doc} Sorted by ID. Doesn't manage them.`, "  ", functionExample(`get${kind}s`));
  const args = `withHub(\`${kind}.list("\${name}")\`, filter)`;
  return `${doc}  static list(name: string, filter: ${kind}Filter, opts?: pulumi.CustomResourceOptions): pulumi.Output<Found${kind}[]> {
    return lookup<{ ${plural}: Found${kind}[] }>("get${kind}s", name, ${args}, opts).${plural};
  }`;
}

const functionExample = (name: string) => (hasExample(name) ? exampleTag(name) : "");

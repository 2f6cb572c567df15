import { definitions } from "../../model/kinds/index.ts";
import { type Definition, nounOf } from "../../model/kinds/kind.ts";
import { argsType, documentationOf, firstSentence, hubIdDoc, isOnHub, withArticle } from "./documentation.ts";
import { exampleTag } from "./examples.ts";
import { notice } from "./files.ts";
import { findText, getText, listText, lookupTypes } from "./lookup-functions.ts";
import { join } from "./markdown.ts";
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

/** Returns the fields of the class: what a program declares, and what only the API sets. */
function fields(definition: Definition): string {
  const { properties, outputs } = definition;
  const lines: string[] = [];
  if (isOnHub(definition)) lines.push(fieldText("hubId", hubIdDoc, "string"));
  const unseen = "The declared value; null if there is none, because StatusHub doesn't return it.";
  for (const [name, { doc, type, writeOnly }] of Object.entries(properties)) {
    const value = outputType(schemaOf(type.schema));
    if (writeOnly) lines.push(fieldText(name, unseen, `${value} | null`));
    else lines.push(fieldText(name, firstSentence(doc), value));
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

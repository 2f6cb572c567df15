import { type Definition, kebab } from "../../model/kinds/kind.ts";
import {
  type Argument,
  adoptArgument,
  hubArgument,
  hubReference,
  isOnHub,
  providerArguments,
} from "./documentation.ts";
import { join } from "./markdown.ts";
import { namedTypesOf } from "./type-schema.ts";
import { membersText, typeDeclaration } from "./typescript.ts";

/*
 * Writes the modules of sdk/ that list something about every kind. The classes come from `classes.ts`.
 */

/** The first line of every generated module. */
export const notice = "// Written by `npm run generate` from model/kinds/. Edit the kind instead.\n";

/** Writes `sdk/types.ts`: the arguments of every kind and of the provider, and the types that a program may want to name. */
export function typesFile(definitions: readonly Definition[]): string {
  return join(
    `${notice}import type * as pulumi from "@pulumi/pulumi";
import type { Hub } from "./hub.ts";
import type { Service } from "./service.ts";`,
    ...namedTypesOf(definitions).map(typeDeclaration),
    "/*\n * No kind has these: they come from tools/generate/documentation.ts.\n */",
    interfaceText("Identifies a hub by its ID, its subdomain or both.", "HubReference", hubReference),
    interfaceText("Hub of a record.", "HubScopedArgs", [hubArgument]),
    interfaceText("Arguments that all resources of a hub have.", "ManagedRecordArgs extends HubScopedArgs", [
      adoptArgument,
    ]),
    interfaceText("Account and settings of a provider.", "ProviderArgs", providerArguments),
  );
}

const interfaceText = (doc: string, head: string, members: readonly Argument[]): string =>
  `/** ${doc} */\nexport interface ${head} {\n${membersText(members)}\n}`;

/** Writes `sdk/shapes.ts`: the names of properties that the classes of both providers need. */
export function shapesFile(definitions: readonly Definition[]): string {
  const shapes = definitions.map((definition) => `  ${definition.kind}: ${JSON.stringify(shapeOf(definition))},`);
  const settings = JSON.stringify(providerArguments.map(({ name }) => name));
  return join(
    `${notice}import type { Shape } from "./resource.ts";`,
    `export const shapes = {\n${shapes.join("\n")}\n} satisfies Record<string, Shape>;`,
    `/** The settings of a provider. */\nexport const settingNames: readonly string[] = ${settings};\n`,
  );
}

/** JSON leaves out what is undefined, and the shape is shorter. */
function shapeOf(definition: Definition) {
  const { kind, plural, find, list, properties, outputs, identity } = definition;
  const isChild = isOnHub(definition);
  const names = Object.keys(properties);
  return {
    kind,
    inputs: isChild ? ["hub", ...names] : names,
    outputs: isChild ? ["hubId", ...Object.keys(outputs)] : Object.keys(outputs),
    found: find === undefined ? undefined : true,
    listed: list === undefined ? undefined : plural,
    unique: identity,
    references: someOrNone(names.filter((name) => properties[name]?.type.references !== undefined)),
    secrets: someOrNone(names.filter((name) => properties[name]?.secret === true)),
  };
}

const someOrNone = (names: readonly string[]) => (names.length === 0 ? undefined : names);

/** Writes `sdk/exports.ts`: the exports of every kind. */
export function exportsFile(definitions: readonly Definition[]): string {
  const lines = definitions.map(({ kind }) => `export * from "./${kebab(kind)}.ts";\n`);
  return `${notice}${lines.join("")}export * from "./types.ts";\n`;
}

/**
 * Writes `sdk/native/index.ts`. Exports of the native provider are named, so that they win over the shared ones. The values of
 * enumerations have names, which the code from `pulumi import` uses.
 */
export function nativeIndexFile(definitions: readonly Definition[]): string {
  const classes = definitions.map(
    ({ kind }) =>
      `export const ${kind} = nativeClass<typeof dynamic.${kind}>(shapes.${kind});\nexport type ${kind} = dynamic.${kind};`,
  );
  return `${join(
    `${notice}import type * as dynamic from "../exports.ts";
import { shapes } from "../shapes.ts";
import { nativeClass } from "./class.ts";`,
    "/*\n * The same classes with the native provider: with `pulumi import`, detailed diffs, timeouts and previews of creates.\n */",
    `export type * from "../index.ts";
export { utcFrom } from "../wall-time.ts";
export { Provider } from "./class.ts";`,
    ...enumDeclarations(definitions),
    ...classes,
  )}\n`;
}

/** Returns the enumerations in the properties of the kinds, sorted by name. */
function enumDeclarations(definitions: readonly Definition[]): string[] {
  const declarations = namedTypesOf(definitions)
    .filter((schema) => schema.enum !== undefined)
    .map(({ title = "", enum: values = [] }) => {
      const members = values.map((value) => `${memberNameOf(String(value))}: "${value}"`);
      return `export const ${title} = { ${members.join(", ")} } as const;\nexport type ${title} = dynamic.${title};`;
    });
  // They begin with the same words, and then the name.
  return declarations.sort();
}

/** Returns the name of an enumeration's value: `DegradedPerformance`. */
export const memberNameOf = (value: string): string =>
  value.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

import { type Definition, kebab } from "../../model/kinds/kind.ts";
import { adoptArgument, hubArgument, hubReference, isOnHub, providerArguments } from "./documentation.ts";
import { join } from "./markdown.ts";
import { membersText, namedTypesOf, typeText } from "./typescript.ts";

/*
 * Writes the modules of sdk/ that list something about every kind. The classes come from `classes.ts`.
 */

/** The first line of every generated module. */
export const notice = "// Written by `npm run generate` from model/kinds/. Edit the kind instead.\n";

/** Writes `sdk/types.ts`: the arguments of every kind and of the provider, and the types that a program may want to name. */
export function typesFile(definitions: readonly Definition[]): string {
  return join(
    `${notice}import type * as pulumi from "@pulumi/pulumi";\nimport type { Hub } from "./hub.ts";\nimport type { Service } from "./service.ts";`,
    ...namedTypesOf(definitions).map(typeText),
    "/*\n * No kind has these: they come from tools/generate/documentation.ts.\n */",
    `/** Identifies a hub by its ID, its subdomain or both. */\nexport interface HubReference {\n${membersText(hubReference)}\n}`,
    `/** Hub of a record. */\nexport interface HubScopedArgs {\n${membersText([hubArgument])}\n}`,
    `/** Arguments that all resources of a hub have. */\nexport interface ManagedRecordArgs extends HubScopedArgs {\n${membersText([adoptArgument])}\n}`,
    `/** Account and settings of a provider. */\nexport interface ProviderArgs {\n${membersText(providerArguments)}\n}`,
  );
}

/** Writes `sdk/shapes.ts`: the names of properties that the classes of both providers need. */
export function shapesFile(definitions: readonly Definition[]): string {
  const shapes = definitions.map((definition) => {
    const { kind, plural, find, list, properties, outputs, identity } = definition;
    const named = (isChosen: (name: string) => boolean | undefined) => {
      const names = Object.keys(properties).filter(isChosen);
      return names.length === 0 ? undefined : names;
    };
    const shape = {
      kind,
      inputs: [...(isOnHub(definition) ? ["hub"] : []), ...Object.keys(properties)],
      outputs: [...(isOnHub(definition) ? ["hubId"] : []), ...Object.keys(outputs)],
      found: find && true,
      listed: list && plural,
      unique: identity,
      references: named((name) => properties[name]?.type.references !== undefined),
      secrets: named((name) => properties[name]?.secret === true),
    };
    return `  ${kind}: ${JSON.stringify(shape)},`;
  });
  return `${notice}import type { Shape } from "./resource.ts";\n\nexport const shapes = {\n${shapes.join("\n")}\n} satisfies Record<string, Shape>;\n\n${settingsText}`;
}

const settingsText = `/** The settings of a provider. */
export const settingNames: readonly string[] = ${JSON.stringify(providerArguments.map(({ name }) => name))};\n`;

/** Writes `sdk/exports.ts`: the exports of every kind. */
export const exportsFile = (definitions: readonly Definition[]): string =>
  `${notice}${definitions.map(({ kind }) => `export * from "./${kebab(kind)}.ts";\n`).join("")}export * from "./types.ts";\n`;

/**
 * Writes `sdk/native/index.ts`. Exports of the native provider are named, so that they win over the shared ones. The values of
 * enumerations have names, which the code from `pulumi import` uses.
 */
export const nativeIndexFile = (
  definitions: readonly Definition[],
): string => `${notice}import type * as dynamic from "../exports.ts";
import { shapes } from "../shapes.ts";
import { nativeClass } from "./class.ts";

/*
 * The same classes with the native provider: with \`pulumi import\`, detailed diffs, timeouts and previews of creates.
 */

export type * from "../index.ts";
export { utcFrom } from "../wall-time.ts";
export { Provider } from "./class.ts";

${enumsIn(definitions)
  .map(
    ([name, values]) =>
      `export const ${name} = { ${values.map((value) => `${memberNameOf(value)}: "${value}"`).join(", ")} } as const;\nexport type ${name} = dynamic.${name};\n\n`,
  )
  .join("")}${definitions
  .map(
    ({ kind }) =>
      `export const ${kind} = nativeClass<typeof dynamic.${kind}>(shapes.${kind});\nexport type ${kind} = dynamic.${kind};\n\n`,
  )
  .join("")}`;

function enumsIn(definitions: readonly Definition[]): [name: string, values: string[]][] {
  const enums = namedTypesOf(definitions).flatMap(({ title = "", enum: values }): [string, string[]][] =>
    values === undefined ? [] : [[title, (values as unknown[]).map(String)]],
  );
  return enums.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Returns the name of an enumeration's value: `DegradedPerformance`. */
export const memberNameOf = (value: string): string =>
  value.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

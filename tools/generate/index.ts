import { join } from "node:path";
import { presetJsonSchema } from "../../emulator/preset/schema.ts";
import { definitions } from "../../model/kinds/index.ts";
import { kebab } from "../../model/kinds/kind.ts";
import { outputOf } from "../command.ts";
import { readText, repositoryRoot } from "../engine/local.ts";
import { publication } from "../release/publication.ts";
import { dynamicClass } from "./classes.ts";
import { exportsFile, nativeIndexFile, shapesFile, typesFile } from "./files.ts";
import { filledPages } from "./filled-pages.ts";
import { packageSchema } from "./package-schema.ts";
import { reference } from "./reference.ts";
import { troubleshooting } from "./troubleshooting.ts";

const all = Object.values(definitions);

/** Returns every generated file: its path in the repository, and its text. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const sources: [string, string][] = [
    ["sdk/exports.ts", exportsFile(all)],
    ["sdk/shapes.ts", shapesFile(all)],
    ["sdk/types.ts", typesFile(all)],
    ["sdk/native/index.ts", nativeIndexFile(all)],
    ...all.map((definition): [string, string] => [`sdk/${kebab(definition.kind)}.ts`, dynamicClass(definition)]),
  ];
  const modules = sources.map(async ([path, text]) => [path, await formatted(path, text)] as const);
  const schema = packageSchema();
  return new Map([
    ...(await Promise.all(modules)),
    ["schema.json", json(schema)],
    releaseFile(schema.version),
    ["emulator/preset.schema.json", json(presetJsonSchema())],
    ...reference(),
    ...troubleshooting(),
    ...filledPages(),
  ]);
}

/** Copies the version and the address of the native provider into the native classes, which can't read their files. */
function releaseFile(version: string): [path: string, text: string] {
  const path = "sdk/native/release.ts";
  const text = readText(path);
  const address = JSON.stringify(publication.pluginDownloadURL) ?? "undefined";
  const released = text
    .replace(/(?<=export const version = ")[^"]*/, version)
    .replace(/(?<=export const pluginDownloadURL: string \| undefined = ).*(?=;)/, address);
  return [path, released];
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Formats a file for the linter, and removes the imports that it doesn't use. */
async function formatted(path: string, text: string): Promise<string> {
  const biome = join(repositoryRoot, "node_modules/.bin/biome");
  const fixing = ["check", "--write", "--unsafe", `--stdin-file-path=${path}`];
  return outputOf(biome, fixing, { cwd: repositoryRoot, input: text });
}

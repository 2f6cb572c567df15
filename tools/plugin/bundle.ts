import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type OutputOptions, type RolldownBuild, rolldown } from "rolldown";
import { repositoryRoot } from "../engine/local.ts";
import { packageAt, renderNotices } from "../release/licence.ts";

/** The folder from which Pulumi runs the plugin: launchers and the bundle. */
export const pluginFolder = join(repositoryRoot, "plugin");

/** Licences of the third-party code in the bundle; written by `bundlePlugin`. */
export const noticesName = "THIRD-PARTY-NOTICES";

const options: OutputOptions = { format: "esm", minify: true, codeSplitting: false };

/** Bundles the plugin into one file that only needs Node, and writes the licences of its parts. */
export async function bundlePlugin(): Promise<void> {
  const bundle = await open();
  const { output } = await bundle.write({ ...options, file: join(pluginFolder, "provider.mjs") });
  await bundle.close();
  const notices = renderNotices(packagesIn(output).map(packageAt));
  await writeFile(join(pluginFolder, noticesName), notices);
}

/** Returns the folders of the packages whose code is in the bundle. */
export async function findBundledPackages(): Promise<string[]> {
  const bundle = await open();
  const { output } = await bundle.generate(options);
  await bundle.close();
  return packagesIn(output);
}

const open = (): Promise<RolldownBuild> =>
  rolldown({ input: join(repositoryRoot, "provider/native/index.ts"), platform: "node", logLevel: "warn" });

type Output = Awaited<ReturnType<RolldownBuild["generate"]>>["output"];

function packagesIn(output: Output): string[] {
  const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  const folders = modules.map((path) => /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

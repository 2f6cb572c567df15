import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { version } from "../../sdk/native/release.ts";
import { repositoryRoot } from "../engine/local.ts";
import { runStep } from "../engine/step.ts";
import { noticesName } from "./bundle.ts";
import { reach } from "./reach.ts";

/** The folder from which Pulumi runs the native provider. */
const pluginFolder = join(repositoryRoot, "plugin");
const entry = join(repositoryRoot, "dist/provider/native/index.js");

/**
 * Packs the native provider for `pulumi plugin install resource statushub <version> --file <archive>`: one archive for
 * every platform. It has the files of the built package that the provider reaches, and undici.
 *
 * @returns the path of the archive
 */
export async function packagePlugin(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  const content = join(folder, "content");
  const add = async (path: string, name: string) => {
    await mkdir(dirname(join(content, name)), { recursive: true });
    await cp(path, join(content, name), { recursive: true });
  };
  await add(pluginFolder, ".");
  for (const path of reach([entry])) await add(path, relative(repositoryRoot, path));
  for (const part of ["index.js", "lib", "package.json", "LICENSE"])
    await add(join(repositoryRoot, "node_modules/undici", part), `node_modules/undici/${part}`);
  for (const name of ["LICENSE", noticesName]) await add(join(repositoryRoot, name), name);
  await writeFile(join(content, "provider.mjs"), 'import "./dist/provider/native/index.js";\n');
  await writeFile(join(content, "dist/package.json"), '{ "type": "module" }\n');
  const name = `pulumi-resource-statushub-v${version}.tar.gz`;
  const archive = join(folder, name);
  await runStep({ title: `Packing ${name}`, command: "tar", args: ["-czf", archive, "-C", content, "."], limit: 60 });
  await rm(content, { recursive: true });
  return archive;
}

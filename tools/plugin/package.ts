import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { version } from "../../sdk/native/release.ts";
import { repositoryRoot } from "../engine/local.ts";
import { runStep } from "../engine/step.ts";
import { bundlePlugin, noticesName, pluginFolder } from "./bundle.ts";

const files = ["pulumi-resource-statushub", "pulumi-resource-statushub.cmd", "provider.mjs", noticesName, "LICENSE"];

/**
 * Packs the plugin for `pulumi plugin install resource statushub <version> --file <archive>`: one archive for every
 * platform, with a checksum file.
 *
 * @returns the path of the archive
 */
export async function packagePlugin(folder: string): Promise<string> {
  await bundlePlugin();
  await rm(folder, { recursive: true, force: true });
  const content = join(folder, "content");
  await mkdir(content, { recursive: true });
  for (const file of files)
    await copyFile(join(file === "LICENSE" ? repositoryRoot : pluginFolder, file), join(content, file));
  const name = `pulumi-resource-statushub-v${version}.tar.gz`;
  const archive = join(folder, name);
  await runStep({
    title: `Packing ${name}`,
    command: "tar",
    args: ["-czf", archive, "-C", content, ...files],
    limit: 60,
  });
  await rm(content, { recursive: true });
  const checksum = createHash("sha256")
    .update(await readFile(archive))
    .digest("hex");
  await writeFile(join(folder, "SHA256SUMS"), `${checksum}  ${name}\n`);
  return archive;
}

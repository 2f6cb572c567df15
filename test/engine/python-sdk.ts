import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { outputOf } from "../../tools/command.ts";
import { goFolder } from "../../tools/engine/go.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { buildWheel, generateSdks, schemaPath } from "../../tools/engine/schema.ts";

const cache = join(repositoryRoot, "node_modules/.cache/python-sdk");
const generator = join(goFolder("pulumi"), "go.sum");
const readme = join(repositoryRoot, "tools/engine/schema.ts");

/**
 * Installs the SDK for Python from its wheel, like users of `npm run sdks`. Takes pip some seconds, so it is kept until
 * the schema, Pulumi's generator or the README changes.
 *
 * @param python the folder of a Python's executables
 * @returns a folder for PYTHONPATH
 */
export async function getPythonSdk(python: string): Promise<string> {
  const texts = await Promise.all([schemaPath, generator, readme].map((path) => readFile(path)));
  const site = join(cache, createHash("sha256").update(Buffer.concat(texts)).digest("hex"));
  if (existsSync(site)) return site;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "building-"));
  try {
    await generateSdks(join(folder, "sdks"));
    const wheel = await buildWheel(join(folder, "sdks"), join(python, "python"));
    const install = ["install", "--quiet", "--no-deps", "--target", join(folder, "site"), wheel];
    await outputOf(join(python, "pip"), install);
    await rename(join(folder, "site"), site);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return site;
}

import { globSync } from "node:fs";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { repositoryRoot } from "../engine/local.ts";
import { runStep } from "../engine/step.ts";
import { reach } from "./reach.ts";

/**
 * Writes the declarations that an entry of the package leads to. TypeScript writes one for each module, but users can
 * only import what the entries export.
 */
export async function writeDeclarations(): Promise<void> {
  await runStep({
    title: "Writing declarations",
    command: process.execPath,
    args: ["node_modules/typescript/bin/tsc", "-p", "tools/build/tsconfig.json"],
    cwd: repositoryRoot,
    limit: 300,
  });
  await rewriteImports();
  const entries = Object.values(manifest.exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry.types]));
  const reached = reach(entries.map((path) => join(repositoryRoot, path)));
  await Promise.all(
    written()
      .filter((path) => !reached.has(path))
      .map((path) => rm(path)),
  );
}

const written = () => globSync("dist/**/*.d.ts", { cwd: repositoryRoot }).map((path) => join(repositoryRoot, path));

/**
 * Makes the declarations independent of what users have:
 *
 * - Relative paths end with `.js`, because the compiler in Pulumi's SDK finds no others
 * - zod's types, from which those of the emulator are derived, come from our own `zod.d.ts`, because zod itself is bundled
 */
async function rewriteImports(): Promise<void> {
  for (const path of written()) {
    const zod = relative(dirname(path), join(repositoryRoot, "dist/zod.js")).replaceAll("\\", "/");
    const text = await readFile(path, "utf8");
    const rewritten = text
      .replace(/(from |import |import\()(["']\.[^"']*)\.ts(["'])/g, "$1$2.js$3")
      .replaceAll('import("zod/v4/core")', `import("${zod}").core`)
      .replace(/(from |import\()["']zod["']/g, `$1"${zod}"`);
    await writeFile(path, rewritten);
  }
  await copyFile(join(import.meta.dirname, "zod.d.ts"), join(repositoryRoot, "dist/zod.d.ts"));
}

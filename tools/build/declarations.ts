import { globSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
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
    args: ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"],
    cwd: repositoryRoot,
    limit: 300,
  });
  const entries = Object.values(manifest.exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry.types]));
  const reached = reach(entries.map((path) => join(repositoryRoot, path)));
  const written = globSync("dist/**/*.d.ts", { cwd: repositoryRoot }).map((path) => join(repositoryRoot, path));
  await Promise.all(written.filter((path) => !reached.has(path)).map((path) => rm(path)));
}

import { globSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import configuration from "../build/tsconfig.json" with { type: "json" };
import { repositoryRoot } from "./local.ts";
import { runStep } from "./step.ts";

/** Builds the package, unless nothing has changed since the last build: the compiler takes some twenty seconds. */
export async function build(): Promise<void> {
  if (await isBuilt()) return;
  await runStep({
    title: "Building the package",
    command: "npm",
    args: ["run", "build"],
    cwd: repositoryRoot,
    limit: 300,
  });
}

/** Folders count, too, because removing a file changes its folder. */
const included = configuration.include.map((path) => path.replace("../../", ""));
const sources = [...included, "tools/build", "tools/build.ts", "*.json"];

/** Files that a build writes: one of the bundle, and one of the declarations. */
const outputs = ["dist/sdk/index.js", "dist/sdk/index.d.ts"];

async function isBuilt(): Promise<boolean> {
  const changed = (path: string) => stat(join(repositoryRoot, path)).then(({ mtimeMs }) => mtimeMs);
  const built = await Promise.all(outputs.map(changed)).catch(() => undefined);
  if (built === undefined) return false;
  const paths = globSync([...sources, ...sources.map((path) => `${path}/**`)], { cwd: repositoryRoot });
  return Math.max(...(await Promise.all(paths.map(changed)))) < Math.min(...built);
}

import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import manifest from "../package.json" with { type: "json" };
import { repositoryRoot } from "./engine/local.ts";

/*
 * Removes declarations that no entry of the package leads to. TypeScript writes one for each module, but users can only
 * import what the entries export.
 */

const reached = new Set<string>();

function reach(path: string): void {
  if (reached.has(path) || !existsSync(path)) return;
  reached.add(path);
  const { importedFiles } = ts.preProcessFile(readFileSync(path, "utf8"));
  for (const { fileName } of importedFiles.filter(({ fileName }) => fileName.startsWith("."))) {
    reach(join(dirname(path), fileName.replace(/\.[jt]s$/, ".d.ts")));
  }
}

for (const entry of Object.values(manifest.exports)) {
  if (typeof entry !== "string") reach(join(repositoryRoot, entry.types));
}

for (const path of globSync("dist/**/*.d.ts", { cwd: repositoryRoot })) {
  if (!reached.has(join(repositoryRoot, path))) rmSync(join(repositoryRoot, path));
}

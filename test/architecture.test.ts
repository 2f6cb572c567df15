import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { ROOT } from "../tools/engine/local.ts";

/** What each folder may import, besides itself: other folders of this repository, packages, and Node (`node:`). */
const ARROWS: Record<string, string[]> = {
  api: ["zod"],
  sdk: ["@pulumi/pulumi"],
  provider: ["api", "undici", "zod", "node:"],
  // Bundled with what it imports, so that it needs no package beside it.
  "provider/plugin": [
    ...["provider", "node:", "schema.json", "package.json"],
    ...["@pulumi/pulumi", "@grpc/grpc-js", "google-protobuf"],
  ],
  emulator: ["api", "hono", "@hono/node-server", "zod", "node:"],
  cli: ["provider", "emulator", "api", "commander", "node:"],
  examples: ["pulumi-statushub", "@pulumi/pulumi"],
};

test.each(Object.entries(ARROWS))("%s/ imports only what the design allows it", (folder, allowed) => {
  const within = Object.keys(ARROWS).filter((other) => other.startsWith(`${folder}/`));
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: within.map((other) => `${other}/**`) });
  const imports = files.flatMap((file) => listImports(file).map((target) => ({ file, target })));

  expect(files.length).toBeGreaterThan(0);
  expect(imports.filter(({ target }) => ![folder, ...allowed].includes(target))).toEqual([]);
});

/** The folders and packages that a file imports, types included. */
function listImports(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), "utf8"));
  return importedFiles.map(({ fileName }) => toTarget(fileName, file));
}

function toTarget(specifier: string, file: string): string {
  if (specifier.startsWith("node:")) return "node:";
  const path = specifier.startsWith(".") ? relative(ROOT, join(ROOT, dirname(file), specifier)) : specifier;
  const [first = "", second] = path.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

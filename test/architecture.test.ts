import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { repositoryRoot } from "../tools/engine/local.ts";

/** What each folder may import, besides itself: other folders of this repository, packages, and Node (`node:`). */
const arrows: Record<string, string[]> = {
  api: ["zod"],
  errors: [],
  kinds: ["api", "zod"],
  sdk: ["errors", "@pulumi/pulumi"],
  // Reads files: read-page.ts alone, as the linter has it.
  "sdk/status-page": ["sdk", "errors", "@pulumi/pulumi", "yaml", "fastest-levenshtein", "page.schema.json", "node:"],
  provider: ["api", "errors", "kinds", "undici", "zod", "node:"],
  // The SDK's protocol files, and what they are made of.
  "provider/native": [
    "provider",
    "kinds",
    "errors",
    "@pulumi/pulumi",
    "@grpc/grpc-js",
    "google-protobuf",
    "package.json",
    "schema.json",
    "node:",
  ],
  emulator: ["api", "errors", "kinds", "hono", "@hono/node-server", "zod", "node:"],
  // Reads and changes Pulumi.yaml.
  cli: ["provider", "emulator", "api", "errors", "kinds", "commander", "picomatch", "yaml", "node:"],
  // Neither Pulumi nor the SDK: what the policy runner takes are plain objects.
  policy: ["api", "errors"],
  examples: ["pulumi-statushub", "@pulumi/pulumi", "node:"],
};

test.each(Object.entries(arrows))("%s/ imports only what the design allows it", (folder, allowed) => {
  // What a folder inside of another one may import stands in a line of its own.
  const inner = Object.keys(arrows).filter((other) => other.startsWith(`${folder}/`));
  const exclude = inner.map((other) => `${other}/**`);
  const files = globSync(`${folder}/**/*.ts`, { cwd: repositoryRoot, exclude });
  const imports = files.flatMap((file) => listImports(file).map((target) => ({ file, target })));

  expect(files.length).toBeGreaterThan(0);
  expect(imports.filter(({ target }) => ![folder, ...allowed].includes(target))).toEqual([]);
});

/** The folders and packages that a file imports, types included. */
function listImports(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(repositoryRoot, file), "utf8"));
  return importedFiles.map(({ fileName }) => toTarget(fileName, file));
}

function toTarget(specifier: string, file: string): string {
  if (specifier.startsWith("node:")) return "node:";
  const path = specifier.startsWith(".")
    ? relative(repositoryRoot, join(repositoryRoot, dirname(file), specifier))
    : specifier;
  const [first = "", second] = path.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

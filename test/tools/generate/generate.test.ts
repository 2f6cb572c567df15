import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { generate } from "../../../tools/generate/index.ts";

test("every generated file matches the kinds", async () => {
  const generated = await generate();
  const files = [...generated.keys()].map((path) => [path, readFileSync(join(repositoryRoot, path), "utf8")] as const);

  expect(Object.fromEntries(files), "run: npm run generate").toEqual(Object.fromEntries(generated));
  const pages = globSync("docs/resources/*.md", { cwd: repositoryRoot });
  expect(pages.filter((path) => !generated.has(path))).toEqual([]);
});

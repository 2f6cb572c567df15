import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Operation } from "../../api/operation.ts";
import { definitions } from "../../kinds/index.ts";
import { operations } from "../../kinds/operations.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { readPage } from "./pages.ts";

const path = "docs/contributing/inferred.md";
const page = readPage(path, readFileSync(join(repositoryRoot, path), "utf8"));

test("docs/contributing/inferred.md names every inferred operation that a resource needs", () => {
  const needed = new Set<unknown>(
    Object.values(definitions).flatMap((definition) => Object.values(definition.operations)),
  );
  const inferred = Object.entries<Operation>(operations).filter(([, operation]) => operation.evidence === "inferred");
  const names = inferred.filter(([, operation]) => needed.has(operation)).map(([name]) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !page.phrases.includes(name))).toEqual([]);
});

test("docs/contributing/inferred.md links to exactly the files whose comments say Inferred", () => {
  const sources = globSync("{kinds,provider,cli}/**/*.ts", { cwd: repositoryRoot });
  const marked = sources.filter((file) => /Inferred\b/.test(readFileSync(join(repositoryRoot, file), "utf8")));
  const linked = page.links.filter((link) => link.endsWith(".ts")).map((link) => link.replace("../../", ""));
  expect([...new Set(linked)].sort()).toEqual(marked.sort());
});

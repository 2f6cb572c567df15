import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { readText, repositoryRoot } from "../tools/engine/local.ts";

const files = globSync("{cli,docs/.vitepress,emulator,examples,model,plugin,provider,sdk,tools}/**/*.ts", {
  cwd: repositoryRoot,
  exclude: ["**/node_modules/**"],
});

const linesWith = (pattern: RegExp): string[] =>
  files.flatMap((file) => [...readText(file).matchAll(pattern)].map(([found]) => `${file}: ${found}`));

test("each name gets its value in a line of its own", () => {
  expect(files.length).toBeGreaterThan(200);
  expect(linesWith(/\b(?:const|let) \[[^\]]*\] = \[/g)).toEqual([]);
});

test("no object is written out only to be spread", () => {
  expect(linesWith(/\.\.\.\{/g)).toEqual([]);
});

import { existsSync, globSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { readText, repositoryRoot } from "../../tools/engine/local.ts";

test("docs/contributing/dependencies.md gives a reason for exactly the dependencies that exist", () => {
  const page = readText("docs/contributing/dependencies.md");
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name, reason]) => ({ name, reason }));
  const { dependencies, peerDependencies, devDependencies } = manifest;

  expect(rows.map(({ name }) => name).sort()).toEqual(
    [...new Set(Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies }))].sort(),
  );
  expect(rows.filter(({ reason = "" }) => reason.trim().split(/\s+/).length < 4)).toEqual([]);
});

/** Folders of tests that aren't about one folder of the code. */
const ownFolders = /^(browser|contract|e2e|laws|samples|shapes|simulation|state)(\/|$)/;

test("other tests lie in a folder that the code has, too", () => {
  const files = globSync("test/*/**/*.test.ts", { cwd: repositoryRoot });
  const folders = new Set(files.map((file) => relative("test", dirname(file))));
  const isOfCode = (folder: string) => existsSync(join(repositoryRoot, folder));
  expect([...folders].filter((folder) => !ownFolders.test(folder) && !isOfCode(folder))).toEqual([]);
});

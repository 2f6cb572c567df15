import { globSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { outputOf } from "../../tools/command.ts";

/** Everything that may be in the package: no tests, sources or source maps. */
const files = [
  /^(CHANGELOG|README)\.md$|^LICENSE$|^THIRD-PARTY-NOTICES$|^package\.json$|^schema\.json$/,
  /^emulator\/preset\.schema\.json$/,
  /^plugin\/(provider\.mjs|pulumi-resource-(statushub(\.cmd)?)?)$/,
  /^dist\/(cli|emulator|provider|provider\/native|sdk|sdk\/native)\/index\.js$/,
  /^dist\/chunks\/[a-z0-9-]+\.js$/,
  /^dist\/zod\.d\.ts$/,
  /^dist\/(model|provider|sdk|emulator)\/([a-z-]+\/)*[a-z-]+\.d\.ts$/,
];

/** Files that must exist for the package's entries to work. */
const topLevel = [
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "THIRD-PARTY-NOTICES",
  "dist",
  "emulator",
  "package.json",
  "plugin",
  "schema.json",
];

test("the packed tarball holds exactly the listed files", async () => {
  const stdout = await outputOf("tar", ["-tzf", inject("tarball")]);
  const listed = stdout
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, ""));

  expect([...new Set(listed.map((path) => path.split("/", 1)[0]))].sort()).toEqual(topLevel);
  expect(listed.filter((path) => !files.some((pattern) => pattern.test(path)))).toEqual([]);
});

test("the packed tarball has at most 0.70 MB", async () => {
  expect((await stat(inject("tarball"))).size).toBeLessThanOrEqual(700_000);
});

test("declarations import only what users install", () => {
  const dist = join(inject("workspace"), "node_modules/pulumi-statushub/dist");
  const texts = globSync("**/*.d.ts", { cwd: dist }).map((path) => readFileSync(join(dist, path), "utf8"));
  const imported = texts.flatMap((text) => [...text.matchAll(/^(?! *\*).*(?:from |import\()["']([^.][^"']*)/gm)]);

  expect([...new Set(imported.map(([, name]) => name))].sort()).toEqual(["@pulumi/pulumi", "node:http"]);
});

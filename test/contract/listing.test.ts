import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";

/** Everything that may be in the package; nothing else gets in, no test, no source, no map of one. */
const files = [
  /^(CHANGELOG|README)\.md$|^LICENSE$|^package\.json$|^schema\.json$/,
  /^(dist\/page|emulator\/preset)\.schema\.json$/,
  /^plugin\/(provider\.mjs|pulumi-resource-statushub(\.cmd)?|THIRD-PARTY-NOTICES)$/,
  /^dist\/(api|cli|emulator|errors|kinds|policy|provider|sdk)\/([a-z-]+\/)*[a-z-]+\.(js|d\.ts)$/,
];

/** What must be there, or an entry leads nowhere. */
const topLevel = ["CHANGELOG.md", "LICENSE", "README.md", "dist", "emulator", "package.json", "plugin", "schema.json"];

test("the packed tarball holds what is listed here, and nothing else", async () => {
  const { stdout } = await promisify(execFile)("tar", ["-tzf", inject("tarball")]);
  const listed = stdout
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, ""));

  expect([...new Set(listed.map((path) => path.split("/", 1)[0]))].sort()).toEqual(topLevel);
  expect(listed.filter((path) => !files.some((pattern) => pattern.test(path)))).toEqual([]);
});

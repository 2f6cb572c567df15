import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findNodeProblem, oldestNode } from "../../provider/node.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";

test("the oldest Node is the one in package.json, in the provider and in the launcher of the plugin", () => {
  const { engines } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
  expect(engines.node).toBe(`>=${oldestNode}`);
});

test.each([
  ["20.20.2", true],
  ["22.18.9", true],
  ["22.19.0", false],
  ["24.0.0", false],
])("on Node %s there is a problem: %s", (version, isProblem) => {
  expect(findNodeProblem(version) !== undefined).toBe(isProblem);
});

import { expect, test } from "vitest";
import { findNodeProblem, isAtLeast, oldestNode } from "../../model/versions.ts";
import { readText } from "../../tools/engine/local.ts";

test.each([
  ["3.259.0", "3.254.0", true],
  ["3.254.0", "3.254.0", true],
  ["3.99.0", "3.254.0", false],
  ["4.0.0", "3.254.0", true],
  ["1.0", "1.0.1", false],
  ["1.0.1", "1.0", true],
  ["3.260.1-alpha.4", "3.260.1", true],
  ["dev", "3.254.0", false],
])("%s is at least %s: %s", (version, oldest, expected) => {
  expect(isAtLeast(version, oldest)).toBe(expected);
});

test("package.json, the provider and the launcher of the plugin name the same oldest Node", () => {
  const [major, minor] = oldestNode.split(".");
  expect(JSON.parse(readText("package.json")).engines.node).toBe(`>=${oldestNode}`);
  expect(readText("plugin/pulumi-resource-statushub")).toContain(`(major === ${major} && minor >= ${minor})`);
});

test.each([
  ["20.20.2", false],
  ["22.18.9", false],
  ["22.19.0", true],
  ["24.0.0", true],
])("Node %s runs the package: %s", (version, runs) => {
  expect(findNodeProblem(version) === undefined).toBe(runs);
});

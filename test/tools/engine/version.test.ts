import { expect, test } from "vitest";
import { isAtLeast, newestFirst } from "../../../tools/engine/version.ts";

test.each([
  ["v3.254.0", true],
  ["3.254.1\n", true],
  ["3.260.0-alpha.1700000000+abcdef", true],
  ["3.1000.0", true],
  ["4.0.0", true],
  ["3.253.9", false],
  ["3.99.0", false],
  ["v2.900.0", false],
  ["go version unknown", false],
  ["", false],
])("%j is recent enough: %s", (version, expected) => {
  expect(isAtLeast(version, "3.254.0")).toBe(expected);
});

test("a version without a patch number counts as its first", () => {
  expect(isAtLeast("1.26", "1.26.0")).toBe(true);
  expect(isAtLeast("1.26", "1.26.1")).toBe(false);
});

test("versions sort by number, with anything unparsable last", () => {
  expect(newestFirst(["3.99.0", "latest", "3.259.0", "3.260.0", "3.259.10"])).toEqual([
    "3.260.0",
    "3.259.10",
    "3.259.0",
    "3.99.0",
    "latest",
  ]);
});

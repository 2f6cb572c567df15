import { expect, test } from "vitest";
import { isAtLeast } from "../../provider/version.ts";

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

import { expect, test } from "vitest";
import { count } from "../../tools/check.ts";

test.each([
  ["counts passed and failed tests", { numTotalTests: 10, numPassedTests: 8 }, false, { passed: 8, failed: 2 }],
  ["a test that didn't run hasn't passed", { numTotalTests: 10, numPassedTests: 9 }, true, { passed: 9, failed: 1 }],
  ["an error outside of tests is a failure", { numTotalTests: 3, numPassedTests: 3 }, false, { passed: 3, failed: 1 }],
  ["a missing report is a failure", {}, false, { passed: 0, failed: 1 }],
])("%s", (_, report, isClean, counts) => {
  expect(count(report, isClean)).toEqual(counts);
});

import { expect, test } from "vitest";
import { count } from "../../../tools/check/vitest.ts";

test("counts passed and failed tests", () => {
  expect(count({ success: false, numTotalTests: 10, numPassedTests: 8 }, false)).toEqual({ passed: 8, failed: 2 });
});

test("a test that didn't run hasn't passed", () => {
  expect(count({ success: true, numTotalTests: 10, numPassedTests: 9 }, true)).toEqual({ passed: 9, failed: 1 });
});

test("a file that can't be loaded is a failure, although it contains no test", () => {
  expect(count({ success: false, numTotalTests: 3, numPassedTests: 3 }, false)).toEqual({ passed: 3, failed: 1 });
});

test("an error outside of the tests is a failure", () => {
  expect(count({ success: true, numTotalTests: 3, numPassedTests: 3 }, false)).toEqual({ passed: 3, failed: 1 });
});

test("a missing report is a failure", () => {
  expect(count(undefined, false)).toEqual({ passed: 0, failed: 1 });
});

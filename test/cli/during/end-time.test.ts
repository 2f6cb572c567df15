import { describe, expect, it } from "vitest";
import { parseService } from "../../../cli/during/content.ts";
import { parseDuration } from "../../../cli/during/duration.ts";
import { commandsIn, endFor, endWithAnother, endWithoutOne, isOpenToOthers } from "../../../cli/during/end-time.ts";

const at = (time: string) => Date.parse(`2026-11-23T${time}Z`);

describe("the end of a window", () => {
  it("is the next whole minute, and counts one command", () => {
    expect(endFor(at("12:30:10"), 45 * 60_000)).toBe(at("13:16:01"));
    expect(endFor(at("12:30:00"), 45 * 60_000)).toBe(at("13:15:01"));
  });

  it("is never earlier after another command has joined, and counts it", () => {
    expect(endWithAnother(at("13:16:01"), at("13:05:01"))).toBe(at("13:16:02"));
    expect(endWithAnother(at("13:16:02"), at("14:00:01"))).toBe(at("14:00:03"));
    expect(commandsIn(endWithoutOne(at("14:00:03")))).toBe(2);
  });

  it.each([
    ["13:16:00", false],
    ["13:16:01", true],
    ["13:16:59", false],
  ])("at %s says whether another command can join: %s", (time, isOpen) => {
    expect(isOpenToOthers(at(time))).toBe(isOpen);
  });
});

describe("an option", () => {
  it.each([
    ["45m", 45 * 60_000],
    ["1h30m", 90 * 60_000],
    ["90s", 90_000],
    ["99h59m", 5999 * 60_000],
  ])("takes the duration %s", (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(["", "0", "0m", "45", "m", "45 m", "-1m", "1.5h", "30m1h", "100h", "1d"])(
    "rejects the duration %j",
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  it("takes a service and its status, whatever the name contains", () => {
    expect(parseService("a=b=down")).toEqual({ reference: "a=b", status: "down" });
    for (const text of ["api", "api=", "=down", "api=maintenance", "api=Down"])
      expect(parseService(text)).toBeUndefined();
  });
});

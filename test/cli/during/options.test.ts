import { describe, expect, it } from "vitest";
import { parseDuration } from "../../../cli/during/duration.ts";
import { parseService } from "../../../cli/during/service-option.ts";

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

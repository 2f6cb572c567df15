import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseRetryAfter } from "../../../provider/client/server-time.ts";

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const day = 86_400_000;

describe("parseRetryAfter", () => {
  // A date without a zone is UTC, wherever this machine is.
  beforeEach(() => void vi.stubEnv("TZ", "Asia/Tokyo"));
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    ["1", 1000],
    ["0", 0],
    [" 30 ", 30_000],
    ["0.5", 500],
    ["Sat, 21 Nov 2026 12:00:05 GMT", 5000],
    ["Saturday, 21-Nov-26 12:00:05 GMT", 5000],
    ["Sat Nov 21 12:00:05 2026", 5000],
    ["Sun Nov  1 12:00:05 2026", 0],
    ["Sat, 21 Nov 2026 11:59:59 GMT", 0],
    ["999999999999999999999", day],
    ["Sat, 21 Nov 2099 12:00:05 GMT", day],
  ])("reads %j as %d ms", (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });

  it.each([
    undefined,
    "",
    " ",
    "-1",
    "soon",
    "1s",
    "NaN",
    "Infinity",
    "1e3",
    "0x10",
    "Sunny 5",
    "Sat, 99 Nov 2026 12:00:05 GMT",
  ])("ignores %j", (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined();
  });

  it("returns, for any text, either nothing or a pause of 0 to one day", () => {
    const headers = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(headers, fc.date({ noInvalidDate: true }), (header, moment) => {
        const pause = parseRetryAfter(header, moment.getTime());
        return pause === undefined || (pause >= 0 && pause <= day);
      }),
    );
  });
});

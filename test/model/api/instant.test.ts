import fc from "fast-check";
import { expect, it } from "vitest";
import { calendar, formatInstant, parseInstant } from "../../../model/api/instant.ts";

const read = (text: string) => {
  const instant = parseInstant(text);
  return instant === undefined ? undefined : formatInstant(instant);
};

it.each([
  ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"],
  ["0001-02-03 04:05:06", "0001-02-03T04:05:06Z"],
  ["0099-12-31 23:59", "0099-12-31T23:59:00Z"],
  ["2024-02-29T00:00:00,5z", "2024-02-29T00:00:00Z"],
  ["2026-01-01T00:00:00+14:00", "2025-12-31T10:00:00Z"],
  ["2026-01-01T00:00-2359", "2026-01-01T23:59:00Z"],
  ["2026-01-01T00:00:00+01", "2025-12-31T23:00:00Z"],
  ["2026-01-01 00:00-23", "2026-01-01T23:00:00Z"],
  ["2026-01-01T00:00:00+00", "2026-01-01T00:00:00Z"],
])("reads %s as %s", (text, instant) => {
  expect(read(text)).toBe(instant);
});

it.each([
  "2026-01-01T00:00:00+99:99",
  "2026-01-01T00:00:00+24:00",
  "2026-01-01T00:00:00+24",
  "2026-01-01T00:00:00+1",
  "2026-01-01T00:00:00+01:",
  "2026-01-01T00:00:00+01:0",
  "2026-01-01T00:00:00+010",
  "2026-01-01T00:00:00+01:60",
  "2026-02-30T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:00:60Z",
  "0000-01-01T00:00:00+00:01",
  "9999-12-31T23:59:59-00:01",
  "2026-01-01",
])("reads no instant in %s", (text) => {
  expect(read(text)).toBeUndefined();
});

it("reads back every instant that it writes", () => {
  const seconds = fc.integer({ min: calendar.earliest / 1000, max: calendar.latest / 1000 });
  fc.assert(
    fc.property(seconds, (second) => {
      expect(parseInstant(formatInstant(second * 1000))).toBe(second * 1000);
    }),
  );
});

import { expect, test } from "vitest";
import { declaredAt } from "./recipe.ts";

const day = 24 * 60 * 60_000;
const inBerlin = (time: string) => new Date(time).toLocaleTimeString("de", { timeZone: "Europe/Berlin" });

test("the recipe for every second Sunday declares one date each day, at 02:00 in Berlin, or at 03:00 if clocks skip that, but no skipped one", () => {
  const days = Array.from({ length: 3 * 366 }, (_, index) => Date.parse("2026-12-01") + index * day);
  const dates = new Map(
    days.flatMap((time) => {
      const declared = declaredAt(time + day / 3);
      expect(declared).toHaveLength(1);
      return declared.map(({ name, startTime, endTime }) => {
        expect(Date.parse(name.slice(-10))).toBeGreaterThanOrEqual(time);
        expect(Date.parse(endTime) - Date.parse(startTime)).toBe(2 * 60 * 60_000);
        return [name.slice(-10), inBerlin(startTime)] as const;
      });
    }),
  );
  const sundays = [...dates.keys()].map((date) => Date.parse(date));
  expect(new Set(sundays.map((time) => new Date(time).getUTCDay()))).toEqual(new Set([0]));
  expect(dates.has("2027-01-03")).toBe(false);
  const withSkipped = [...sundays, Date.parse("2027-01-03")].sort();
  const intervals = withSkipped.slice(1).map((time, index) => time - (withSkipped[index] ?? 0));
  expect(new Set(intervals)).toEqual(new Set([14 * day]));
  const late = [...dates].filter(([, time]) => time !== "02:00:00");
  expect(Object.fromEntries(late)).toEqual({
    "2027-03-28": "03:00:00",
    "2028-03-26": "03:00:00",
    "2029-03-25": "03:00:00",
  });
});

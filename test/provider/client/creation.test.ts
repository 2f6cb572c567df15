import { expect, test } from "vitest";
import { type Creation, creationOf } from "../../../provider/client/server-time.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const period = { earliest: noon, latest: noon + 1200 };
const cases: readonly (readonly [createdAt: unknown, Creation])[] = [
  ["2026-11-21T11:59:58Z", "before"],
  ["2026-11-21T11:59:59Z", "before"],
  ["2026-11-21T12:00:00Z", "after"],
  ["2026-11-21T12:00:01Z", "after"],
  ["2026-11-21T12:00:02Z", "after"],
  ["2026-11-21 13:00:02+01:00", "after"],
  ["2026-11-21T11:59:59.999Z", "before"],
  ["2026-11-21T12:00:00.000Z", "after"],
  ["2026-11-21T12:00:01.2Z", "after"],
  ["2026-11-21T12:00:01.19Z", "after"],
  [undefined, "unclear"],
  [null, "unclear"],
  ["yesterday", "unclear"],
  [{ toString: 1 }, "unclear"],
];

test.each(cases)(
  "a record created at %j, for a POST sent at 12:00:00 to 12:00:01.2, was created: %s",
  (at, expected) => {
    expect(creationOf(at, period)).toBe(expected);
  },
);

test("without the server's clock, nothing is clear", () => {
  expect(creationOf("2026-11-21T12:00:02Z", undefined)).toBe("unclear");
});

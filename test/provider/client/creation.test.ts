import { expect, test } from "vitest";
import { type Creation, creationOf } from "../../../provider/client/creation.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const period = { earliest: noon, latest: noon + 1200 };
const cases: readonly (readonly [createdAt: unknown, Creation])[] = [
  ["2026-11-21T11:59:58Z", "before"],
  ["2026-11-21T11:59:59Z", "before"],
  ["2026-11-21T12:00:00Z", "unclear"],
  ["2026-11-21T12:00:01Z", "unclear"],
  ["2026-11-21T12:00:02Z", "after"],
  ["2026-11-21 13:00:02+01:00", "after"],
  ["2026-11-21T11:59:59.999Z", "before"],
  ["2026-11-21T12:00:00.000Z", "unclear"],
  ["2026-11-21T12:00:01.2Z", "after"],
  ["2026-11-21T12:00:01.19Z", "unclear"],
  [undefined, "unclear"],
  [null, "unclear"],
  ["yesterday", "unclear"],
  [{ toString: 1 }, "unclear"],
];

test.each(cases)(
  "a record created at %j, for a POST sent at 12:00:00 to 12:00:01.2, was created: %s",
  (at, expected) => {
    expect(creationOf(at, { at: 5000, listedAt: undefined }, period)).toBe(expected);
  },
);

test("in the same second, a list of shortly before shows what was there", () => {
  const creation = (at: unknown, listedAt: number) => creationOf(at, { at: 9000, listedAt }, period);
  expect(creation("2026-11-21T12:00:00Z", 4001)).toBe("after");
  expect(creation("2026-11-21T12:00:00Z", 4000)).toBe("unclear");
  expect(creation("2026-11-21T11:59:59Z", 8999)).toBe("before");
  expect(creation(undefined, 8999)).toBe("unclear");
});

test("without the server's clock, nothing is clear", () => {
  expect(creationOf("2026-11-21T12:00:02Z", { at: 5000, listedAt: 4999 }, undefined)).toBe("unclear");
});

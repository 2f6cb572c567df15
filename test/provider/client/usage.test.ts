import { describe, expect, it } from "vitest";
import { describeUsage } from "../../../provider/client/rate-limiter/progress.ts";

const spend = (done: number) => ({ done, rateLimited: 0, pauses: 0 });

it("reports how much of both limits a long run has used", () => {
  expect(describeUsage({ reads: spend(3), writes: spend(100) })).toBe(
    "StatusHub: sent 100 writes and 3 reads (the API allows 5 and 30 a second); none was rejected with 429",
  );
  expect(describeUsage({ reads: spend(150), writes: spend(0) })).toContain("150 reads");
});

it("is silent about a run of less than five seconds", () => {
  expect(describeUsage({ reads: spend(149), writes: spend(24) })).toBeUndefined();
});

describe("429s are always reported", () => {
  const spent = { done: 1, rateLimited: 0, pauses: 0 };
  const lineWith = (more: object) => describeUsage({ reads: spent, writes: spent, ...more });
  const sent = "StatusHub: sent 1 write and 1 read (the API allows 5 and 30 a second); ";

  it.each([
    [
      "a burst of writes",
      { writes: { ...spent, rateLimited: 5, pauses: 2 } },
      "5 were rejected with 429 and sent again",
    ],
    [
      "writes again and again",
      { writes: { ...spent, rateLimited: 5, pauses: 3 } },
      "5 were rejected with 429, so another client probably uses this key",
    ],
    [
      "a read, of which we never send too many",
      { reads: { ...spent, rateLimited: 1, pauses: 1 } },
      "1 was rejected with 429, so another client probably uses this key",
    ],
  ])("after those of %s", (_, more, text) => {
    expect(lineWith(more)).toBe(sent + text);
  });
});

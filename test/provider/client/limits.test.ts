import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoff } from "../../../provider/client/limits.ts";

describe("backoff", () => {
  it("doubles from half a second to 8 s", () => {
    const most = [0, 1, 2, 3, 4, 5, 60].map((attempt) => backoff(attempt, 1));
    expect(most).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it("randomizes half of the time", () => {
    fc.assert(
      fc.property(fc.nat(100), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, chance) => {
        const longest = backoff(attempt, 1);
        expect(backoff(attempt, 0)).toBe(longest / 2);
        expect(backoff(attempt, chance)).toBeCloseTo((longest / 2) * (1 + chance), 6);
      }),
    );
  });
});

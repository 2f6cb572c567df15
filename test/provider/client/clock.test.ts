import { describe, expect, it } from "vitest";
import { systemClock } from "../../../provider/client/clock.ts";

describe("systemClock", () => {
  it("wakes no more than a millisecond too early", async () => {
    for (const milliseconds of [0, 0.4, 1.5, 7.9]) {
      const start = systemClock.now();
      await systemClock.sleep(milliseconds);
      expect(systemClock.now() - start).toBeGreaterThan(milliseconds - 1);
    }
  });

  it("doesn't skip a very long sleep", async () => {
    const awake = systemClock.sleep(2 ** 40, AbortSignal.timeout(20)).then(() => "woke by itself");
    await expect(awake).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("wakes immediately with the signal's own reason", async () => {
    const given = new AbortController();
    const late = new Error("too late");
    const sleep = systemClock.sleep(60_000, given.signal);
    given.abort(late);
    await expect(sleep).rejects.toBe(late);
    await expect(systemClock.sleep(60_000, given.signal)).rejects.toBe(late);
  });
});

import { expect, it } from "vitest";
import { RateLimiter } from "../../../provider/client/rate-limiter/index.ts";
import { describeUsage } from "../../../provider/client/usage.ts";
import { VirtualClock } from "./virtual-clock.ts";

async function spend({ responses, rateLimited = 0 }: { responses: number; rateLimited?: number }) {
  const clock = new VirtualClock();
  const limiter = new RateLimiter({ name: "writes", limit: 1000, clock });
  const requests = Array.from({ length: responses + rateLimited }, async (_, index) => {
    const permit = await limiter.acquire();
    if (index < responses) permit.responded();
    else permit.rateLimited();
  });
  await clock.run();
  await Promise.all(requests);
  return limiter;
}

it("reports how much of both limits a long run has used", async () => {
  expect(describeUsage({ reads: await spend({ responses: 3 }), writes: await spend({ responses: 100 }) })).toBe(
    "StatusHub: sent 100 writes and 3 reads (the API allows 5 and 30 a second); none was rejected with 429",
  );
  expect(describeUsage({ reads: await spend({ responses: 150 }), writes: await spend({ responses: 0 }) })).toContain(
    "150 reads",
  );
});

it("is silent about a run of less than five seconds", async () => {
  expect(
    describeUsage({ reads: await spend({ responses: 149 }), writes: await spend({ responses: 24 }) }),
  ).toBeUndefined();
});

it("always reports 429s", async () => {
  expect(
    describeUsage({
      reads: await spend({ responses: 1, rateLimited: 1 }),
      writes: await spend({ responses: 1, rateLimited: 1 }),
    }),
  ).toBe(
    "StatusHub: sent 1 write and 1 read (the API allows 5 and 30 a second); " +
      "2 were rejected with 429, so another client probably uses this key",
  );
});

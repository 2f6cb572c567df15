import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Permit } from "../../../../provider/client/rate-limiter/index.ts";
import { startLimiter } from "../strict-server.ts";

const failure = "429";

describe("the queue of a rate limiter", () => {
  it("is first in, first out, with retries ahead", async () => {
    const { clock, limiter } = startLimiter({ limit: 1 });
    const order: string[] = [];
    const go = async (name: string, admission: Promise<Permit>) => {
      const permit = await admission;
      order.push(name);
      permit.responded();
    };
    const all = [
      go("a", limiter.acquire()),
      go("b", limiter.acquire()),
      go("c", limiter.acquire()),
      go("a again", limiter.acquire({ failure })),
      go("b again", limiter.acquire({ failure })),
    ];
    await clock.run();
    await Promise.all(all);
    expect(order).toEqual(["a", "a again", "b again", "b", "c"]);
    expect(limiter.done).toBe(5);
  });

  it("releases a canceled request immediately with the signal's reason, without delaying others or leaving a timer", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
        fc.nat(3000),
        async (gaveUp, moment) => {
          const { clock, limiter } = startLimiter({ limit: 1 });
          const reason = new Error("stop");
          const stop = new AbortController();
          const left: number[] = [];
          const results = gaveUp.map(async (may, index) => {
            const permit = await limiter.acquire({ signal: may ? stop.signal : undefined });
            left.push(index);
            permit.responded();
          });
          const settled = Promise.allSettled(results);
          await clock.run(moment);
          const before = left.length;
          stop.abort(reason);
          await clock.run(moment);
          const stayed = gaveUp.flatMap((may, index) => (may || left.slice(0, before).includes(index) ? [] : [index]));
          expect(limiter.queued).toBe(stayed.length);
          expect(clock.pending).toBe(stayed.length === 0 ? 0 : 1);
          await clock.run();
          expect(left.slice(before)).toEqual(stayed);
          for (const result of await settled) if (result.status === "rejected") expect(result.reason).toBe(reason);
          expect(clock.pending).toBe(0);
        },
      ),
    );
  });

  it("leaves no listener on a signal that outlives the request", async () => {
    const { signal } = new AbortController();
    await startLimiter().limiter.acquire({ signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("rejects a signal that has already aborted", async () => {
    const { limiter } = startLimiter();
    const reason = new Error("stop");
    await expect(limiter.acquire({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(limiter.queued).toBe(0);
  });

  it("RAT-6: drains whatever becomes of the requests, even if some never report back", async () => {
    const fates = fc.constantFrom<"responded" | "429" | "lost" | "silent">("responded", "429", "lost", "silent");
    const requests = fc.array(
      fc.record({ fate: fates, after: fc.nat(5000), pause: fc.option(fc.nat(4000), { nil: undefined }) }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(requests, async (asked) => {
        const { clock, limiter } = startLimiter();
        const sent = asked.map(async ({ fate, after, pause }) => {
          const permit = await limiter.acquire();
          permit.started();
          await clock.sleep(after);
          if (fate === "429") permit.rateLimited(pause);
          else if (fate !== "silent") permit[fate]();
        });
        await clock.run();
        await Promise.all(sent);
        expect(limiter.queued).toBe(0);
        expect(clock.pending).toBe(0);
        expect(limiter.done).toBe(asked.filter(({ fate }) => fate === "responded").length);
        expect(limiter.rateLimited).toBe(asked.filter(({ fate }) => fate === "429").length);
      }),
    );
  });

  it("counts the outcome of a request once", async () => {
    const { clock, limiter } = startLimiter();
    const permit = await limiter.acquire();
    permit.responded();
    permit.responded();
    permit.rateLimited(60_000);
    permit.lost();
    expect([limiter.done, limiter.rateLimited]).toEqual([1, 0]);
    await limiter.acquire();
    expect(clock.now()).toBe(0);
  });
});

describe("RAT-6: no request waits forever for a server that rejects everything", () => {
  const longestStall = 900_000;
  const hour = 3_600_000;

  const start = () => {
    const { clock, limiter } = startLimiter({ limit: 1, longestStall });
    const wait = () =>
      limiter.acquire().then(
        () => clock.now(),
        (error: unknown) => [clock.now(), error],
      );
    return { clock, limiter, wait };
  };
  const hopeless = (moment: number, words: string) => [
    moment,
    expect.objectContaining({ name: "LimitExhaustedError", message: expect.stringContaining(words) }) as unknown,
  ];

  it("a pause that is longer than the longest stall ends every wait immediately, even of requests that were never sent", async () => {
    const { clock, limiter, wait } = start();
    const permit = await limiter.acquire();
    const waiting = [wait(), wait()];
    await clock.run(100);
    permit.rateLimited(hour);
    expect(await Promise.all(waiting)).toEqual([hopeless(100, ", in 60 minutes"), hopeless(100, ", in 60 minutes")]);
    expect(await wait()).toEqual(hopeless(100, ", in 60 minutes"));
    expect([limiter.queued, clock.pending]).toEqual([0, 0]);
    await clock.run(100 + hour);
    expect(await wait()).toBe(100 + hour);
  });

  it("the response to a request that was sent before the 429 doesn't shorten that pause", async () => {
    const { clock, limiter } = startLimiter({ limit: 2, longestStall });
    const [one, other] = [await limiter.acquire(), await limiter.acquire()];
    await clock.run(100);
    one.rateLimited(hour);
    other.responded();
    await expect(limiter.acquire()).rejects.toThrow("StatusHub is rate-limiting writes");
  });

  it.each([0, 1000, 7000, 10_000, 899_000])(
    "endless pauses of %d ms are waited for until the longest stall is over",
    async (pause) => {
      const { clock, limiter, wait } = start();
      let attempts = 0;
      const first = (async () => {
        for (let permit = await limiter.acquire(); ; permit = await limiter.acquire({ failure })) {
          attempts += 1;
          permit.rateLimited(pause);
        }
      })();
      const outcome = first.catch((error: unknown) => [clock.now(), error]);
      const behind = wait();
      await clock.run();
      const [moment] = (await outcome) as [number];
      expect(moment).toBeLessThanOrEqual(longestStall + Math.max(pause, 1000));
      expect(moment).toBeGreaterThan(longestStall - Math.max(pause, 1000));
      expect(await behind).toEqual([moment, expect.objectContaining({ name: "LimitExhaustedError" })]);
      expect(attempts).toBeLessThanOrEqual(2 + longestStall / Math.max(pause, 1000));
    },
  );

  it("slow requests that succeed are progress, even if there is always a newer 429", async () => {
    const { clock, limiter } = startLimiter({ longestStall });
    const repeat = async (latency: number, report: (permit: Permit) => void) => {
      while (clock.now() < hour) {
        const permit = await limiter.acquire();
        permit.started();
        await clock.sleep(latency);
        report(permit);
      }
    };
    const both = Promise.all([
      repeat(20_000, (permit) => permit.responded()),
      repeat(100, (permit) => permit.rateLimited(1000)),
    ]);
    both.catch(() => undefined);
    await clock.run();
    await both;
    expect(limiter.done).toBeGreaterThan(100);
    expect(limiter.rateLimited).toBeGreaterThan(1000);
  });

  it("an old 429 doesn't shorten the longest stall of today", async () => {
    const { clock, limiter, wait } = start();
    (await limiter.acquire()).rateLimited(1000);
    await clock.run(hour);
    (await limiter.acquire()).rateLimited(600_000);
    const waiting = wait();
    await clock.run();
    expect(await waiting).toBe(hour + 600_000);
  });
});

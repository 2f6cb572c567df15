import { describe, expect, it } from "vitest";
import { type Permit, RateLimiter } from "../../../../provider/client/rate-limiter/index.ts";
import { createChance, StrictServer, startLimiter } from "../strict-server.ts";
import { VirtualClock } from "../virtual-clock.ts";

const limit = 5;
const window = 1000;

/** The time that a limiter with perfect knowledge needs for 100 requests. */
const floor = ((100 - limit) / limit) * window;

/** Resolves when all are sent. */
const sendAll = async (limiter: RateLimiter, count: number) => {
  const sent = Array.from({ length: count }, async () => {
    const permit = await limiter.acquire();
    permit.started();
    return permit;
  });
  return Promise.all(sent);
};

describe("RAT-5: a limiter whose key another client also uses", () => {
  const admitLater = async (limiter: RateLimiter, clock: VirtualClock) => {
    const admission = limiter.acquire().then(() => clock.now());
    await clock.run();
    return admission;
  };

  it.each([
    ["as long as the server asks", 7000, 7000],
    ["one window if the server doesn't say", undefined, window],
    ["no time if the server says so", 0, 0],
  ])("stops everything for %s after a 429", async (_, retryAfter, expected) => {
    const { clock, limiter } = startLimiter();
    const permit = await limiter.acquire();
    permit.rateLimited(retryAfter);
    expect(await admitLater(limiter, clock)).toBe(expected);
  });

  it("a shorter pause doesn't shorten a longer one", async () => {
    const { clock, limiter } = startLimiter();
    const [one, other] = [await limiter.acquire(), await limiter.acquire()];
    one.rateLimited(9000);
    other.rateLimited(1000);
    expect(await admitLater(limiter, clock)).toBe(9000);
  });

  it("uses half as many slots for one window after a pause, and all of them from then on", async () => {
    const { clock, limiter } = startLimiter();
    (await limiter.acquire()).rateLimited(7000);
    const all = sendAll(limiter, 20).then((permits) => permits.length);
    await clock.run(7000 + window - 1);
    expect(limiter.queued).toBe(20 - 3);
    await clock.run(7000 + window + 2);
    expect(limiter.queued).toBe(20 - 3 - 2);
    await clock.run();
    expect(await all).toBe(20);
  });

  it("uses half of that again after another 429 in that window, but at least one slot", async () => {
    const { clock, limiter } = startLimiter();
    let [permit] = await sendAll(limiter, 1);
    for (const [earlier, expected] of [3, 2, 1, 1].entries()) {
      permit?.rateLimited(2 * window);
      // The first 429 came at full pace.
      expect(limiter.pausesBelowLimit).toBe(earlier);
      const permits: Permit[] = [];
      const stop = new AbortController();
      const all = Array.from({ length: limit }, async () =>
        permits.push(await limiter.acquire({ signal: stop.signal })),
      );
      await clock.run(clock.now() + 2 * window);
      stop.abort();
      await Promise.allSettled(all);
      expect(permits).toHaveLength(expected);
      for (const other of permits.slice(1)) other.lost();
      [permit] = permits;
    }
  });

  it("counts requests that are sent together and get a 429 together as one 429", async () => {
    const { clock, limiter } = startLimiter();
    const burst = await sendAll(limiter, limit);
    await clock.run(100);
    for (const permit of burst) permit.rateLimited(2 * window);
    expect([limiter.rateLimited, limiter.pausesBelowLimit]).toEqual([limit, 0]);
    const all = sendAll(limiter, limit);
    await clock.run(100 + 2 * window);
    expect(limiter.queued).toBe(2);
    await clock.run();
    await all;
  });

  it("stays at that pace when an older request is answered", async () => {
    const { clock, limiter } = startLimiter();
    const [one, other] = [await limiter.acquire(), await limiter.acquire()];
    one.rateLimited(2 * window);
    other.responded();
    const sent = sendAll(limiter, limit);
    await clock.run(2 * window + 100);
    expect(limiter.queued).toBe(2);
    await clock.run();
    await sent;
  });

  it.each([8, 32])(
    "two with 50 requests each, %d in parallel, end within 1.5 x the floor, the second at full pace",
    async (parallel) => {
      for (let seed = 1; seed <= 10; seed++) {
        const chance = createChance(seed);
        const clock = new VirtualClock();
        const server = new StrictServer(clock);
        const trip = () => ({ out: 55 + 10 * chance(), back: 55 + 10 * chance() });
        const ends: number[] = [];
        const client = async (start: number) => {
          await clock.sleep(start);
          await server.sendAll(new RateLimiter({ name: "writes", clock }), { count: 50, parallel, trip });
          ends.push(clock.now());
        };
        const both = Promise.all([client(0), client(3000 * chance())]);
        await clock.run();
        await both;
        const [alone = 0] = ends;
        const [first = 0] = server.arrivals;
        expect(server.arrivals).toHaveLength(100);
        expect(((server.arrivals.at(-1) ?? 0) - first) / floor).toBeLessThan(1.5);
        const later = server.arrivals.filter((moment) => moment > alone + 3000);
        for (const [index, moment] of later.slice(limit).entries()) {
          expect(moment - (later[index] ?? 0)).toBeLessThan(1.03 * window + 20);
        }
      }
    },
  );
});

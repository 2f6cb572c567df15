import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPace } from "../../../provider/client/pace.ts";
import { createChance, StrictServer, type Trip } from "./strict-server.ts";
import { VirtualClock } from "./virtual-clock.ts";

const limit = 5;
const window = 1000;

/** Longest time between two departures of one slot that is not asked for by a trip: the guard, and a timer's millisecond. */
const slack = 2;

async function measure({ trip, count = 100, parallel }: { trip: () => Trip; count?: number; parallel: number }) {
  const clock = new VirtualClock();
  const server = new StrictServer(clock, { limit });
  const pace = createPace({ limit, clock });
  const all = server.sendAll(pace, { count, parallel, trip });
  await clock.run();
  await all;
  const [first = 0] = server.arrivals;
  return { refusals: server.refusals, time: (server.arrivals.at(-1) ?? 0) - first, pending: clock.pending, pace };
}

/** What a pace that knows everything needs for 100 requests. */
const floor = ((100 - limit) / limit) * window;

describe("the limit", () => {
  // A lower bound that was never met cannot be known, so the first trip that counts is one of the fastest.
  it("is never exceeded where requests arrive, whatever the arrival pattern and the latency", async () => {
    const latency = fc.record({ out: fc.nat(400), back: fc.nat(400) });
    const pattern = fc.array(fc.record({ pause: fc.constantFrom(0, 0, 0, 50, 700, 2500), trip: latency }), {
      minLength: 6,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(pattern, latency, async (asked, base) => {
        const clock = new VirtualClock();
        const server = new StrictServer(clock, { limit });
        const pace = createPace({ limit, clock });
        const fastest = () => base;
        const warm = Promise.all([server.send(pace, fastest), clock.sleep(1).then(() => server.send(pace, fastest))]);
        await clock.run();
        await Promise.all([warm, server.send(pace, fastest), clock.run()]);
        const sent = asked.map(async ({ pause, trip }, index) => {
          await clock.sleep(pause * index);
          await server.send(pace, () => ({ out: base.out + trip.out, back: base.back + trip.back }));
        });
        await clock.run();
        await Promise.all(sent);
        expect(server.refusals).toBe(0);
        expect(server.arrivals).toHaveLength(asked.length + 3);
      }),
    );
  });

  it.each([1, 16, 64])("is kept at 60 to 180 ms, on the way out, back or both, %d in parallel", async (parallel) => {
    for (let seed = 1; seed <= 10; seed++) {
      const chance = createChance(seed);
      const trips: (() => Trip)[] = [
        () => ({ out: 60 + 120 * chance(), back: 0 }),
        () => ({ out: 0, back: 60 + 120 * chance() }),
        () => ({ out: 30 + 60 * chance(), back: 30 + 60 * chance() }),
      ];
      for (const trip of trips) {
        const { refusals, time } = await measure({ trip, parallel });
        expect(refusals).toBe(0);
        expect(time / floor).toBeLessThan(1.16);
      }
    }
  });

  it("is kept when connections are opened on the way: the first trips are slow, the later ones not", async () => {
    let opened = 0;
    const trip = () => (opened++ < limit ? { out: 180, back: 60 } : { out: 60, back: 60 });
    const { refusals, time } = await measure({ trip, parallel: 16 });
    expect(refusals).toBe(0);
    expect(time / floor).toBeLessThan(1.03);
  });
});

describe("the limit, with trips that tell little", () => {
  it("is kept when a burst slows itself down, out of which later requests come faster", async () => {
    const clock = new VirtualClock();
    const server = new StrictServer(clock, { limit });
    const pace = createPace({ limit, clock });
    let sent = 0;
    const trip = () => {
      sent += 1;
      return sent <= limit ? { out: 200, back: 60 } : { out: 60, back: 60 };
    };
    const first = server.send(pace, trip);
    await clock.run();
    const others = server.sendAll(pace, { count: 50, parallel: 16, trip });
    await clock.run();
    await Promise.all([first, others]);
    expect(server.refusals).toBe(0);
  });
});

describe("the limit, behind a server that answers slowly", () => {
  it("is kept where requests may leave long before the answers of those before them", async () => {
    const chance = createChance(7);
    const trip = () => ({ out: 20 + 100 * chance(), back: 2400 });
    const { refusals, time } = await measure({ trip, count: 300, parallel: 64 });
    expect(refusals).toBe(0);
    expect(time).toBeLessThan(((300 - limit) / limit) * window * 1.15 + 3 * 2500);
  });
});

describe("no waiting that the limit does not ask for", () => {
  it("11 requests at no latency end just after 2,000 ms", async () => {
    const { time, refusals } = await measure({ trip: () => ({ out: 0, back: 0 }), count: 11, parallel: 11 });
    expect(refusals).toBe(0);
    expect(time).toBeGreaterThanOrEqual(2000);
    expect(time).toBeLessThanOrEqual(2000 + 2 * slack);
  });

  it.each([1, 16, 64])("100 requests at 120 ms, %d in parallel, take at most 1.03 x the floor", async (parallel) => {
    for (const trip of [
      { out: 60, back: 60 },
      { out: 120, back: 0 },
      { out: 0, back: 120 },
    ]) {
      const { time, refusals } = await measure({ trip: () => trip, parallel });
      expect(refusals).toBe(0);
      expect(time / floor).toBeLessThanOrEqual(1.03);
    }
  });

  it("a slow server is not a slow limit: answers after 2.5 s cost one trip, not one a window", async () => {
    const { time, refusals } = await measure({ trip: () => ({ out: 20, back: 2480 }), parallel: 64 });
    expect(refusals).toBe(0);
    expect(time).toBeLessThan(floor + 3 * 2500);
  });

  it("a request that was asked for leaves at once, or one window and one trip after the fifth before it", async () => {
    const asked = fc.array(fc.record({ at: fc.nat(8000), trip: fc.nat(900) }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(asked, async (requests) => {
        const clock = new VirtualClock();
        const pace = createPace({ limit, clock });
        const departed: number[] = [];
        const ordered = requests.toSorted((one, other) => one.at - other.at);
        const sent = ordered.map(async ({ at, trip }) => {
          await clock.sleep(at);
          const departure = await pace.admit();
          departed.push(clock.now());
          await clock.sleep(trip);
          departure.answered();
        });
        await clock.run();
        await Promise.all(sent);
        const slowest = Math.max(...requests.map(({ trip }) => trip));
        for (const [index, moment] of departed.entries()) {
          const earliest = ordered[index]?.at ?? 0;
          const free = (departed[index - limit] ?? Number.NEGATIVE_INFINITY) + window + slowest + slack;
          expect(moment).toBeLessThanOrEqual(Math.max(earliest, free));
        }
      }),
    );
  });

  it("a way that has become slower is no reason to stay slow", async () => {
    let sent = 0;
    const trip = () => (sent++ < 50 ? { out: 10, back: 10 } : { out: 150, back: 150 });
    const before = await measure({ trip, count: 200, parallel: 16 });
    sent = 0;
    const after = await measure({ trip, count: 400, parallel: 16 });
    expect(after.time - before.time).toBeLessThan((200 / limit) * window * 1.01);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPace, type Departure } from "../../../provider/client/pace.ts";
import { VirtualClock } from "./virtual-clock.ts";

const limit = 5;

describe("the queue of a pace", () => {
  it("is first in, first out; one that is sent again goes ahead", async () => {
    const clock = new VirtualClock();
    const pace = createPace({ limit: 1, clock });
    const order: string[] = [];
    const go = async (name: string, admission: Promise<Departure>) => {
      const departure = await admission;
      order.push(name);
      departure.answered();
    };
    const all = [
      go("a", pace.admit()),
      go("b", pace.admit()),
      go("c", pace.admit()),
      go("a again", pace.readmit()),
      go("b again", pace.readmit()),
    ];
    await clock.run();
    await Promise.all(all);
    expect(order).toEqual(["a", "a again", "b again", "b", "c"]);
    expect(pace.done).toBe(5);
  });

  it("whoever gives up leaves at once with the signal's reason, delays nobody and leaves no timer", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
        fc.nat(3000),
        async (gaveUp, moment) => {
          const clock = new VirtualClock();
          const pace = createPace({ limit: 1, clock });
          const reason = new Error("stop");
          const stop = new AbortController();
          const left: number[] = [];
          const results = gaveUp.map(async (may, index) => {
            const departure = await pace.admit(may ? stop.signal : undefined);
            left.push(index);
            departure.answered();
          });
          const settled = Promise.allSettled(results);
          await clock.run(moment);
          const before = left.length;
          stop.abort(reason);
          await clock.run(moment);
          const stayed = gaveUp.flatMap((may, index) => (may || left.slice(0, before).includes(index) ? [] : [index]));
          expect(pace.queued).toBe(stayed.length);
          expect(clock.pending).toBe(stayed.length === 0 ? 0 : 1);
          await clock.run();
          expect(left.slice(before)).toEqual(stayed);
          for (const result of await settled) if (result.status === "rejected") expect(result.reason).toBe(reason);
          expect(clock.pending).toBe(0);
        },
      ),
    );
  });

  it("refuses a signal that has aborted already", async () => {
    const pace = createPace({ limit, clock: new VirtualClock() });
    const reason = new Error("stop");
    await expect(pace.admit(AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(pace.queued).toBe(0);
  });

  it("RAT-6: comes to its end whatever becomes of the requests, also of those that nobody hears of again", async () => {
    const fates = fc.constantFrom<"answered" | "refused" | "lost" | "silent">("answered", "refused", "lost", "silent");
    const requests = fc.array(
      fc.record({ fate: fates, after: fc.nat(5000), pause: fc.option(fc.nat(4000), { nil: undefined }) }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(requests, async (asked) => {
        const clock = new VirtualClock();
        const pace = createPace({ limit, clock });
        const sent = asked.map(async ({ fate, after, pause }) => {
          const departure = await pace.admit();
          departure.left();
          await clock.sleep(after);
          if (fate === "refused") departure.refused(pause);
          else if (fate !== "silent") departure[fate]();
        });
        await clock.run();
        await Promise.all(sent);
        expect(pace.queued).toBe(0);
        expect(clock.pending).toBe(0);
        expect(pace.done).toBe(asked.filter(({ fate }) => fate === "answered").length);
        expect(pace.refused).toBe(asked.filter(({ fate }) => fate === "refused").length);
      }),
    );
  });

  it("counts what is said of a request once", async () => {
    const clock = new VirtualClock();
    const pace = createPace({ limit, clock });
    const departure = await pace.admit();
    departure.answered();
    departure.answered();
    departure.refused(60_000);
    departure.lost();
    expect([pace.done, pace.refused]).toEqual([1, 0]);
    await pace.admit();
    expect(clock.now()).toBe(0);
  });
});

describe("RAT-6: nobody waits for ever for a server that refuses everything", () => {
  const patience = 900_000;
  const hour = 3_600_000;

  const start = () => {
    const clock = new VirtualClock();
    const pace = createPace({ limit: 1, patience, clock });
    const wait = () =>
      pace.admit().then(
        () => clock.now(),
        (error: unknown) => [clock.now(), error],
      );
    return { clock, pace, wait };
  };
  const hopeless = (moment: number, pause: number) => [
    moment,
    expect.objectContaining({ name: "HopelessError", pause }) as unknown,
  ];

  it("a pause that is longer than the patience ends every wait at once, also of those that have not left", async () => {
    const { clock, pace, wait } = start();
    const departure = await pace.admit();
    const waiting = [wait(), wait()];
    await clock.run(100);
    departure.refused(hour);
    expect(await Promise.all(waiting)).toEqual([hopeless(100, hour), hopeless(100, hour)]);
    expect(await wait()).toEqual(hopeless(100, hour));
    expect([pace.queued, clock.pending]).toEqual([0, 0]);
    await clock.run(100 + hour);
    expect(await wait()).toBe(100 + hour);
  });

  it("the answer to a request that left before the refusal changes nothing about it", async () => {
    const clock = new VirtualClock();
    const pace = createPace({ limit: 2, patience, clock });
    const [one, other] = [await pace.admit(), await pace.admit()];
    await clock.run(100);
    one.refused(hour);
    other.answered();
    await expect(pace.admit()).rejects.toThrow("the patience ends");
  });

  it.each([0, 1000, 7000, 10_000, 899_000])("pauses of %d ms without end end with the patience", async (pause) => {
    const { clock, pace, wait } = start();
    let attempts = 0;
    const first = (async () => {
      for (let departure = await pace.admit(); ; departure = await pace.readmit()) {
        attempts += 1;
        departure.refused(pause);
      }
    })();
    const outcome = first.catch((error: unknown) => [clock.now(), error]);
    const behind = wait();
    await clock.run();
    const [moment] = (await outcome) as [number];
    expect(moment).toBeLessThanOrEqual(patience + Math.max(pause, 1000));
    expect(moment).toBeGreaterThan(patience - Math.max(pause, 1000));
    expect(await behind).toEqual([moment, expect.objectContaining({ name: "HopelessError" })]);
    expect(attempts).toBeLessThanOrEqual(2 + patience / Math.max(pause, 1000));
  });

  it("a queue of our own may be as long as it likes, and every answer begins the patience anew", async () => {
    const { clock, pace } = start();
    let answered = 0;
    const all = Array.from({ length: 2000 }, async (_, index) => {
      let departure = await pace.admit();
      // Every hundredth is refused for ten minutes first.
      if (index % 100 === 0) {
        departure.refused(600_000);
        departure = await pace.readmit();
      }
      departure.answered();
      answered += 1;
    });
    await clock.run();
    await Promise.all(all);
    expect(answered).toBe(2000);
    expect(clock.now()).toBeGreaterThan(10 * patience);
  });

  it("a refusal long ago does not shorten the patience of today", async () => {
    const { clock, pace, wait } = start();
    (await pace.admit()).refused(1000);
    await clock.run(hour);
    (await pace.admit()).refused(600_000);
    const waiting = wait();
    await clock.run();
    expect(await waiting).toBe(hour + 600_000);
  });
});

import type { Service } from "../account.ts";
import { create } from "../creates.ts";
import { steady } from "../latency.ts";
import { type Measure, notMeasured, type Row, seconds, verdictOn } from "../row.ts";

const count = 50;
const perSecond = 5;
const begin = 3000;
const length = 60_000;

export const wholeLimit: Row = {
  name: "whole-limit",
  title: "Another client takes the whole limit for a minute, in the middle of 50 creates",
  seconds: { full: 75 },
  async measure(): Promise<Measure[]> {
    let over = 0;
    const { writes, failed, refused } = await create({ count, parallel: 16, latency: steady }, async (service) => {
      over = await takeWholeLimit(service);
    });
    const times = writes.map(({ time }) => time);
    const full = times.find((time, index) => time > over && (times[index + perSecond] ?? Infinity) - time < 1100);
    const recovery = full === undefined ? undefined : full - over;
    return [
      {
        what: "another client takes all 5 writes a second for a minute",
        ours: `${failed} failed, ${refused} x 429, full pace ${recovery === undefined ? "not seen" : seconds(recovery)} after`,
        bar: "no failure, full pace 3 s after",
        verdict: verdictOn(failed === 0 && recovery !== undefined && recovery <= 3000),
        baseline: notMeasured,
        detail: `${count} creates by the client alone; the API asks to wait 1 s each time`,
      },
    ];
  },
};

/** Returns when it was over, on the clock of the requests. */
async function takeWholeLimit({ emulator }: Service): Promise<number> {
  await sleep(begin);
  emulator.setOtherClient({ writes: perSecond });
  await sleep(length);
  emulator.setOtherClient({});
  return performance.timeOrigin + performance.now();
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

import { type Measure, type Row, ratio, seconds, verdictOn } from "../row.ts";
import { createService, type Latency, steady, uneven } from "../service.ts";
import { createStack, up } from "../stack.ts";

const count = 100;
const perSecond = 5;

const roundTrip = 120;

/**
 * Returns the earliest time at which the last of 100 writes can arrive after the first, with 5 writes per strict
 * sliding second. One at a time, the last five can't leave together, because each waits for the previous response.
 */
function floorOf(parallel: number): number {
  const waitsForLimit = (count / perSecond - 1) * 1000;
  const waitsForResponses = Math.max(0, perSecond - parallel) * roundTrip;
  return waitsForLimit + waitsForResponses;
}

interface Case {
  readonly latency: Latency;
  readonly what: string;
  readonly parallel: number;
  /** Milliseconds that the server works before it responds. */
  readonly work?: number;
  readonly bar: number;
}

const cases: readonly Case[] = [
  ...[1, 16, 64].map((parallel) => ({ latency: steady, what: "120 ms", parallel, bar: 1.03 })),
  ...[1, 16, 64].map((parallel) => ({ latency: uneven, what: "60 to 180 ms", parallel, bar: 1.15 })),
  ...[300, 3000, 10_000].map((work) => ({
    latency: steady,
    what: `120 ms, responses after ${work / 1000} s`,
    parallel: 64,
    work,
    bar: 1.05,
  })),
];

export const pace: Row = {
  name: "pace",
  title: "100 creates on the real engine, first to last write at arrival, against 5 writes a second",
  seconds: { full: 290, quick: 50 },
  async measure(isQuick) {
    const measures: Measure[] = [];
    // One case per latency, with a parallelism close to Pulumi's default.
    const quickCases = cases.filter(({ parallel, work }) => parallel === 16 && work === undefined);
    for (const each of isQuick ? quickCases : cases) measures.push(await measureCase(each));
    return measures;
  },
};

async function measureCase({ latency, what, parallel, work, bar }: Case): Promise<Measure> {
  const service = await createService({}, latency);
  if (work !== undefined) service.emulator.faults.add({ method: "POST", delay: work, times: Number.POSITIVE_INFINITY });
  const stack = await createStack("ours", count);
  try {
    await stack.run(up(parallel), service);
  } finally {
    await stack.close();
    await service.close();
  }
  const { requests } = service.emulator;
  const accepted = requests.filter(({ method, status }) => method !== "GET" && status === 200);
  const times = accepted.map(({ time }) => time);
  const rateLimited = requests.filter(({ status }) => status === 429).length;
  const failed = count - times.length;
  // From the first to the last accepted write, as they arrived at the emulator.
  const span = Math.max(...times) - Math.min(...times);
  const floor = floorOf(parallel);
  return {
    what: `100 creates, --parallel ${parallel}, ${what}`,
    ours: `${ratio(span / floor)}, ${rateLimited} x 429${failed === 0 ? "" : `, ${failed} of ${count} failed`}`,
    bar: `${bar} x, 0 x 429`,
    verdict: verdictOn(span / floor <= bar && rateLimited === 0 && failed === 0),
    detail: `${seconds(span)} against ${seconds(floor)}, one run`,
  };
}

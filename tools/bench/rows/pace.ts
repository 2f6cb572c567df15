import { createService } from "../account.ts";
import { createStack, up } from "../engine/stack.ts";
import { type Latency, steady, uneven } from "../latency.ts";
import { type Measure, type Row, ratio, seconds, verdictOn } from "../row.ts";

const count = 100;
const perSecond = 5;

const roundTrip = 120;

/**
 * Returns the earliest time at which the last of 100 writes can arrive after the first, with 5 writes per strict
 * sliding second. One at a time, the last five can't leave together, because each waits for the previous response.
 */
const floorOf = (parallel: number) =>
  (count / perSecond - 1) * 1000 + (Math.max(perSecond, parallel) - parallel) * roundTrip;

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
  async measure({ quick }) {
    const measures: Measure[] = [];
    // One case per latency, with a parallelism close to Pulumi's default.
    for (const one of quick ? cases.filter(({ parallel, work }) => parallel === 16 && work === undefined) : cases)
      measures.push(await compare(one));
    return measures;
  },
};

async function compare(one: Case): Promise<Measure> {
  const { what, parallel, bar } = one;
  const { span, rateLimited, failed } = await deploy(one);
  const floor = floorOf(parallel);
  return {
    what: `100 creates, --parallel ${parallel}, ${what}`,
    ours: `${ratio(span / floor)}, ${rateLimited} x 429${failed === 0 ? "" : `, ${failed} of ${count} failed`}`,
    bar: `${bar} x, 0 x 429`,
    verdict: verdictOn(span / floor <= bar && rateLimited === 0 && failed === 0),
    detail: `${seconds(span)} against ${seconds(floor)}, one run`,
  };
}

interface Deployment {
  /** Milliseconds from the first to the last accepted write, as they arrived at the emulator. */
  readonly span: number;
  readonly rateLimited: number;
  readonly failed: number;
}

async function deploy({ latency, parallel, work }: Case): Promise<Deployment> {
  const service = await createService({}, latency);
  if (work !== undefined) service.emulator.faults.add({ method: "POST", delay: work, times: Number.POSITIVE_INFINITY });
  const stack = await createStack({ program: "ours", count });
  try {
    await stack.run(up(parallel), service);
    const { requests } = service.emulator;
    const times = requests.flatMap(({ method, status, time }) => (method !== "GET" && status === 200 ? [time] : []));
    return {
      span: Math.max(...times) - Math.min(...times),
      rateLimited: requests.filter(({ status }) => status === 429).length,
      failed: count - times.length,
    };
  } finally {
    await stack.close();
    await service.close();
  }
}

import { arrivalsAt, createService } from "../account.ts";
import { createStack, type StackOptions, up } from "../engine/stack.ts";
import { type Latency, steady, uneven } from "../latency.ts";
import { type Measure, type Row, ratio, seconds } from "../row.ts";

const count = 100;
const perSecond = 5;

const roundTrip = 120;

/**
 * The earliest that the last of 100 writes can arrive after the first in a strict sliding second with 5 of them. One at a
 * time, the last five do not leave together: each waits for the answer of the one before.
 */
const floorOf = (parallel: number) =>
  (count / perSecond - 1) * 1000 + (Math.max(perSecond, parallel) - parallel) * roundTrip;

interface Case {
  readonly latency: Latency;
  readonly what: string;
  readonly bar: number;
}

const cases: readonly Case[] = [
  { latency: steady, what: "120 ms", bar: 1.03 },
  { latency: uneven, what: "60 to 180 ms", bar: 1.15 },
];

export const pace: Row = {
  name: "pace",
  title: "100 creates, first to last write at arrival, against 5 writes a second",
  seconds: 420,
  async measure() {
    const measures: Measure[] = [];
    for (const one of cases) {
      for (const parallel of [1, 16, 64]) measures.push(await compare(one, parallel));
    }
    return measures;
  },
};

async function compare({ latency, what, bar }: Case, parallel: number): Promise<Measure> {
  const ours = await deploy({ program: "ours", count }, { latency, parallel });
  const baseline = await deploy({ program: "baseline", count }, { latency, parallel });
  const floor = floorOf(parallel);
  const tell = ({ span, refused, failed }: Deployed) =>
    `${ratio(span / floor)}, ${refused} x 429${failed === 0 ? "" : `, ${failed} of ${count} failed`}`;
  return {
    what: `100 creates, --parallel ${parallel}, ${what}`,
    ours: tell(ours),
    bar: `${bar} x, 0 x 429`,
    met: ours.span / floor <= bar && ours.refused === 0 && ours.failed === 0,
    baseline: tell(baseline),
    detail: `${seconds(ours.span)} against ${seconds(floor)}`,
  };
}

interface Deployed {
  readonly span: number;
  readonly refused: number;
  readonly failed: number;
}

async function deploy(options: StackOptions, { latency, parallel }: { latency: Latency; parallel: number }) {
  const service = await createService({}, latency);
  const stack = await createStack(options);
  try {
    await stack.run(up(parallel), service);
    const { span, refused, writes } = arrivalsAt(service);
    return { span, refused, failed: count - writes.length };
  } finally {
    await stack.close();
    await service.close();
  }
}

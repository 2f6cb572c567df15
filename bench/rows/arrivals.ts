import { bestPossible } from "../../test/provider/client/best-possible.ts";
import { create } from "../creates.ts";
import { type Latency, steady, uneven } from "../latency.ts";
import { median, pairs, Ratios } from "../pairs.ts";
import { type Measure, notMeasured, type Row, ratio, seconds, verdictOn } from "../row.ts";

const count = 100;
const limit = 5;
const window = 1000;

/** The earliest that the last of 100 writes can arrive after the first in a strict sliding second with 5 of them. */
const floor = (count / limit - 1) * window;

/** What the best possible pace takes where the latency is uneven, in the mean of many runs. */
function bestUneven(): number {
  const times = Array.from({ length: 2000 }, () => bestPossible({ limit, window, count }, uneven.out));
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

interface Case {
  readonly what: string;
  readonly latency: Latency;
  readonly work: number;
  readonly bar: number;
}

const cases: readonly Case[] = [
  ...[0, 300, 3000, 10_000].map((work) => ({
    what: `120 ms, answers after ${work / 1000} s`,
    latency: steady,
    work,
    bar: 1.05,
  })),
  { what: "60 to 180 ms", latency: uneven, work: 0, bar: (1.02 * bestUneven()) / floor },
];

export const arrivals: Row = {
  name: "arrivals",
  title: "100 creates, 64 in parallel, by the client alone: first to last write at arrival",
  seconds: { full: 130, quick: 80 },
  async measure({ quick }) {
    // The emulator runs in this process, and its first requests are slow.
    await create({ count: 10, parallel: 10, latency: steady });
    const measures: Measure[] = [];
    for (const one of cases) if (!quick || one.work !== 300) measures.push(await compare(one));
    return measures;
  },
};

/** The runs of a case hardly need the processor, so they are made at the same time. */
async function compare({ what, latency, work, bar }: Case): Promise<Measure> {
  const run = () => create({ count, parallel: 64, latency, work });
  const outcomes = await Promise.all(Array.from({ length: pairs }, run));
  const ratios = new Ratios(outcomes.map(({ span }) => span / floor));
  const refused = Math.max(...outcomes.map((outcome) => outcome.refused));
  const failed = Math.max(...outcomes.map((outcome) => outcome.failed));
  return {
    what: `100 creates, ${what}, client alone`,
    ours: `${ratios}, ${refused} x 429`,
    bar: `${ratio(bar)}, 0 x 429`,
    verdict: refused + failed > 0 ? verdictOn(false) : ratios.verdict(bar),
    baseline: notMeasured,
    detail: `${seconds(median(outcomes.map(({ span }) => span)))} against ${seconds(floor)}, ${pairs} runs`,
  };
}

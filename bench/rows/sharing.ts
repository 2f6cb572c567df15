import { arrivalsAt, createService, type Service } from "../account.ts";
import { createStack, type Run, up } from "../engine/stack.ts";
import { steady } from "../latency.ts";
import type { ProgramName } from "../program/index.ts";
import { type Measure, notMeasured, type Row, ratio, seconds, verdictOn } from "../row.ts";

const each = 50;
const perSecond = 5;
const floor = ((2 * each) / perSecond - 1) * 1000;

export const sharing: Row = {
  name: "sharing",
  title: "Two deployments with 50 creates each share one key",
  seconds: { full: 60 },
  async measure() {
    const ours = await deployTwo("ours");
    const baseline = await deployTwo("baseline");
    return [together(ours, baseline), alone(ours)];
  },
};

interface Outcome {
  readonly failed: number;
  readonly refused: number;
  readonly span: number;
  /** Milliseconds from the last write of the first to five writes of the second within a second. */
  readonly recovery: number | undefined;
}

async function deployTwo(program: ProgramName): Promise<Outcome> {
  const service = await createService({}, steady);
  const stacks = await Promise.all([0, each].map((first) => createStack({ program, count: each, first })));
  try {
    const runs: Run[] = await Promise.all(stacks.map((stack) => stack.run(up(16), service)));
    const { span, refused, writes } = arrivalsAt(service);
    const failed = 2 * each - writes.length + runs.filter(({ code }) => code !== 0).length;
    return { failed, refused, span, recovery: recoveryOf(service) };
  } finally {
    await Promise.all(stacks.map((stack) => stack.close()));
    await service.close();
  }
}

function recoveryOf(service: Service): number | undefined {
  const { writes } = arrivalsAt(service);
  const timesOf = (first: number) =>
    writes.filter(({ body }) => numberIn(body) >= first && numberIn(body) < first + each).map(({ time }) => time);
  const ends = [timesOf(0), timesOf(each)].sort((one, other) => Math.max(...one) - Math.max(...other));
  const over = Math.max(...(ends[0] ?? []));
  const later = (ends[1] ?? []).filter((time) => time > over);
  // Full pace: a write, and the fifth after it one window and a little later.
  const full = later.findIndex((time, index) => (later[index + perSecond] ?? Number.POSITIVE_INFINITY) - time < 1100);
  const start = later[full];
  return start === undefined ? undefined : start - over;
}

const numberIn = (body: unknown) => Number(/\d+$/.exec(String((body as { name?: unknown }).name))?.[0]);

function together(ours: Outcome, baseline: Outcome): Measure {
  const show = ({ span, refused, failed }: Outcome) => `${ratio(span / floor)}, ${failed} failed, ${refused} x 429`;
  return {
    what: "two processes, one key, 50 creates each",
    ours: show(ours),
    bar: "1.5 x, no failure",
    verdict: verdictOn(ours.failed === 0 && ours.span / floor <= 1.5),
    baseline: show(baseline),
    detail: `${seconds(ours.span)} against ${seconds(floor)}`,
  };
}

function alone({ recovery }: Outcome): Measure {
  return {
    what: "back at full pace once alone",
    ours: recovery === undefined ? "not seen" : seconds(recovery),
    bar: "3 s",
    verdict: verdictOn(recovery !== undefined && recovery <= 3000),
    baseline: notMeasured,
    detail: "5 writes within a window, counted from the last write of the other",
  };
}

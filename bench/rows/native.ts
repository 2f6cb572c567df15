import { createService } from "../account.ts";
import { createStack, preview, refreshPreview, type Stack, up } from "../engine/stack.ts";
import { steady } from "../latency.ts";
import { median, pairs, Ratios } from "../pairs.ts";
import type { ProgramName } from "../program/index.ts";
import { type Measure, notMeasured, type Row, ratio, seconds } from "../row.ts";

const count = 1000;
const programs = ["native", "ours", "trivial"] as const satisfies ProgramName[];
type Program = (typeof programs)[number];

/** What is timed, and the most that native may take of the trivial dynamic resource, where there is an aim. */
const commands = {
  preview: { what: `preview of ${count} services`, most: 0.8 },
  refresh: { what: `preview --refresh of ${count} services`, most: 1 },
  up: { what: `up of ${count} services, no limits`, most: undefined },
} as const;

type Command = keyof typeof commands;
type Times = Record<Command, number[]>;

export const native: Row = {
  name: "native",
  title: "1,000 services on the native plugin, beside the dynamic way and a trivial dynamic resource",
  seconds: { full: 900 },
  async measure() {
    const times: Record<Program, Times> = { native: noTimes(), ours: noTimes(), trivial: noTimes() };
    for (let turn = 0; turn < pairs; turn++) {
      for (const program of turn % 2 === 0 ? programs : programs.toReversed())
        await measureOne(program, times[program]);
    }
    return (Object.keys(commands) as Command[]).map((command) => compare(command, times));
  },
};

const noTimes = (): Times => ({ preview: [], refresh: [], up: [] });

/** A stack from nothing: created without limits, then looked at behind the limits and a latency. */
async function measureOne(program: Program, times: Times): Promise<void> {
  const stack = await createStack({ program, count });
  const unlimited = await createService({ limits: "off" });
  const service = await createService({}, steady);
  try {
    times.up.push((await stack.mustRun(up(), unlimited)).time);
    service.emulator.restore(unlimited.emulator.snapshot());
    times.preview.push(await timeOf(stack, preview, service));
    times.refresh.push(await timeOf(stack, refreshPreview, service));
  } finally {
    await Promise.all([stack.close(), unlimited.close(), service.close()]);
  }
}

async function timeOf(
  stack: Stack,
  args: readonly string[],
  account: { url: string; apiKey: string },
): Promise<number> {
  const { time } = await stack.mustRun(args, account);
  return time;
}

function compare(command: Command, times: Record<Program, Times>): Measure {
  const { what, most } = commands[command];
  const of = (program: Program) => times[program][command];
  const ratios = Ratios.of(of("native"), of("trivial"));
  return {
    what: `native: ${what}`,
    ours: String(ratios),
    bar: most === undefined ? notMeasured : ratio(most),
    verdict: most === undefined ? "met" : ratios.verdict(most),
    baseline: notMeasured,
    detail: [
      `${seconds(median(of("native")))}`,
      `dynamic ${seconds(median(of("ours")))} (native to it ${Ratios.of(of("native"), of("ours"))})`,
      `trivial ${seconds(median(of("trivial")))}`,
      `${pairs} turns`,
    ].join(", "),
  };
}

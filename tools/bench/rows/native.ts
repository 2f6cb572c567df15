import { createService, type Service } from "../account.ts";
import { createStack, preview, refreshPreview, up } from "../engine/stack.ts";
import { steady } from "../latency.ts";
import { median, pairs, Ratios } from "../pairs.ts";
import type { ProgramName } from "../program/index.ts";
import { type Measure, type Row, ratio, seconds } from "../row.ts";

const count = 1000;
const programs = ["native", "trivial"] as const satisfies ProgramName[];
type Program = (typeof programs)[number];

/**
 * The timed commands, and the most that the native provider may take compared with the trivial dynamic resource;
 * tools/bench/README.md explains the numbers.
 */
const commands = {
  up: { what: "up that adopts 1,000 services", args: up(), most: 1.25 },
  preview: { what: "preview of 1,000 services", args: preview, most: 1.1 },
  refresh: { what: "preview --refresh of 1,000 services", args: refreshPreview, most: 1.25 },
} as const;

type Command = keyof typeof commands;
type Times = Record<Command, number[]>;

export const native: Row = {
  name: "native",
  title: "1,000 services on the native provider, and as trivial dynamic resources",
  seconds: { full: 330 },
  async measure() {
    const times: Record<Program, Times> = { native: noTimes(), trivial: noTimes() };
    for (let turn = 0; turn < pairs; turn++) {
      for (const program of turn % 2 === 0 ? programs : programs.toReversed())
        await measureOne(program, times[program]);
    }
    return (Object.keys(commands) as Command[]).map((command) => compare(command, times));
  },
};

const noTimes = (): Times => ({ up: [], preview: [], refresh: [] });

/** Creates a stack, runs every command and removes it, recording the time of each command. */
async function measureOne(program: Program, times: Times): Promise<void> {
  const service = await createFilledService(count);
  const stack = await createStack({ program, count });
  try {
    for (const command of Object.keys(commands) as Command[]) {
      times[command].push((await stack.mustRun(commands[command].args, service)).time);
    }
  } finally {
    await Promise.all([stack.close(), service.close()]);
  }
}

export function createFilledService(count: number): Promise<Service> {
  const services = Array.from({ length: count }, (_, index) => ({
    group_id: 1,
    name: `Service ${index}`,
    description: `What service ${index} is for`,
  }));
  return createService({ preset: { hubs: [{ subdomain: "acme", name: "Acme", groups: ["One"], services }] } }, steady);
}

function compare(command: Command, times: Record<Program, Times>): Measure {
  const { what, most } = commands[command];
  const of = (program: Program) => times[program][command];
  const ratios = Ratios.of(of("native"), of("trivial"));
  return {
    what: `native: ${what}`,
    ours: String(ratios),
    bar: ratio(most),
    verdict: ratios.verdict(most),
    detail: `${seconds(median(of("native")))} against ${seconds(median(of("trivial")))} of a trivial resource, ${pairs} pairs`,
  };
}

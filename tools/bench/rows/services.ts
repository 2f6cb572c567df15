import { readFile } from "node:fs/promises";
import type { ProgramName } from "../program/index.ts";
import { compared, inTurns, type Measure, type Row, verdictOn } from "../row.ts";
import { createFilledService, createService, steady } from "../service.ts";
import { createStack, preview, refreshPreview, up } from "../stack.ts";

/*
 * Rows about programs with many services, compared with the same program of trivial dynamic resources.
 */

/** A command on a stack of 1,000 services. */
interface TimedCommand {
  readonly args: readonly string[];
  readonly what: string;
  /** The most that ours may take; undefined if only the next commands need it. */
  readonly most?: number;
}

const reference = "a trivial resource";

export const native: Row = {
  name: "native",
  title: "1,000 services on the native provider, and as trivial dynamic resources",
  seconds: { full: 330 },
  measure: () =>
    measureCommands("native", [
      { args: up(), what: "native: up that adopts 1,000 services", most: 1.25 },
      { args: preview, what: "native: preview of 1,000 services", most: 1.1 },
      { args: refreshPreview, what: "native: preview --refresh of 1,000 services", most: 1.25 },
    ]),
};

async function measureCommands(program: ProgramName, commands: readonly TimedCommand[]): Promise<Measure[]> {
  const [ours, floor] = await inTurns(
    () => timesOf(program, commands),
    () => timesOf("trivial", commands),
  );
  return commands.flatMap(({ what, most }, index) => {
    const at = (times: readonly number[][]) => times.map((each) => each[index] ?? Number.NaN);
    return most === undefined ? [] : [compared({ what, ours: at(ours), floor: at(floor), reference, most })];
  });
}

/** Creates a stack, runs every command and removes it. Returns the time of each command. */
async function timesOf(program: ProgramName, commands: readonly TimedCommand[]): Promise<number[]> {
  const service = await createFilledService(1000);
  const stack = await createStack(program, 1000);
  const times: number[] = [];
  try {
    for (const { args } of commands) times.push(await stack.timeOf(args, service));
    return times;
  } finally {
    await Promise.all([stack.close(), service.close()]);
  }
}

export const size: Row = {
  name: "size",
  title: "100 and 1,000 services that have not changed: preview, refresh, state",
  seconds: { full: 480, quick: 90 },
  async measure(isQuick) {
    const [small, large] = [await measureUnchanged(100), ...(isQuick ? [] : [await measureUnchanged(1000)])];
    return [...small.times, ...(large?.times ?? []), (large ?? small).state];
  },
};

async function measureUnchanged(count: number) {
  const deployed = await Promise.all([deploy("ours", count), deploy("trivial", count)]);
  const [ours, trivial] = deployed;
  try {
    const [oursTimes, trivialTimes] = await inTurns(ours.measure, trivial.measure);
    const { requests } = ours.service.emulator;
    const rateLimited = requests.filter(({ status }) => status === 429).length;
    const gets = requests.length - rateLimited;
    const compare = (command: "preview" | "refresh", what: string, most: number) => {
      const at = (times: typeof oursTimes) => times.map((each) => each[command]);
      return compared({ what, ours: at(oursTimes), floor: at(trivialTimes), reference, most });
    };
    const services = `${count.toLocaleString("en")} services`;
    const refreshing = compare("refresh", `preview --refresh of ${services}`, 1.15);
    const isBounded = gets <= 12 && rateLimited === 0;
    const times: Measure[] = [
      {
        ...refreshing,
        ours: `${refreshing.ours}, ${gets} GETs, ${rateLimited} x 429`,
        bar: `${refreshing.bar}, 12 GETs, 0 x 429`,
        verdict: isBounded ? refreshing.verdict : "not met",
      },
      compare("preview", `preview of ${services}`, 1.06),
    ];
    return { times, state: measureState(await readFile(ours.stack.stateFile, "utf8"), count) };
  } finally {
    await Promise.all(deployed.flatMap(({ stack, service }) => [stack.close(), service.close()]));
  }
}

/** Deploys without rate limits and delays, and adds them afterwards. */
async function deploy(program: ProgramName, count: number) {
  const unlimited = await createService({ limits: "off" });
  const stack = await createStack(program, count);
  await stack.timeOf(up(), unlimited);
  const service = await createService({}, steady);
  service.emulator.restore(unlimited.emulator.snapshot());
  await unlimited.close();
  const measure = async () => {
    const previewed = await stack.timeOf(preview, service);
    // Only the requests of the last refresh are counted.
    service.emulator.clearRequests();
    return { preview: previewed, refresh: await stack.timeOf(refreshPreview, service) };
  };
  return { stack, service, measure };
}

function measureState(state: string, count: number): Measure {
  const bytesEach = Buffer.byteLength(state) / count;
  const code = /exports\.handler=.*?(?=")/.exec(state.replaceAll('\\"', "'"))?.[0] ?? "";
  return {
    what: `state of a service, ${count.toLocaleString("en")} of them`,
    ours: `${(bytesEach / 1000).toFixed(2)} KB`,
    bar: "1.6 KB",
    verdict: verdictOn(bytesEach <= 1600),
    detail: `of which code ${2 * code.length} bytes, the pointer in inputs and outputs; file of the backend`,
  };
}

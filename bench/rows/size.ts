import { readFile } from "node:fs/promises";
import { createService, type Service } from "../account.ts";
import { createStack, preview, type Run, refreshPreview, type Stack, up } from "../engine/stack.ts";
import { steady } from "../latency.ts";
import type { ProgramName } from "../program/index.ts";
import { least, type Measure, type Row, ratio, seconds } from "../row.ts";

const sizes = [10, 100, 1000] as const;
const programs = ["ours", "trivial", "baseline"] as const satisfies ProgramName[];
const repetitions = 3;

export const size: Row = {
  name: "size",
  title: "10, 100 and 1,000 services that have not changed: preview, refresh, state, growth",
  seconds: 420,
  async measure() {
    const figures = new Map<string, Figures>();
    for (const count of sizes) await measureAll(count, figures);
    const get = (program: ProgramName, count: number) => {
      const found = figures.get(`${program} ${count}`);
      if (found === undefined) throw new RangeError(`${program} was not measured with ${count}`);
      return found;
    };
    const small = sizes.flatMap((count) => [refreshing(count, get), previewing(count, get)]);
    return [...small, ...growing(get), stateOf(get)];
  },
};

interface Figures {
  readonly preview: number;
  readonly refresh: number;
  readonly gets: number;
  readonly refused: number;
  readonly memory: number | undefined;
  readonly state: string;
}

type GetFigures = (program: ProgramName, count: number) => Figures;

/** The programs take turns, so that what else this machine does meets all of them. */
async function measureAll(count: number, figures: Map<string, Figures>): Promise<void> {
  const deployed = await Promise.all(programs.map((program) => deploy(program, count)));
  const previews = new Map<ProgramName, Run[]>();
  const refreshes = new Map<ProgramName, Run[]>();
  try {
    for (let turn = 0; turn < repetitions; turn++) {
      for (const { program, stack, service } of deployed) {
        // The plain provider needs a minute and more for a refresh of 1,000; once will do.
        if (program === "baseline" && turn > 0) continue;
        add(previews, program, await stack.mustRun(preview, service));
        service.emulator.clearRequests();
        add(refreshes, program, await stack.run(refreshPreview, service));
      }
    }
    for (const { program, stack, service } of deployed) {
      const refreshed = refreshes.get(program) ?? [];
      const memory = refreshed.map((run) => run.memory).filter((one) => one !== undefined);
      figures.set(`${program} ${count}`, {
        preview: least((previews.get(program) ?? []).map(({ time }) => time)),
        refresh: least(refreshed.map(({ time }) => time)),
        gets: service.emulator.requests.filter(({ status }) => status !== 429).length,
        refused: service.emulator.requests.filter(({ status }) => status === 429).length,
        memory: memory.length === 0 ? undefined : least(memory),
        state: await readFile(stack.stateFile, "utf8"),
      });
    }
  } finally {
    await Promise.all(deployed.flatMap(({ stack, service }) => [stack.close(), service.close()]));
  }
}

function add(runs: Map<ProgramName, Run[]>, program: ProgramName, run: Run): void {
  runs.set(program, [...(runs.get(program) ?? []), run]);
}

interface Deployed {
  readonly program: ProgramName;
  readonly stack: Stack;
  readonly service: Service;
}

/** Made without limits and delays, then put behind them. */
async function deploy(program: ProgramName, count: number): Promise<Deployed> {
  const unlimited = await createService({ limits: "off" });
  const stack = await createStack({ program, count });
  await stack.mustRun(up(), unlimited);
  const service = await createService({}, steady);
  service.emulator.restore(unlimited.emulator.snapshot());
  await unlimited.close();
  return { program, stack, service };
}

function refreshing(count: number, get: GetFigures): Measure {
  const [ours, trivial, baseline] = programs.map((program) => get(program, count)) as [Figures, Figures, Figures];
  const against = (one: Figures) => one.refresh / trivial.refresh;
  const tell = (one: Figures) => `${ratio(against(one))}, ${one.gets} GETs, ${one.refused} x 429`;
  return {
    what: `preview --refresh of ${count.toLocaleString("en")} services`,
    ours: tell(ours),
    bar: "1.25 x, 12 GETs, 0 x 429",
    met: against(ours) <= 1.25 && ours.gets <= 12 && ours.refused === 0,
    baseline: tell(baseline),
    detail: `${seconds(ours.refresh)} against ${seconds(trivial.refresh)} of a trivial resource`,
  };
}

function previewing(count: number, get: GetFigures): Measure {
  const [ours, trivial, baseline] = programs.map((program) => get(program, count).preview) as [number, number, number];
  return {
    what: `preview of ${count.toLocaleString("en")} services`,
    ours: ratio(ours / trivial),
    bar: "1.10 x",
    met: ours / trivial <= 1.1,
    baseline: ratio(baseline / trivial),
    detail: `${seconds(ours)} against ${seconds(trivial)} of a trivial resource`,
  };
}

/** From 100 to 1,000, less what a start alone takes, which the step from 10 to 100 tells. */
function growing(get: GetFigures): Measure[] {
  const growthOf = (program: ProgramName, figure: (one: Figures) => number) => {
    const [ten, hundred, thousand] = sizes.map((count) => figure(get(program, count))) as [number, number, number];
    const start = ten - (hundred - ten) / 9;
    return (thousand - start) / (hundred - start);
  };
  const row = (what: string, figure: (one: Figures) => number): Measure => ({
    what: `growth from 100 to 1,000: ${what}`,
    ours: ratio(growthOf("ours", figure)),
    bar: "10.5 x",
    met: growthOf("ours", figure) <= 10.5,
    baseline: ratio(growthOf("baseline", figure)),
    detail: `${ratio(growthOf("trivial", figure))} of a trivial resource`,
  });
  const memory = row("memory of the provider", (one) => one.memory ?? Number.NaN);
  return [row("time of preview", (one) => one.preview), row("time of preview --refresh", (one) => one.refresh), memory];
}

function stateOf(get: GetFigures): Measure {
  const bytesEach = (program: ProgramName) =>
    (Buffer.byteLength(get(program, 1000).state) - Buffer.byteLength(get(program, 100).state)) / 900;
  const code = /exports\.handler=.*?(?=")/.exec(get("ours", 1000).state.replaceAll('\\"', "'"))?.[0] ?? "";
  return {
    what: "state of a service",
    ours: `${(bytesEach("ours") / 1000).toFixed(2)} KB`,
    bar: "1.6 KB",
    met: bytesEach("ours") <= 1600,
    baseline: `${(bytesEach("baseline") / 1000).toFixed(2)} KB`,
    detail: `of which code ${2 * code.length} bytes, the pointer in inputs and outputs; file of the backend`,
  };
}

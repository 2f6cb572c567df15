import { readFile } from "node:fs/promises";
import { createService, type Service } from "../account.ts";
import { createStack, preview, type Run, refreshPreview, type Stack, up } from "../engine/stack.ts";
import { steady } from "../latency.ts";
import { median, pairs, Ratios } from "../pairs.ts";
import type { ProgramName } from "../program/index.ts";
import { type Measure, type Row, seconds, verdictOn } from "../row.ts";

const sizes = [100, 1000];
const programs = ["ours", "trivial"] as const satisfies ProgramName[];

export const size: Row = {
  name: "size",
  title: "100 and 1,000 services that have not changed: preview, refresh, state",
  seconds: { full: 480, quick: 90 },
  async measure({ quick }) {
    const figures = new Map<string, Figures>();
    const measured = quick ? [100] : sizes;
    for (const count of measured) await measureAll(count, figures);
    const get = (program: ProgramName, count: number) => {
      const found = figures.get(`${program} ${count}`);
      if (found === undefined) throw new RangeError(`${program} was not measured with ${count}`);
      return found;
    };
    return [
      ...measured.flatMap((count) => [refreshing(count, get), previewing(count, get)]),
      stateOf(get, quick ? 100 : 1000),
    ];
  },
};

interface Figures {
  /** One figure per turn, in order. */
  readonly preview: readonly number[];
  readonly refresh: readonly number[];
  readonly gets: number;
  readonly rateLimited: number;
  readonly state: string;
}

type GetFigures = (program: ProgramName, count: number) => Figures;

/** Runs the programs in turns, every other time in reverse, so that other load on the machine affects all of them. */
async function measureAll(count: number, figures: Map<string, Figures>): Promise<void> {
  const deployed = await Promise.all(programs.map((program) => deploy(program, count)));
  const previews = new Map<ProgramName, Run[]>();
  const refreshes = new Map<ProgramName, Run[]>();
  try {
    for (let turn = 0; turn < pairs; turn++) {
      for (const { program, stack, service } of turn % 2 === 0 ? deployed : deployed.toReversed()) {
        add(previews, program, await stack.mustRun(preview, service));
        service.emulator.clearRequests();
        add(refreshes, program, await stack.mustRun(refreshPreview, service));
      }
    }
    for (const { program, stack, service } of deployed) {
      figures.set(`${program} ${count}`, {
        preview: (previews.get(program) ?? []).map(({ time }) => time),
        refresh: (refreshes.get(program) ?? []).map(({ time }) => time),
        gets: service.emulator.requests.filter(({ status }) => status !== 429).length,
        rateLimited: service.emulator.requests.filter(({ status }) => status === 429).length,
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

interface Deployment {
  readonly program: ProgramName;
  readonly stack: Stack;
  readonly service: Service;
}

/** Deploys without rate limits and delays, and adds them afterwards. */
async function deploy(program: ProgramName, count: number): Promise<Deployment> {
  const unlimited = await createService({ limits: "off" });
  const stack = await createStack({ program, count });
  await stack.mustRun(up(), unlimited);
  const service = await createService({}, steady);
  service.emulator.restore(unlimited.emulator.snapshot());
  await unlimited.close();
  return { program, stack, service };
}

function refreshing(count: number, get: GetFigures): Measure {
  const [ours, trivial] = [get("ours", count), get("trivial", count)];
  const ratios = Ratios.of(ours.refresh, trivial.refresh);
  const isBounded = ours.gets <= 12 && ours.rateLimited === 0;
  return {
    what: `preview --refresh of ${count.toLocaleString("en")} services`,
    ours: `${ratios}, ${ours.gets} GETs, ${ours.rateLimited} x 429`,
    bar: "1.15 x, 12 GETs, 0 x 429",
    verdict: isBounded ? ratios.verdict(1.15) : verdictOn(false),
    detail: `${seconds(median(ours.refresh))} against ${seconds(median(trivial.refresh))} of a trivial resource, ${pairs} pairs`,
  };
}

function previewing(count: number, get: GetFigures): Measure {
  const [ours, trivial] = [get("ours", count).preview, get("trivial", count).preview];
  const ratios = Ratios.of(ours, trivial);
  return {
    what: `preview of ${count.toLocaleString("en")} services`,
    ours: String(ratios),
    bar: "1.06 x",
    verdict: ratios.verdict(1.06),
    detail: `${seconds(median(ours))} against ${seconds(median(trivial))} of a trivial resource, ${pairs} pairs`,
  };
}

function stateOf(get: GetFigures, count: number): Measure {
  const { state } = get("ours", count);
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

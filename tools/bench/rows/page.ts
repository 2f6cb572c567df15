import { createStack, preview, up } from "../engine/stack.ts";
import { median, pairs, Ratios } from "../pairs.ts";
import { type Measure, type Row, ratio, seconds } from "../row.ts";
import { createFilledService } from "./native.ts";

const count = 1000;

/** The most that a page may take compared with the trivial dynamic resource. */
const most = 0.5;

type Program = "page" | "trivial";
type Times = Record<"new" | "unchanged", number[]>;

export const page: Row = {
  name: "page",
  title: "1,000 services as one page in YAML, and as trivial dynamic resources",
  seconds: { full: 300 },
  async measure() {
    const times: Record<Program, Times> = { page: { new: [], unchanged: [] }, trivial: { new: [], unchanged: [] } };
    for (let turn = 0; turn < pairs; turn++) {
      const programs: readonly Program[] = turn % 2 === 0 ? ["page", "trivial"] : ["trivial", "page"];
      for (const program of programs) await measureOne(program, times[program]);
    }
    return [
      compare("preview of 1,000 new services", times.page.new, times.trivial.new),
      compare("up of 1,000 unchanged services", times.page.unchanged, times.trivial.unchanged),
    ];
  },
};

/** Creates a stack, previews and deploys it, and times an `up` without changes. */
async function measureOne(program: Program, times: Times): Promise<void> {
  const service = await createFilledService(count);
  const stack = await createStack({ program, count });
  try {
    times.new.push((await stack.mustRun(preview, service)).time);
    await stack.mustRun(up(), service);
    times.unchanged.push((await stack.mustRun(up(), service)).time);
  } finally {
    await Promise.all([stack.close(), service.close()]);
  }
}

function compare(what: string, ours: readonly number[], trivial: readonly number[]): Measure {
  const ratios = Ratios.of(ours, trivial);
  return {
    what: `page: ${what}`,
    ours: String(ratios),
    bar: ratio(most),
    verdict: ratios.verdict(most),
    detail: `${seconds(median(ours))} against ${seconds(median(trivial))} of trivial dynamic resources, ${pairs} pairs`,
  };
}

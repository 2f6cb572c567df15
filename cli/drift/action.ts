import type { ReportOptions } from "../options.ts";
import { isAdoption } from "../report/change.ts";
import { readLiveFacts } from "../report/live.ts";
import { print } from "../report/render.ts";
import { createManaged, planStacks } from "../report/stacks.ts";
import { createDrift, driftInWords } from "./report.ts";
import { findUnmanaged } from "./unmanaged.ts";

export interface DriftOptions extends ReportOptions {
  readonly unmanaged?: true;
}

export async function run(options: DriftOptions): Promise<void> {
  const stacks = await planStacks(options);
  // What the program is going to adopt doesn't matter here.
  const known = stacks.map((stack) => ({ ...stack, changes: stack.changes.filter((each) => !isAdoption(each)) }));
  const live = await readLiveFacts(known, createManaged(stacks));
  const report = createDrift(stacks, live, options.unmanaged && (await findUnmanaged(stacks)));
  print(report, driftInWords(report), options);
  if (report.drift) process.exitCode = 2;
}

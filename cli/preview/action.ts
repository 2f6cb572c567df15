import type { ReportOptions } from "../options.ts";
import { readLiveFacts } from "../report/live.ts";
import { print } from "../report/render.ts";
import { createManaged, planStacks } from "../report/stacks.ts";
import { readAudiences } from "./messages.ts";
import { createPreview } from "./report.ts";
import { previewInWords } from "./words.ts";

export async function run(options: ReportOptions): Promise<void> {
  const stacks = await planStacks(options);
  const now = Date.now();
  const managed = createManaged(stacks);
  const live = { ...(await readLiveFacts(stacks, managed)), ...(await readAudiences(stacks, managed)) };
  const report = createPreview(stacks, live, now);
  print(report, previewInWords(report), options);
  if (report.changes) process.exitCode = 2;
}

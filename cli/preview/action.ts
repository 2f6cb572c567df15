import { readAudiences } from "./audience.ts";
import { readLiveFacts } from "./live.ts";
import { planStacks, print, type ReportOptions } from "./plan.ts";
import { createPreview } from "./report.ts";
import { previewInWords } from "./words.ts";

export async function run(options: ReportOptions): Promise<void> {
  const stacks = await planStacks(options);
  const now = Date.now();
  const live = { ...(await readLiveFacts(stacks, now)), ...(await readAudiences(stacks)) };
  const report = createPreview(stacks, live, now);
  print(report, previewInWords(report), options);
  if (report.changes) process.exitCode = 2;
}

import { readAudiences } from "./audience.ts";
import { readLiveFacts } from "./live.ts";
import { createManaged } from "./managed.ts";
import { planStacks, print, type ReportOptions } from "./plan.ts";
import { createPreview } from "./report.ts";
import { previewInWords } from "./words.ts";

export async function run(options: ReportOptions): Promise<void> {
  const stacks = await planStacks(options);
  const now = Date.now();
  const managed = createManaged(stacks);
  const live = { ...(await readLiveFacts(stacks, managed, now)), ...(await readAudiences(stacks, managed)) };
  const report = createPreview(stacks, live, now);
  print(report, previewInWords(report), options);
  if (report.changes) process.exitCode = 2;
}

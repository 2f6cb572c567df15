import { plannedChanges } from "../engine/planned.ts";
import { preview } from "../engine/preview.ts";
import { findStack } from "../project/stack.ts";
import { asJson } from "../terminal/neutral.ts";
import { createOpenAccounts, type PlannedStack, readLiveFacts } from "./live.ts";
import { renderMarkdown, renderText } from "./render.ts";
import { createPreview, type PreviewReport } from "./report.ts";

export interface PreviewOptions {
  readonly cwd: string;
  readonly stack?: string[];
  readonly json?: true;
  readonly markdown?: true;
}

export async function run({ cwd, stack, json, markdown }: PreviewOptions): Promise<void> {
  const report = await explain(cwd, stack);
  const text = json ? `${asJson(report, 2)}\n` : markdown ? renderMarkdown(report) : renderText(report);
  process.stdout.write(text);
  if (report.changes) process.exitCode = 2;
}

/** Previews the stacks one after the other, because they may share the rate limit of one key. */
async function explain(cwd: string, names: readonly string[] | undefined): Promise<PreviewReport> {
  const stacks = await Promise.all([...new Set(names ?? [undefined])].map((name) => findStack(cwd, name)));
  const planned: PlannedStack[] = [];
  for (const stack of stacks) {
    const steps = await preview(stack);
    const changes = plannedChanges(stack.name, steps);
    planned.push({ stack: stack.name, steps, changes, accountOf: createOpenAccounts(stack, steps) });
  }
  const now = Date.now();
  return createPreview(planned, await readLiveFacts(planned, now), now);
}

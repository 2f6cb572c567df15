import { findDifferences } from "../engine/planned.ts";
import { preview, type Step } from "../engine/preview.ts";
import { managedRecords } from "../engine/record.ts";
import { findStack, type Stack } from "../project/stack.ts";
import { asJson } from "../terminal/neutral.ts";
import { renderMarkdown, renderText } from "./render.ts";
import { createReport, type Report } from "./report.ts";
import { findUnmanaged } from "./unmanaged.ts";

export interface DriftOptions {
  readonly cwd: string;
  readonly stack?: string[];
  readonly unmanaged?: true;
  readonly json?: true;
  readonly markdown?: true;
}

export async function run({ json, markdown, ...options }: DriftOptions): Promise<void> {
  const report = await compare(options);
  const text = json ? `${asJson(report, 2)}\n` : markdown ? renderMarkdown(report) : renderText(report);
  process.stdout.write(text);
  if (report.drift) process.exitCode = 2;
}

/** Compares the stacks one after the other, because they may share the rate limit of one key. */
async function compare({ cwd, stack: names, unmanaged }: Omit<DriftOptions, "json" | "markdown">): Promise<Report> {
  const stacks = await Promise.all([...new Set(names ?? [undefined])].map((name) => findStack(cwd, name)));
  const compared: { stack: Stack; steps: readonly Step[] }[] = [];
  for (const stack of stacks) compared.push({ stack, steps: await preview(stack) });
  const managed = compared.map(({ stack, steps }) => ({ stack, managed: managedRecords(steps) }));
  return createReport({
    stacks: stacks.map(({ name }) => name),
    differences: compared.flatMap(({ stack, steps }) => findDifferences(stack.name, steps)),
    unmanaged: unmanaged ? await findUnmanaged(managed) : new Map(),
  });
}

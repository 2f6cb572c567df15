import type { Account } from "../../provider/client/account.ts";
import { type PlannedChange, plannedChanges } from "../engine/planned.ts";
import { preview, type Step } from "../project/preview.ts";
import { findStack } from "../project/stack.ts";
import { asJson } from "../terminal/output.ts";
import { createOpenAccounts } from "./live.ts";
import { type Describe, renderMarkdown, renderText } from "./render.ts";

/** Options of the commands that report how a page and its program differ. */
export interface ReportOptions {
  readonly cwd: string;
  readonly stack?: string[];
  readonly json?: true;
  readonly markdown?: true;
}

/** A stack with its plan. */
export interface PlannedStack {
  readonly stack: string;
  readonly steps: readonly Step[];
  readonly changes: readonly PlannedChange[];
  /** Opens the account of a provider; undefined if only the update will know its key. */
  readonly accountOf: (provider: string) => Promise<Account | undefined>;
}

/** Previews the stacks one after the other, because they may share the rate limit of one key. */
export async function planStacks({ cwd, stack: names }: ReportOptions): Promise<PlannedStack[]> {
  const stacks = await Promise.all([...new Set(names ?? [undefined])].map((name) => findStack(cwd, name)));
  const planned: PlannedStack[] = [];
  for (const stack of stacks) {
    const steps = await preview(stack);
    const changes = plannedChanges(stack.name, steps);
    planned.push({ stack: stack.name, steps, changes, accountOf: createOpenAccounts(stack, steps) });
  }
  return planned;
}

export function print(report: object, describe: Describe, { json, markdown }: ReportOptions): void {
  const text = json ? `${asJson(report, 2)}\n` : markdown ? renderMarkdown(describe) : renderText(describe);
  process.stdout.write(text);
}

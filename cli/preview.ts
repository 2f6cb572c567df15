import { Command, Option } from "commander";
import { folderOption } from "./connection.ts";
import { plannedChanges } from "./engine/planned.ts";
import { preview } from "./engine/preview.ts";
import { createOpenAccounts, type PlannedStack, readLiveFacts } from "./preview/live.ts";
import { renderMarkdown, renderText } from "./preview/render.ts";
import { createPreview, type PreviewReport } from "./preview/report.ts";
import { findStack } from "./project/stack.ts";
import { asJson } from "./terminal/neutral.ts";

interface PreviewOptions {
  readonly cwd: string;
  readonly stack?: string[];
  readonly json?: true;
  readonly markdown?: true;
}

export const previewCommand = new Command("preview")
  .description("Explain what the next update changes on a page, and who gets a message")
  .addOption(folderOption())
  .option("-s, --stack <name...>", "stacks in the order of their updates [the selected one]")
  .option("--json", "print the report as JSON")
  .addOption(new Option("--markdown", "print the report for a comment on a pull request").conflicts("json"))
  .addHelpText(
    "after",
    `
Runs pulumi preview --refresh, which writes nothing, so a read-only key is enough.

Exit code: 0 if the page doesn't change, 2 if it does, 1 if the preview failed.

Examples:
  $ npx pulumi-statushub preview
  $ npx pulumi-statushub preview --stack prod --stack prod-eu
  $ npx pulumi-statushub preview --stack prod --markdown > comment.md`,
  )
  .action(run);

async function run({ cwd, stack, json, markdown }: PreviewOptions): Promise<void> {
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

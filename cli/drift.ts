import { Command, Option } from "commander";
import { folderOption } from "./connection.ts";
import { renderMarkdown, renderText } from "./drift/render.ts";
import { createReport, type Report } from "./drift/report.ts";
import { findUnmanaged } from "./drift/unmanaged.ts";
import { findDifferences } from "./engine/planned.ts";
import { preview, type Step } from "./engine/preview.ts";
import { managedRecords } from "./engine/record.ts";
import { findStack, type Stack } from "./project/stack.ts";
import { asJson } from "./terminal/neutral.ts";

interface DriftOptions {
  readonly cwd: string;
  readonly stack?: string[];
  readonly unmanaged?: true;
  readonly json?: true;
  readonly markdown?: true;
}

export const driftCommand = new Command("drift")
  .description("Report how a page differs from the program, and which changes were made outside Pulumi")
  .addOption(folderOption())
  .option("-s, --stack <name...>", "stacks to compare [the selected one]")
  .option("--unmanaged", "also list records that none of these stacks manages")
  .option("--json", "print the report as JSON")
  .addOption(
    new Option("--markdown", "print the report for a pull request, an issue or a job summary").conflicts("json"),
  )
  .addHelpText(
    "after",
    `
Runs pulumi preview --refresh, which writes nothing, so a read-only key is enough.

Exit code: 0 if the page matches the program, 2 if it differs, 1 if the comparison failed.

Examples:
  $ npx pulumi-statushub drift
  $ npx pulumi-statushub drift --stack prod --stack prod-eu --unmanaged
  $ npx pulumi-statushub drift --markdown >> "$GITHUB_STEP_SUMMARY"`,
  )
  .action(run);

async function run({ json, markdown, ...options }: DriftOptions): Promise<void> {
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

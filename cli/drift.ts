import { Command, Option } from "commander";
import { folderOption } from "./connection.ts";
import { preview, type Step } from "./drift/preview.ts";
import { renderMarkdown, renderText } from "./drift/render.ts";
import { createReport, managedRecords, observe, type Report } from "./drift/report.ts";
import { findUnmanaged } from "./drift/unmanaged.ts";
import { findStack } from "./project/stack.ts";

interface DriftOptions {
  readonly cwd: string;
  readonly stack?: string[];
  readonly unmanaged?: true;
  readonly json?: true;
  readonly markdown?: true;
}

/** `pulumi-statushub drift`: what somebody changed by hand. */
export const driftCommand = new Command("drift")
  .description("Report what was changed by hand on the pages of a stack")
  .addOption(folderOption())
  .option("-s, --stack <name...>", "stacks to look at [the selected one]")
  .option("--unmanaged", "list the records, too, that are in none of the stacks")
  .option("--json", "print the report as JSON")
  .addOption(new Option("--markdown", "print it for a pull request, an issue or a job summary").conflicts("json"))
  .addHelpText(
    "after",
    `
Runs pulumi preview --refresh, which writes nothing; a read-only key is enough.

Exit code: 0 if the page is as declared, 2 if it is not, 1 if that could not be found out.

Examples:
  $ npx pulumi-statushub drift
  $ npx pulumi-statushub drift --stack prod --stack prod-eu --unmanaged
  $ npx pulumi-statushub drift --markdown >> "$GITHUB_STEP_SUMMARY"`,
  )
  .action(run);

async function run({ json, markdown, ...options }: DriftOptions): Promise<void> {
  const report = await compare(options);
  const text = json ? `${JSON.stringify(report, null, 2)}\n` : markdown ? renderMarkdown(report) : renderText(report);
  process.stdout.write(text);
  if (report.drift) process.exitCode = 2;
}

/** Compares the stacks with their pages, one after another: they may share the limit of one key. */
async function compare({ cwd, stack: names, unmanaged }: Omit<DriftOptions, "json" | "markdown">): Promise<Report> {
  const stacks = await Promise.all((names ?? [undefined]).map((name) => findStack(cwd, name)));
  const compared: { stack: string; steps: readonly Step[] }[] = [];
  for (const stack of stacks) compared.push({ stack: stack.name, steps: await preview(stack) });
  const observed = compared.flatMap(({ stack, steps }) => observe(stack, steps));
  const managed = compared.map(({ stack, steps }) => ({ stack, managed: managedRecords(steps) }));
  return createReport({
    stacks: stacks.map(({ name }) => name),
    observed,
    unmanaged: unmanaged ? await findUnmanaged(managed, cwd) : new Map(),
  });
}

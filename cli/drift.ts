import { Command, Option } from "commander";
import type { DriftOptions } from "./drift/action.ts";
import { folderOption } from "./options.ts";

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
  .action(async (options: DriftOptions) => (await import("./drift/action.ts")).run(options));

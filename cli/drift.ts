import { Command } from "commander";
import type { DriftOptions } from "./drift/report.ts";
import { withReportOptions } from "./options.ts";

export const driftCommand = withReportOptions(new Command("drift"))
  .description("Report what was changed on a page outside Pulumi, and what else differs from the program")
  .option("--unmanaged", "also list records that none of these stacks manages")
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
  .action(async (options: DriftOptions) => {
    const [{ run }, { drift }] = await Promise.all([import("./report/report.ts"), import("./drift/report.ts")]);
    await run(drift, options);
  });

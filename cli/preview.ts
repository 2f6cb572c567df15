import { Command } from "commander";
import { type ReportOptions, withReportOptions } from "./options.ts";

export const previewCommand = withReportOptions(new Command("preview"))
  .description("Explain what the next update changes on a page, and who gets a message")
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
  .action(async (options: ReportOptions) => {
    const [{ run }, { preview }] = await Promise.all([import("./report/report.ts"), import("./preview/report.ts")]);
    await run(preview, options);
  });

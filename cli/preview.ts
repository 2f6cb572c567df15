import { Command, Option } from "commander";
import { folderOption } from "./options.ts";
import type { PreviewOptions } from "./preview/action.ts";

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
  .action(async (options: PreviewOptions) => (await import("./preview/action.ts")).run(options));

import { Command } from "commander";
import { withReportOptions } from "./options.ts";
import type { PreviewOptions } from "./preview/report.ts";

export const previewCommand = withReportOptions(new Command("preview"))
  .description("Explain what the next update changes on a page, and who gets a message")
  .option("--page <file>", "also write what visitors see, before and after, to this HTML file")
  .addHelpText(
    "after",
    `
Runs pulumi preview --refresh, and rehearses the update on a copy of the page in memory. StatusHub is only read, so a read-only
key is enough.

Exit code: 0 if the page doesn't change; 2 if it does, or if something stays, isn't known or may fail; 1 if the update will fail, or
the preview did.

Examples:
  $ npx pulumi-statushub preview
  $ npx pulumi-statushub preview --stack prod --stack prod-eu
  $ npx pulumi-statushub preview --stack prod --markdown > comment.md
  $ npx pulumi-statushub preview --page page.html`,
  )
  .action(async (options: PreviewOptions) => {
    const [{ run }, { preview }, { isAnyUnderWay, readStates }, { orFailure }] = await Promise.all([
      import("./report/report.ts"),
      import("./preview/report.ts"),
      import("./report/stacks.ts"),
      import("./report/failed.ts"),
    ]);
    const heading = { title: "Status page preview", failed: "The preview failed." };
    await orFailure(heading, options, async () => {
      const states = await readStates(options);
      if (isAnyUnderWay(states)) {
        const warning = "An update is under way, so parts of this may be done already.\n";
        if (options.json) process.stderr.write(warning);
        else process.stdout.write(`${warning}\n`);
      }
      await run(preview, states, options);
    });
  });

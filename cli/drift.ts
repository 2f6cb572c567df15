import { Command } from "commander";
import type { DriftOptions } from "./drift/report.ts";
import { withReportOptions } from "./options.ts";

export const driftCommand = withReportOptions(new Command("drift"))
  .description("Report what was changed on a page outside Pulumi, and what else differs from the program")
  .option("--unmanaged", "also list records that none of these stacks manages")
  .option("--keep", "print what to put into your program to keep the manual changes")
  .addHelpText(
    "after",
    `
Runs pulumi preview --refresh, which writes nothing, so a read-only key is enough.

Exit code: 0 if the page matches the program, 2 if it differs, 1 if the comparison failed, 3 while an update is under way.

Examples:
  $ npx pulumi-statushub drift
  $ npx pulumi-statushub drift --stack prod --stack prod-eu --unmanaged
  $ npx pulumi-statushub drift --keep
  $ npx pulumi-statushub drift --markdown >> "$GITHUB_STEP_SUMMARY"`,
  )
  .action(async (options: DriftOptions) => {
    const [{ run }, { drift }, { isAnyUnderWay, readStates }, { orFailure }, { asJson }] = await Promise.all([
      import("./report/report.ts"),
      import("./drift/report.ts"),
      import("./report/stacks.ts"),
      import("./report/failed.ts"),
      import("./terminal/output.ts"),
    ]);
    const heading = { title: "Status page drift", failed: "The comparison failed." };
    await orFailure(heading, options, async () => {
      const states = await readStates(options);
      if (!isAnyUnderWay(states)) {
        if (options.keep === undefined) return run(drift, states, options);
        const { keep } = await import("./keep/report.ts");
        return keep(states, options);
      }
      const text = "An update is under way, so nothing was compared. Run this again when it has ended.\n";
      if (options.markdown) process.stdout.write(`## ${heading.title}\n\n${text}`);
      else process.stderr.write(text);
      if (options.json) process.stdout.write(`${asJson({ version: 1, underWay: true }, 2)}\n`);
      process.exitCode = 3;
    });
  });

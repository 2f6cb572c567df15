import { Command } from "commander";
import { folderOption } from "./options.ts";
import type { RecoverOptions } from "./recover/action.ts";

/** `pulumi-statushub recover`: puts a stack in order after a run that was killed. */
export const recoverCommand = new Command("recover")
  .description("Put the stack in order after a run that was killed, without writing to the page")
  .option("-s, --stack <name>", "Pulumi stack to use [the selected one]")
  .addOption(folderOption())
  .option("--planned", "also import what the next pulumi up would create again, after an older state was restored")
  .option("--dry-run", "show what would be imported without changing anything")
  .option("-y, --yes", "don't ask for confirmation")
  .addHelpText(
    "after",
    `
A killed run may have created records that are in no state. recover
  1. waits until requests of that run can't take effect any more, at most a minute,
  2. finds the records that equal what the run was creating and that no resource of the stack has,
  3. imports each as the resource that the run was creating, and clears creates that had no effect,
  4. shows what a preview of pulumi up shows.
If the stack is locked, it changes nothing: run pulumi cancel once you know that the run has ended.
If nothing was interrupted, it only reads the state, so a pipeline can run it before each pulumi up.

Exit code: 0 if the next pulumi up creates nothing twice; 2 if something is left for you to decide; 1 if
a step failed or you declined one: that step has changed nothing, and what an earlier one imported stays.

Examples:
  $ npx pulumi-statushub recover
  $ npx pulumi-statushub recover --stack prod --yes && pulumi up --stack prod --yes
  $ npx pulumi-statushub recover --planned`,
  )
  .action(async (options: RecoverOptions) => (await import("./recover/action.ts")).run(options));

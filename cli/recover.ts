import { Command } from "commander";
import { parseInstant } from "../model/api/instant.ts";
import { invalidTime } from "./errors/recover.ts";
import { folderOption, parsedBy } from "./options.ts";
import type { RecoverOptions } from "./recover/action.ts";

/** `pulumi-statushub recover`: puts a stack in order after a run that was killed. */
export const recoverCommand = new Command("recover")
  .description("Put the stack in order after a run that was killed, without writing to the page")
  .option("-s, --stack <name>", "Pulumi stack to use [the selected one]")
  .addOption(folderOption())
  .option(
    "--created-since <time>",
    "for a restored state: also import records created since then that the next pulumi up would create again",
    parsedBy(parseInstant, invalidTime),
  )
  .option("--dry-run", "show what would be imported without changing anything")
  .option("-y, --yes", "don't ask for confirmation")
  .addHelpText(
    "after",
    `
A killed run may have created records that are in no state, and leaves a lock. recover
  1. finds the records that equal what the run was creating, were created at that time, and belong to no resource,
  2. imports each as the resource that the run was creating, and clears creates that had no effect,
  3. removes the lock of a state on disk, if the run was on this machine and has ended,
  4. shows what the next pulumi up does.
If nothing was interrupted, it only reads the state, so a pipeline can run it before each pulumi up.

Exit code: 0 if the next pulumi up creates nothing twice; 2 if something is left for you to decide; 1 if
it failed or you decline, and nothing was changed.

Examples:
  $ npx pulumi-statushub recover
  $ npx pulumi-statushub recover --stack prod --yes && pulumi up --stack prod --yes
  $ npx pulumi-statushub recover --created-since 2026-12-06T02:00:00Z`,
  )
  .action(async (options: RecoverOptions) => (await import("./recover/action.ts")).run(options));

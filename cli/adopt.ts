import { Command } from "commander";
import { type AdoptHubOptions, adoptHub } from "./adopt/hub.ts";
import { adoptRecord } from "./adopt/record.ts";
import { withConnectionOptions } from "./connection.ts";
import { withSelectionOptions } from "./program/select.ts";

/** `pulumi-statushub adopt`: an existing hub, or one record of it, into a stack. */
export const adoptCommand = withSelectionOptions(withConnectionOptions(new Command("adopt")))
  .description("Take over a hub, or one record, into the stack of this project, without a write to the page")
  .argument("[hub|kind]", "subdomain of the hub [the only one that the key sees], or the kind of one record")
  .argument("[hub/id]", "the one record, such as acme/1234")
  .option("--all", "every hub that the key sees")
  .option("--as <name>", "name of the one record in the program")
  .option("--protect", "protect the records from being deleted by Pulumi")
  .option("--force", "replace a program that is there, and keep a copy")
  .option("--dry-run", "print what would be adopted, and do nothing")
  .option("-y, --yes", "do not ask")
  .addHelpText(
    "after",
    `
A hub: writes the program into the file that Pulumi runs, sets the secrets of the stack, proves that Pulumi runs this
program, imports what the state lacks, and previews the program, which must show no change. What the stack has stays
declared as it is. One record: imports it, and prints the lines to paste into the program.

Exit code: 0 if the program and the page agree in the end; 1 if not, or if you answer no.

Examples:
  $ npx pulumi-statushub adopt acme --dry-run
  $ npx pulumi-statushub adopt acme --stack prod --force --yes
  $ npx pulumi-statushub adopt service acme/1234 --as api`,
  )
  .action(run);

interface AdoptOptions extends AdoptHubOptions {
  readonly as?: string;
}

function run(what: string | undefined, record: string | undefined, options: AdoptOptions): Promise<void> {
  return what !== undefined && record !== undefined ? adoptRecord(what, record, options) : adoptHub(what, options);
}

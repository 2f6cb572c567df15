import { Command } from "commander";
import type { AdoptHubOptions } from "./adopt/as-program.ts";
import { withConnectionOptions, withSelectionOptions } from "./options.ts";

/** `pulumi-statushub adopt`: imports an existing hub, or one record of it, into a stack. */
export const adoptCommand = withSelectionOptions(withConnectionOptions(new Command("adopt")))
  .description("Import a hub or a record into the stack of this project, without writing to the page")
  .argument("[hub|kind]", "subdomain of the hub [the only hub that the key sees], or the kind of a record")
  .argument("[hub/id]", "the record to import, such as acme/1234")
  .option("--all", "all hubs that the key sees")
  .option("--as <name>", "name for the record in the program; or page, to adopt a hub as a page file in any language")
  .option("--protect", "protect the records from deletion by Pulumi")
  .option("--force", "replace an existing program, keeping a copy")
  .option("--shared-program", "replace the program even if other stacks of the project run it")
  .option("--dry-run", "show what would be adopted without changing anything")
  .option("-y, --yes", "don't ask for confirmation")
  .addHelpText(
    "after",
    `
For a hub, adopt
  1. writes a program to the file that Pulumi runs, and sets the secrets of the stack,
  2. checks with a preview that Pulumi runs this program, or restores every file,
  3. imports the records that aren't in the state yet, protected until the first pulumi up that
     declares them,
  4. checks with another preview that nothing would change.
Records that are already in the state stay declared as they are.

With --as page, it writes page.yaml instead of a program, in a project of any language, and imports the records into the
StatusPage of your program. If the program has none yet, it prints the lines to add; run it again afterwards.

For a single record, it imports the record and prints the lines to paste into your program.

Exit code: 0 on success; 1 if a step or check failed, or if you decline.

Examples:
  $ npx pulumi-statushub adopt acme --dry-run
  $ npx pulumi-statushub adopt acme --stack prod --force --yes
  $ npx pulumi-statushub adopt acme --as page
  $ npx pulumi-statushub adopt service acme/1234 --as api`,
  )
  .action(async (what: string | undefined, record: string | undefined, options: AdoptHubOptions) =>
    (await import("./adopt/action.ts")).run(what, record, options),
  );

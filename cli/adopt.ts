import { Command, Option } from "commander";
import type { AdoptOptions } from "./adopt/action.ts";
import { withConnectionOptions, withSelectionOptions } from "./options.ts";

export const adoptCommand = withSelectionOptions(withConnectionOptions(new Command("adopt")))
  .description("Import a hub into the stack of this project, without writing to the page")
  .argument("[hub]", "subdomain of the hub [the only hub that the key sees]")
  .option("--all", "all hubs that the key sees")
  .addOption(new Option("--as <form>", "adopt the hub as a page file, in any language").choices(["page"]))
  .option("--protect", "protect the records from deletion by Pulumi")
  .option("--force", "replace an existing program, keeping a copy")
  .option("--shared-program", "replace the program even if other stacks of the project run it")
  .option("--dry-run", "show what would be adopted without changing anything")
  .option("-y, --yes", "don't ask for confirmation")
  .addHelpText(
    "after",
    `
adopt
  1. writes a program to the file that Pulumi runs, and sets the secrets of the stack,
  2. checks with a preview that Pulumi runs this program, or restores every file,
  3. imports the records that aren't in the state yet, protected until the first pulumi up that
     declares them,
  4. checks with another preview that nothing would change.
Records that are already in the state stay declared as they are.

With --as page, it writes page.yaml instead of a program, in a project of any language, and imports the records into the
StatusPage of your program. If the program has none yet, it prints the lines to add; run it again afterwards.

For a single record, declare adopt: "1234" in your program, with the ID of the record.

Exit code: 0 on success; 1 if a step or check failed, or if you decline.

Examples:
  $ npx pulumi-statushub adopt acme --dry-run
  $ npx pulumi-statushub adopt acme --stack prod --force --yes
  $ npx pulumi-statushub adopt acme --as page`,
  )
  .action(async (hub: string | undefined, options: AdoptOptions) =>
    (await import("./adopt/action.ts")).run(hub, options),
  );

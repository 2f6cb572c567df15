import { Command, Option } from "commander";
import type { AdoptOptions } from "./adopt/options.ts";
import { folderOption, withSelectionOptions } from "./options.ts";

export const adoptCommand = withSelectionOptions(new Command("adopt"))
  .description("Import a hub into the stack of this project, or write it to a folder, without writing to the page")
  .argument("[hub]", "subdomain of the hub [the only hub that the key sees]")
  .option("--all", "all hubs that the key sees")
  .option("-s, --stack <name>", "Pulumi stack to use [the selected one]")
  .addOption(folderOption())
  .addOption(
    new Option("-o, --out <folder>", "write a program and an import file to a folder instead").conflicts([
      "json",
      "stack",
      "force",
      "sharedProgram",
      "yes",
    ]),
  )
  .addOption(
    new Option("--json", "print the records as JSON instead, with secrets masked").conflicts([
      "stack",
      "force",
      "sharedProgram",
      "dryRun",
      "yes",
    ]),
  )
  .option("--force", "replace your program, and keep a copy")
  .option("--shared-program", "replace the program even if other stacks run it")
  .option("--dry-run", "show what would be adopted without changing anything")
  .option("-y, --yes", "don't ask for confirmation")
  .addHelpText(
    "after",
    `
adopt
  1. imports the records that aren't in the state yet, protected until the first pulumi up that declares them,
  2. sets the secrets of the stack, and writes a program to the file that Pulumi runs,
  3. checks with a preview that nothing would change.
If it is interrupted, run it again: it goes on with what is missing. Records that are already in the state stay declared
as they are.

In a Python, Go or YAML project, pulumi import writes the code in your language. Records with secrets are left to you.

For a single record, declare adopt: "1234" in your program, with the ID of the record.

Exit code: 0 on success; 1 if a step or check failed, or if you decline.

Examples:
  $ npx pulumi-statushub adopt acme --dry-run
  $ npx pulumi-statushub adopt acme --stack prod --force --yes
  $ npx pulumi-statushub adopt acme --out status
  $ npx pulumi-statushub adopt acme --kind service --json | jq '.acme.Service[].name'`,
  )
  .action(async (hub: string | undefined, options: AdoptOptions) =>
    (await import("./adopt/action.ts")).run(hub, options),
  );

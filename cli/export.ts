import { Command, Option } from "commander";
import type { ExportOptions } from "./export/action.ts";
import { withConnectionOptions, withSelectionOptions } from "./options.ts";

export const exportCommand = withSelectionOptions(withConnectionOptions(new Command("export")))
  .description("Write a hub as a Pulumi program, with a file for `pulumi import`")
  .argument("[hub]", "subdomain of the hub [the only hub that the key sees]")
  .option("--all", "all hubs that the key sees, each in its own folder")
  .option("-o, --out <folder>", "folder to write to [the subdomain of the hub; with --all, statushub]")
  .option("--dry-run", "list the files without writing them")
  .option("--json", "print the records as JSON with secrets masked, without writing files")
  .addOption(
    new Option("--as <form>", "print the hub in another form, without writing files: page, for StatusPage")
      .choices(["page"])
      .conflicts(["all", "out", "dryRun", "json", "force"]),
  )
  .option("--force", "overwrite existing files")
  .addHelpText(
    "after",
    `
Only sends GET requests. Secrets, such as the addresses of subscriptions, are not written to files: the program reads them
from the stack configuration, and the command prints how to set them.

Exit code: 0 on success, 1 if the export failed. It writes either all files or none.

Examples:
  $ npx pulumi-statushub export acme
  $ npx pulumi-statushub export acme --out status --exclude 'test-*'
  $ npx pulumi-statushub export --all --dry-run
  $ npx pulumi-statushub export acme --as page > page.yaml
  $ npx pulumi-statushub export acme --kind service --json | jq '.acme.Service[].name'`,
  )
  .action(async (hub: string | undefined, options: ExportOptions) =>
    (await import("./export/action.ts")).run(hub, options),
  );

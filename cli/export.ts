import { relative, resolve } from "node:path";
import { Command } from "commander";
import { undeclarable } from "../errors/command.ts";
import { type ConnectionOptions, withConnectionOptions } from "./connection.ts";
import { describeLeftOut, readPages } from "./hub/pages.ts";
import { declaredHubs, renderImportFile } from "./program/import-file.ts";
import { renderModules } from "./program/modules.ts";
import { createNaming } from "./program/naming.ts";
import { plainRecords } from "./program/plain-records.ts";
import { settingOf } from "./program/project-files.ts";
import { type LiveResource, type Plan, planResources } from "./program/resource.ts";
import { pageOptionsOf, type Selection, select, withSelectionOptions } from "./program/select.ts";
import { writeFiles } from "./program/write-files.ts";
import { note, plural, warn } from "./terminal/paint.ts";

interface ExportOptions extends ConnectionOptions, Selection {
  readonly all?: true;
  readonly out?: string;
  readonly dryRun?: true;
  readonly json?: true;
  readonly force?: true;
}

/** `pulumi-statushub export`: a hub as a Pulumi program, and what is needed to adopt it. */
export const exportCommand = withSelectionOptions(withConnectionOptions(new Command("export")))
  .description("Write a hub as a Pulumi program, with the file that imports its records into a stack")
  .argument("[hub]", "subdomain of the hub [the only one that the key sees]")
  .option("--all", "every hub that the key sees, each in a folder of its own")
  .option("-o, --out <folder>", "folder to write into [the hub's name]")
  .option("--dry-run", "print the names of the files, and write none")
  .option("--json", "print the plain records as JSON, without their secrets, and write no file")
  .option("--force", "replace files that are there")
  .addHelpText(
    "after",
    `
Only GET requests are sent. Secrets (addresses and configurations of subscriptions) come into no file: the program reads
them from the configuration of the stack, and the commands that set them are printed.

Exit code: 0 if all was written, 1 if nothing was.

Examples:
  $ npx pulumi-statushub export acme
  $ npx pulumi-statushub export acme --out status --exclude 'test-*'
  $ npx pulumi-statushub export --all --dry-run
  $ npx pulumi-statushub export acme --kind service --json | jq '.acme.Service[].name'`,
  )
  .action(run);

async function run(hub: string | undefined, options: ExportOptions): Promise<void> {
  const { all = false, cwd, json, dryRun } = options;
  const pages = await readPages(hub, { all, ...pageOptionsOf(options) }, options);
  const plan = planResources(pages, { naming: createNaming({ prefixed: all }) });
  const resources = select(plan.resources, options);
  if (json) {
    process.stdout.write(`${JSON.stringify(plainRecords(resources), null, 2)}\n`);
    return;
  }
  const folder = resolve(cwd, options.out ?? (all ? "statushub" : (pages[0]?.subdomain ?? "statushub")));
  const files = renderFiles(resources, { folder, folders: all });
  if (!dryRun) writeFiles(folder, files, { force: options.force ?? false });
  const shown = relative(cwd, folder) || ".";
  describe(plan, resources);
  note(`${dryRun ? "Would write" : "Wrote"} ${plural(files.size, "file")} into ${shown}:`);
  process.stdout.write(`${[...files.keys()].join("\n")}\n`);
  for (const line of nextSteps(resources, shown)) note(line);
}

interface Target {
  readonly folder: string;
  readonly folders: boolean;
}

/** Every file of the export by its path: the program, the file for the import, and the project where there is none yet. */
export function renderFiles(resources: readonly LiveResource[], { folder, folders }: Target): Map<string, string> {
  const { files, dialect } = settingOf(folder);
  return new Map([
    ...files,
    ...renderModules(resources, { folders, dialect }),
    ["import.json", renderImportFile(resources, { hubs: declaredHubs(resources), secrets: "omitted" })],
    ["import.md", instructions],
  ]);
}

const instructions = `1. Install the packages, select a stack, and set its key and secrets: \`npm install\`, \`pulumi stack init\`, \`pulumi config set --secret\`.
2. Adopt the records, with no write to the page: \`pulumi import --file import.json --generate-code=false --protect=false --yes\`.
3. See that nothing would change: \`pulumi preview --refresh --expect-no-changes\`; then delete import.json and import.md.
`;

function describe({ leftOut, skipped }: Plan, resources: readonly LiveResource[]): void {
  note(`Read ${plural(resources.length, "record")}.`);
  if (leftOut.length > 0) note(["Left out:", ...describeLeftOut(leftOut)].join("\n"));
  for (const { resource, properties } of skipped) {
    warn(undeclarable({ resource, properties: properties.join(", ") }));
  }
}

function nextSteps(resources: readonly LiveResource[], folder: string): string[] {
  const secrets = resources.flatMap((resource) => resource.secrets);
  const steps = [`\nNext: see ${folder}/import.md.`];
  if (secrets.length === 0) return steps;
  return [
    ...steps,
    "Set the secrets of the stack; each command asks for the value. pulumi-statushub adopt sets them by itself.",
    ...secrets.map(({ key }) => `  pulumi config set --secret ${key}`),
  ];
}

import { Command, Option } from "commander";
import { noIncident } from "./errors/incident.ts";
import type { IncidentName, IncidentOptions } from "./incident/action.ts";
import { parsedBy, withConnectionOptions } from "./options.ts";

const incidentName = parsedBy((text): IncidentName | undefined => {
  const [, hub, id] = /^(?:([^/]+)\/)?(\d+)$/.exec(text) ?? [];
  return id === undefined ? undefined : { id, ...(hub !== undefined && { hub }) };
}, noIncident.address);

type Update = [incident: IncidentName, template: string | undefined, options: IncidentOptions];

const templateText = "name in the stack, title or ID of an incident template";
const optionalText = `${templateText}; without it, lists them`;
const hubText = "subdomain of the hub [the template's, or the only one]";
const listedHubText = "subdomain of the hub [all that the key sees]";

const subcommand = (name: string, description: string, hub: string) =>
  withConnectionOptions(new Command(name).description(description).option("--hub <subdomain>", hub))
    .option("--json", "print the result as JSON")
    .showHelpAfterError("Add --help to see how it is used.");

const sending = (name: string, description: string) =>
  subcommand(name, description, hubText)
    .option("--silent", "notify no subscriber, whatever the template says")
    .addOption(new Option("--dry-run", "print the request without sending it; not with --json").conflicts("json"))
    .option("-y, --yes", "don't ask for confirmation");

const ofIncident = (name: string, description: string) =>
  sending(name, description).argument("<id>", "ID of the incident, or `<hub>/<id>`", incidentName);

const load = () => import("./incident/action.ts");

export const incidentCommand = new Command("incident")
  .description("Open, update and resolve incidents with the words of your incident templates")
  .addHelpText(
    "after",
    `
Says who gets a message, and asks, before it sends anything. It sends nothing that is there already with everything that
would be sent. Without a template, open and update list the templates and send nothing.

Exit code: 0 if it is on the page now, or was before; 1 if not, or if that isn't known.

Examples:
  $ npx pulumi-statushub incident open
  $ npx pulumi-statushub incident open api-down
  $ npx pulumi-statushub incident update 881 "API: cause found"
  $ npx pulumi-statushub incident resolve 881 "API works again" --yes
  $ npx pulumi-statushub incident list`,
  )
  .addCommand(
    sending("open", "Open an incident, unless an open one says the same")
      .argument("[template]", optionalText)
      .option("--draft", "save it as a draft, which only your team sees")
      .action(async (template: string | undefined, options: IncidentOptions) =>
        (await load()).runOpen(template, options),
      ),
  )
  .addCommand(
    ofIncident("update", "Post an update of an incident, unless it is the latest one already")
      .argument("[template]", optionalText)
      .action(async (...[incident, template, options]: Update) =>
        (await load()).runUpdate(incident, template, options),
      ),
  )
  .addCommand(
    ofIncident("resolve", "End an incident, which sets its services to up; without a template, under its title")
      .argument("[template]", `${templateText} of the type resolved; \`update\` without one lists them`)
      .action(async (...[incident, template, options]: Update) =>
        (await load()).runUpdate(incident, template, { ...options, isResolving: true }),
      ),
  )
  .addCommand(
    subcommand("list", "List the open incidents of one hub, or of all", listedHubText).action(
      async (options: IncidentOptions) => (await import("./incident/list.ts")).runList(options),
    ),
  );

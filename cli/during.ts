import { Command, Option } from "commander";
import { serviceStatusNames } from "../model/kinds/service-status-names.ts";
import type { DuringOptions } from "./during/action.ts";
import type { ServiceOption } from "./during/content.ts";
import { invalidDuration, invalidService, nothingToEnd } from "./errors/during.ts";
import { parsedBy, patternsOption, withConnectionOptions } from "./options.ts";

const units = { h: 3_600_000, m: 60_000, s: 1000 };

/** Documented for templates: a maintenance lasts at most 5999 minutes. */
const longest = 5999 * units.m;

/** Parses `1h30m`, `45m` or `90s` into milliseconds; undefined if the text is anything else. */
export function parseDuration(text: string): number | undefined {
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text);
  if (match === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((digits) => Number(digits ?? 0));
  const duration = hours * units.h + minutes * units.m + seconds * units.s;
  return duration > 0 && duration <= longest ? duration : undefined;
}

/** Parses `svc-api=down`; undefined if the form or the status is wrong. */
export function parseService(text: string): ServiceOption | undefined {
  const [, reference = "", status = ""] = /^(.+)=([^=]*)$/.exec(text) ?? [];
  return (serviceStatusNames as readonly string[]).includes(status) ? { reference, status } : undefined;
}

const duration = parsedBy(parseDuration, invalidDuration);
const service = parsedBy(parseService, () => invalidService({ statuses: serviceStatusNames.join(", ") }));

const address = parsedBy((text) => {
  const [, hub, id] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  return hub === undefined || id === undefined ? undefined : { hub, id };
}, nothingToEnd.address);

export const duringCommand = withConnectionOptions(new Command("during"))
  .description("Run a command while a maintenance is open, and end the maintenance with the command")
  .argument("[command...]", "the command, after --")
  .option("--hub <subdomain>", "subdomain of the hub [the only hub that the key sees]")
  .option("--template <id|title>", "maintenance template with the content")
  .option("--title <text>", "title of the maintenance")
  .option("--body <html>", "text with basic HTML tags")
  .addOption(
    new Option(
      "--service <service=status>",
      "service by ID, custom ID or name, and its status; may be repeated",
    ).argParser((text, services: readonly ServiceOption[] = []) => [...services, service(text)]),
  )
  .option("--silent", "send no notifications to subscribers")
  .option("--suppress-events", "don't publish incidents from automation during the maintenance")
  .addOption(
    new Option(
      "--at-most <duration>",
      "time after which the maintenance ends by itself, such as 45m or 1h30m",
    ).argParser(duration),
  )
  .addOption(
    patternsOption(
      "--if-changes [pattern...]",
      "only if pulumi preview shows changes to resources whose type or name matches",
    ),
  )
  .addOption(
    new Option("--on-failure <action>", "what happens to the maintenance if the command fails")
      .choices(["end", "keep"])
      .default("end"),
  )
  .option("--run-anyway", "run the command even if the maintenance can't be opened")
  .option("--wait-for-start", "if StatusHub accepts only a later start, wait for it")
  .option("--dry-run", "print the request that would be sent, without sending it or running the command")
  .addOption(
    new Option("--end <hub/id>", "end a maintenance that an earlier run has left open")
      .argParser(address)
      .conflicts("dryRun"),
  )
  .addHelpText(
    "after",
    `
Opens a maintenance that starts now, runs the command, and moves the end of the maintenance to now. The options win over
the template. If this process is killed, the maintenance ends by itself.

Exit code: 0 if the command succeeds, otherwise the command's; 128 + n if a signal ended it; 127 or 126 if it can't
be started; 1 if the maintenance can't be opened.

Examples:
  $ npx pulumi-statushub during --template Deploy --at-most 45m --if-changes -- pulumi up --yes
  $ npx pulumi-statushub during --title "Database upgrade" --service svc-db=down --at-most 1h30m -- ./upgrade.sh
  $ npx pulumi-statushub during --end acme/1234`,
  )
  .action(async (command: readonly string[], options: DuringOptions) =>
    (await import("./during/action.ts")).run(command, options),
  );

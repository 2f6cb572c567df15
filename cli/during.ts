import { Command, InvalidArgumentError, Option } from "commander";
import { severalHubs } from "../errors/command.ts";
import { invalidDuration, noCommand, nothingToEnd } from "../errors/during.ts";
import { openAccount } from "../provider/client/account.ts";
import { type ConnectionOptions, findConnection, withConnectionOptions } from "./connection.ts";
import { type AnnounceOptions, announce, describeOpening, endLeftover, type HubOfAccount } from "./during/announce.ts";
import { hasChanges, refreshOf } from "./during/changes.ts";
import { findStartProblem, prepareCommand } from "./during/command.ts";
import { describeServiceForm, parseService, type ServiceOption } from "./during/content.ts";
import { parseDuration } from "./during/duration.ts";
import { preview } from "./engine/preview.ts";
import { chooseHubs } from "./hub/contents.ts";
import { findStack } from "./project/stack.ts";
import { CommandError } from "./terminal/failure.ts";
import { note } from "./terminal/paint.ts";

interface DuringOptions extends ConnectionOptions, AnnounceOptions {
  readonly hub?: string;
  /** True without patterns. */
  readonly ifChanges?: true | readonly string[];
  readonly dryRun?: true;
  readonly end?: { readonly hub: string; readonly id: string };
}

/** Parses an argument; `parse` returns undefined if it is invalid. */
const parsedBy =
  <Value>(parse: (text: string) => Value | undefined, problem: () => string) =>
  (text: string): Value => {
    const value = parse(text);
    if (value === undefined) throw new InvalidArgumentError(problem());
    return value;
  };

const duration = parsedBy(parseDuration, invalidDuration);
const service = parsedBy(parseService, describeServiceForm);

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
  .option("--if-changes [pattern...]", "only if pulumi preview shows changes to resources whose type or name matches")
  .addOption(
    new Option("--on-failure <action>", "what happens to the maintenance if the command fails")
      .choices(["end", "keep"])
      .default("end"),
  )
  .option("--run-anyway", "run the command even if the maintenance can't be opened")
  .option("--wait-for-start", "if StatusHub accepts only a later start, wait for it")
  .option("--dry-run", "print the request that would be sent, without sending it or running the command")
  .addOption(new Option("--end <hub/id>", "end a maintenance that an earlier run has left open").argParser(address))
  .addHelpText(
    "after",
    `
Opens a maintenance that starts now, runs the command, and moves the end of the maintenance to now. The options win over
the template. If this process is killed, the maintenance ends by itself.

Exit code: 0 if the command succeeds, otherwise that of the command; 128 + n if a signal ended it; 127 or 126 if it can't
be started; 1 if the maintenance can't be opened.

Examples:
  $ npx pulumi-statushub during --template Deploy --at-most 45m --if-changes -- pulumi up --yes
  $ npx pulumi-statushub during --title "Database upgrade" --service svc-db=down --at-most 1h30m -- ./upgrade.sh
  $ npx pulumi-statushub during --end acme/1234`,
  )
  .action(run);

async function run(command: readonly string[], options: DuringOptions): Promise<void> {
  const { end } = options;
  if (end !== undefined) {
    const hub = { account: openAccount(await findConnection(options)), subdomain: end.hub };
    return endLeftover(hub, { id: end.id, silent: options.silent ?? false });
  }
  if (command.length === 0) throw new CommandError(noCommand());
  if (options.dryRun) {
    const hub = await findHub(command, options);
    if (hub !== undefined) process.stdout.write(`${await describeOpening(hub, options)}\n`);
    return;
  }
  const problem = findStartProblem(command);
  process.exitCode =
    problem ??
    (await announce(
      () => findHub(command, options),
      options,
      () => prepareCommand(command),
    ));
}

/** Finds the hub; undefined if there are no changes to announce. */
async function findHub(command: readonly string[], options: DuringOptions): Promise<HubOfAccount | undefined> {
  const { cwd, stack, ifChanges } = options;
  if (ifChanges !== undefined) {
    const steps = await preview(await findStack(cwd, stack), { refresh: refreshOf(command) });
    if (!hasChanges(steps, ifChanges === true ? [] : ifChanges)) {
      note("No changes to announce.");
      return undefined;
    }
  }
  const account = openAccount(await findConnection(options), { print: note });
  const [subdomain = ""] = await chooseHubs(options.hub, { several: severalHubs.option })(account);
  return { account, subdomain };
}

import { Command, Option } from "commander";
import type { CommandWords, DuringOptions } from "./during/action.ts";
import { invalidDuration, nothingToEnd, wrongOnFailure } from "./errors/during.ts";
import { parsedBy, patternsOption, withConnectionOptions } from "./options.ts";

const units = { h: 3_600_000, m: 60_000, s: 1000 };

/** Documented for templates: a maintenance lasts at most 5999 minutes. No limit is documented for one without a template, so this one applies. */
const longest = 5999 * units.m;

/** Parses `1h30m`, `45m` or `90s` into milliseconds; undefined if the text is anything else. */
export function parseDuration(text: string): number | undefined {
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text);
  if (match === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((digits) => Number(digits ?? 0));
  const duration = hours * units.h + minutes * units.m + seconds * units.s;
  return duration > 0 && duration <= longest ? duration : undefined;
}

const duration = parsedBy(parseDuration, invalidDuration);

/** Parses `acme/1234`. */
const address = parsedBy((text) => {
  const [, hub, id] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  return hub === undefined || id === undefined ? undefined : { hub, id };
}, nothingToEnd.address);

const onFailure = parsedBy((text) => ["end", "keep"].find((each) => each === text), wrongOnFailure);

/**
 * Separates templates from the command, which is what follows the first `--`. The parser drops that `--`, so it doesn't know which of its
 * arguments begin the command: the command is at their end.
 *
 *     during deploy -- pulumi up --yes     arguments "deploy", ["pulumi", "up", "--yes"]; templates ["deploy"]
 *     during -- ./upgrade.sh               arguments "./upgrade.sh", []; templates []
 */
function wordsOf(parsed: readonly string[], argv: readonly string[]): CommandWords {
  const separator = argv.indexOf("--");
  const command = separator === -1 ? [] : argv.slice(separator + 1);
  const templates = parsed.slice(0, parsed.length - command.length);
  return { templates, command };
}

export const duringCommand = withConnectionOptions(new Command("during"))
  .description("Run a command while a maintenance is open, and end the maintenance with the command")
  .usage("<template> [options] -- <command>")
  .argument("[template]", "name in the stack, title or ID of a maintenance template")
  .argument("[command...]", "the command, after --")
  .option("--hub <subdomain>", "subdomain of the hub [the template's, or the only one]")
  .addOption(
    new Option(
      "--at-most <duration>",
      "when the maintenance ends by itself, such as 1h30m [the template's duration]",
    ).argParser(duration),
  )
  .addOption(
    patternsOption("--if-changes [pattern...]", "only if pulumi preview changes something whose type or name matches"),
  )
  .addOption(
    new Option("--on-failure <end|keep>", "end or keep the maintenance if the command fails")
      .default("end")
      .argParser(onFailure),
  )
  .option("--run-anyway", "run the command even if the maintenance can't be opened")
  .option("--dry-run", "print the request, and neither send it nor run the command")
  .addOption(
    new Option("--end <hub/id>", "end a maintenance that was left open; not with --dry-run")
      .argParser(address)
      .conflicts("dryRun"),
  )
  .addHelpText(
    "after",
    `
Opens a maintenance that starts now, runs the command, and moves the end of the maintenance to when the work has ended:
the command and, in CI, what it has started, for up to 30 s or, after a signal, up to --at-most. If this process is killed,
the maintenance ends by itself. It opens no incident: after a failure, it prints how to.

Exit code: 0 if the command succeeds, otherwise the command's; 128 + n if a signal ended it; 127 or 126 if it can't
be started; 1 if the maintenance can't be opened.

Examples:
  $ npx pulumi-statushub during deploy --if-changes -- pulumi up --yes
  $ npx pulumi-statushub during "Database upgrade" --at-most 1h30m --on-failure keep -- ./upgrade.sh
  $ npx pulumi-statushub during --end acme/1234`,
  )
  .action(async (first: string | undefined, others: readonly string[], options: DuringOptions) => {
    const parsed = first === undefined ? [] : [first, ...others];
    const words = wordsOf(parsed, process.argv);
    await (await import("./during/action.ts")).run(words, options);
  });

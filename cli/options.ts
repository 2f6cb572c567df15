import { statSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { emptyOption, noFolder } from "./errors/command.ts";
import { CommandError } from "./terminal/failure.ts";

/*
 * Options that several commands have. A command and its options load no code that it runs, so that help is fast.
 */

/** Options that select the account. The key has no option, because other processes can read a command line. */
export interface ConnectionOptions {
  readonly baseUrl?: string;
  readonly account?: string;
  readonly region?: string;
  readonly stack?: string;
  readonly cwd: string;
}

export const folderOption = (): Option =>
  new Option("-C, --cwd <folder>", "folder to work in")
    .default(process.cwd(), "the working directory")
    .argParser(toFolder);

// Otherwise a missing folder looks like a missing `pulumi`: Node reports ENOENT for both.
function toFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new InvalidArgumentError(noFolder());
}

export const withConnectionOptions = (command: Command): Command =>
  command
    .option("--base-url <url>", "whole base URL of the API")
    .option("--account <name>", "account, the first part of the host name that you sign in to")
    .option("--region <us|eu>", "region of the account")
    .option("-s, --stack <name>", "Pulumi stack to use [the selected one]")
    .addOption(folderOption())
    .addHelpText(
      "after",
      "\nReads the key from the stack configuration or STATUSHUB_API_KEY, and the account from the options, the stack configuration," +
        "\nor STATUSHUB_ACCOUNT and STATUSHUB_REGION (or STATUSHUB_BASE_URL), in this order.",
    );

/** Options of the commands that report how a page and its program differ. */
export interface ReportOptions {
  readonly cwd: string;
  readonly stack?: string[];
  readonly json?: true;
  readonly markdown?: true;
}

export const withReportOptions = (command: Command): Command =>
  command
    .addOption(folderOption())
    .option("-s, --stack <name...>", "stacks in the order of their updates [the selected one]")
    .option("--json", "print the report as JSON")
    .addOption(
      new Option(
        "--markdown",
        "print the report for a pull request, an issue or a job summary; not with --json",
      ).conflicts("json"),
    );

export interface RecordSelection {
  readonly kind?: readonly string[];
  /** Includes maintenances that have ended. */
  readonly ended?: boolean;
  /** Includes the subscriptions of visitors. */
  readonly signUps?: boolean;
}

export const withSelectionOptions = (command: Command): Command =>
  command
    .option("-k, --kind <kind...>", "only these kinds: hub, service, incident-template, maintenance-template, ...")
    .option("--ended", "include maintenances that have ended")
    .option("--sign-ups", "include subscriptions that visitors may have signed up for");

export const patternsOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text: string, patterns: readonly string[] | true | undefined) => [
    ...(Array.isArray(patterns) ? patterns : []),
    text,
  ]);

/** An empty value is a variable that isn't set, and would mean the default: the selected stack, for example. */
export function requireValues(command: Command): void {
  const isEmpty = (option: Option) => [command.getOptionValue(option.attributeName())].flat().includes("");
  const empty = command.options.find(isEmpty);
  if (empty !== undefined) throw new CommandError(emptyOption({ option: `--${empty.name()}` }));
}

/** Parses an argument; `parse` returns undefined if it is invalid. */
export const parsedBy =
  <Value>(parse: (text: string) => Value | undefined, problem: () => string) =>
  (text: string): Value => {
    const value = parse(text);
    if (value === undefined) throw new InvalidArgumentError(problem());
    return value;
  };

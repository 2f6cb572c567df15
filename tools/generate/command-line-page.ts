import { readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import type { Command } from "commander";
import { commandLine } from "../../cli/command-line.ts";
import { repositoryRoot } from "../engine/local.ts";
import { code, table } from "./markdown.ts";

const path = "docs/cli.md";

/** Returns the page of the CLI: its text is kept, and its tables of options are generated from the commands. */
export function commandLinePage(): [path: string, text: string] {
  const text = commandLine.commands
    .filter(({ options }) => options.length > 0)
    .reduce(withOptions, readFileSync(joinPath(repositoryRoot, path), "utf8"));
  return [path, text];
}

/** Replaces the tables between comments such as `<!-- options: drift -->` and `<!-- end -->`. */
function withOptions(page: string, command: Command): string {
  const start = `<!-- options: ${command.name()} -->`;
  const place = new RegExp(`(?<=^${start}\n).*?(?=^<!-- end -->$)`, "ms");
  if (!place.test(page)) throw new Error(`${path} has no place for the options of ${command.name()}: ${start}`);
  const terms = command.registeredArguments.length > 0 ? "argument or option" : "option";
  return page.replace(place, () => `\n${table([terms, "description"], rowsOf(command))}\n\n`);
}

/** Returns the options as in the command's help, with defaults and choices. */
function rowsOf(command: Command): [term: string, description: string][] {
  const help = command.createHelp();
  return [
    ...help
      .visibleArguments(command)
      .map((argument): [string, string] => [
        code(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`),
        help.argumentDescription(argument),
      ]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== "--help")
      .map((option): [string, string] => [code(option.flags), help.optionDescription(option)]),
  ];
}

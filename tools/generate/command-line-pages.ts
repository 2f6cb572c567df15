import { readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { Command } from "commander";
import { commandLine } from "../../cli/command-line.ts";
import { withConnectionOptions, withSelectionOptions } from "../../cli/options.ts";
import { repositoryRoot } from "../engine/local.ts";
import { code, filled } from "./markdown.ts";

const paths = ["docs/cli.md", "emulator/README.md"];

/** Options that several commands have. They have lists of their own. */
const shared = [withConnectionOptions(new Command("account")), withSelectionOptions(new Command("selection"))].map(
  (command) => ({ command, rows: rowsOf(command) }),
);

const isShared = (row: Options["rows"][number]) =>
  shared.some(({ rows }) => rows.some((other) => String(other) === String(row)));

/** Returns the pages of the CLI: their text is kept, and their lists of options are generated from the commands. */
export function commandLinePages(): [path: string, text: string][] {
  const pages = paths.map((path): [path: string, text: string] => [
    path,
    readFileSync(joinPath(repositoryRoot, path), "utf8"),
  ]);
  const lists = commandLine.commands
    .filter(({ options }) => options.length > 0)
    .map((command) => ({ command, rows: rowsOf(command).filter((row) => !isShared(row)) }));
  return [...shared, ...lists].reduce(withOptions, pages);
}

interface Options {
  readonly command: Command;
  readonly rows: readonly [term: string, description: string][];
}

/** Fills in the list of a command, at `<!-- options: drift -->`. */
function withOptions(pages: [path: string, text: string][], { command, rows }: Options): [string, string][] {
  const list = rows.map(([term, description]) => `- ${term}: ${description}`).join("\n");
  const results = pages.map(([path, text]) => [path, text, filled(text, `options: ${command.name()}`, list)] as const);
  if (results.every(([, , page]) => page === undefined))
    throw new Error(`No page lists the options of ${command.name()}.`);
  return results.map(([path, text, page]) => [path, page ?? text]);
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

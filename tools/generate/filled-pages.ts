import { Command } from "commander";
import { commandLine } from "../../cli/command-line.ts";
import { withConnectionOptions, withReportOptions, withSelectionOptions } from "../../cli/options.ts";
import type { Guess } from "../../model/guesses/guess.ts";
import { chapters } from "../../model/guesses/index.ts";
import { definitions } from "../../model/kinds/index.ts";
import { hosts } from "../../provider/config.ts";
import { readText } from "../engine/local.ts";
import { partSections, programOf } from "./examples.ts";
import { code, join, wrapped } from "./markdown.ts";
import { functionSections, pageOf } from "./reference.ts";
import { chapterItems } from "./troubleshooting.ts";

/*
 * Pages whose text is kept: only what is between `<!-- <name> -->` and `<!-- end -->` comes from the code.
 */

const paths = [
  "docs/cli.md",
  ...["adopting", "deploys", "incidents", "maintenance-cookbook", "renaming"].map((name) => `docs/guides/${name}.md`),
  "docs/contributing/inferred.md",
  "docs/resources/functions.md",
  "docs/troubleshooting.md",
  "emulator/README.md",
  "SECURITY.md",
];

export function filledPages(): [path: string, text: string][] {
  const lists = { ...optionLists(), hosts: hostItems(), secrets: secretItems(), codes: chapterItems() };
  const parts = {
    ...Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, listOf(items)])),
    ...guideExamples(),
    guesses: guessSections(),
    functions: functionSections(),
  };
  const pages = new Map(paths.map((path) => [path, readText(path)]));
  for (const [name, part] of Object.entries(parts)) {
    const place = new RegExp(`(?<=^<!-- ${name} -->\n).*?(?=^<!-- end -->$)`, "ms");
    const filled = [...pages].filter(([, text]) => place.test(text));
    if (filled.length === 0) throw new Error(`No page has a place for the ${name}.`);
    for (const [path, text] of filled)
      pages.set(
        path,
        text.replace(place, () => `\n${part}\n\n`),
      );
  }
  return [...pages];
}

const listOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

/** Returns the options of each command. Those that several commands have are in lists of their own. */
function optionLists(): Record<string, string[]> {
  const shared = [
    withConnectionOptions(new Command("account")),
    withReportOptions(new Command("report")),
    withSelectionOptions(new Command("selection")),
  ];
  const sharedItems = shared.flatMap(optionItems);
  const lists = commandLine.commands
    .filter(({ options, commands }) => options.length + commands.length > 0)
    .map((command) => [nameOf(command), optionItems(command).filter((item) => !sharedItems.includes(item))] as const)
    .filter(([, items]) => items.length > 0);
  return Object.fromEntries([...shared.map((command) => [nameOf(command), optionItems(command)] as const), ...lists]);
}

const nameOf = (command: Command): string => `options: ${command.name()}`;

/** Returns the arguments and options as in the command's help, with defaults and choices. */
function optionItems(command: Command): string[] {
  const help = command.createHelp();
  const ownArguments = help.visibleArguments(command).map((argument) => {
    const name = argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
    return `${code(name)}: ${help.argumentDescription(argument)}`;
  });
  const options = help.visibleOptions(command).filter(({ long }) => long !== "--help");
  const own = [...ownArguments, ...options.map((option) => `${code(option.flags)}: ${help.optionDescription(option)}`)];
  return [...new Set([...own, ...command.commands.flatMap(optionItems)])];
}

const hostItems = (): string[] =>
  [...hosts].map(([region, host]) => `${code(`https://<account>.${host}`)} (region ${code(region)})`);

const secretItems = (): string[] =>
  Object.values(definitions).flatMap(({ kind, properties, outputs }) => {
    const secrets = Object.entries({ ...properties, ...outputs }).filter(([, { secret }]) => secret);
    const names = secrets.map(([name]) => code(name)).join(" and ");
    return names === "" ? [] : [`${names} of a [${kind}](docs/resources/${pageOf(kind)})`];
  });

/** What the examples in the guides show, and the sections of the file that contain it in YAML. */
const guideTopics: Readonly<Record<string, { topics: readonly string[]; yaml: readonly string[] }>> = {
  adopt: { topics: ["adopt"], yaml: ["kinds"] },
  alias: { topics: ["alias"], yaml: ["kinds"] },
  deploy: { topics: ["MaintenanceTemplate"], yaml: ["kinds"] },
  incidents: { topics: ["IncidentTemplate", "laterIncidents"], yaml: ["kinds"] },
  monitor: { topics: ["monitor"], yaml: ["outputs"] },
  "first Sunday": { topics: ["firstSunday"], yaml: ["kinds"] },
  "every Sunday": { topics: ["Maintenance"], yaml: ["kinds"] },
};

const guideExamples = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(guideTopics).map(([name, { topics, yaml }]) => [
      `example: ${name}`,
      join(programOf(topics, "../resources/"), ...partSections(topics, yaml)),
    ]),
  );

const guessSections = (): string =>
  join(
    Object.entries(chapters).flatMap(([title, guesses]) => [
      `## ${title}`,
      ...Object.entries<Guess>(guesses).map(([name, guess]) => guessSection(name, guess)),
    ]),
  );

function guessSection(name: string, { assumed, operation, otherwise }: Guess): string {
  const isOffered = operation === undefined ? "" : ` (${code(operation)})`;
  return join(
    `### ${name}`,
    wrapped(`${assumed.replace(/\.$/, "")}${isOffered}.`),
    Object.entries(otherwise)
      .map(([other, { service }]) => wrapped(`- **${other}**: ${service}`, { indent: "  " }))
      .join("\n"),
  );
}

import { Command } from "commander";
import { commandLine } from "../../cli/command-line.ts";
import { withConnectionOptions, withReportOptions, withSelectionOptions } from "../../cli/options.ts";
import type { Guess } from "../../model/guesses/guess.ts";
import { chapters } from "../../model/guesses/index.ts";
import { definitions } from "../../model/kinds/index.ts";
import { hosts } from "../../provider/config.ts";
import { readText } from "../engine/local.ts";
import { exampleSections, programInWords } from "./examples.ts";
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
  const pages = new Map(paths.map((path) => [path, readText(path)]));
  for (const [name, part] of Object.entries(allParts())) fillPlaces(pages, name, part);
  return [...pages];
}

/** Returns what comes from the code, by the name of its place. */
function allParts(): Record<string, string> {
  const lists = { ...optionLists(), hosts: hostItems(), secrets: secretItems(), codes: chapterItems() };
  return {
    ...Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, listOf(items)])),
    ...guideExamples(),
    guesses: guessSections(),
    functions: functionSections(),
  };
}

const listOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

/** Writes a part into each page that has a place for it. */
function fillPlaces(pages: Map<string, string>, name: string, part: string): void {
  // What is between the two comments, without them.
  const place = new RegExp(`(?<=^<!-- ${name} -->\n).*?(?=^<!-- end -->$)`, "ms");
  const pagesWithPlace = [...pages].filter(([, text]) => place.test(text));
  if (pagesWithPlace.length === 0) throw new Error(`No page has a place for the ${name}.`);
  // Returned by a function, because in a text `$` would have a meaning.
  const newContent = () => `\n${part}\n\n`;
  for (const [path, text] of pagesWithPlace) pages.set(path, text.replace(place, newContent));
}

/** Returns the options of each command. Those that several commands have are in lists of their own. */
function optionLists(): Record<string, string[]> {
  // Commands that nobody can run: each has only the options that several commands have.
  const shared = [
    withConnectionOptions(new Command("account")),
    withReportOptions(new Command("report")),
    withSelectionOptions(new Command("selection")),
  ];
  const lists: Record<string, string[]> = {};
  for (const command of shared) lists[placeOf(command)] = optionItems(command);
  const sharedItems = Object.values(lists).flat();
  for (const command of commandLine.commands) {
    const hasOptions = command.options.length > 0;
    const isGroup = command.commands.length > 0;
    const ownItems = optionItems(command).filter((item) => !sharedItems.includes(item));
    if ((hasOptions || isGroup) && ownItems.length > 0) lists[placeOf(command)] = ownItems;
  }
  return lists;
}

const placeOf = (command: Command): string => `options: ${command.name()}`;

/** Returns the arguments and options of a command and of those below it, as in their help, with defaults and choices. */
function optionItems(command: Command): string[] {
  const help = command.createHelp();
  const items: string[] = [];
  for (const argument of help.visibleArguments(command)) {
    const name = argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
    items.push(`${code(name)}: ${help.argumentDescription(argument)}`);
  }
  for (const option of help.visibleOptions(command))
    if (option.long !== "--help") items.push(`${code(option.flags)}: ${help.optionDescription(option)}`);
  const itemsBelow = command.commands.flatMap(optionItems);
  return [...new Set([...items, ...itemsBelow])];
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
      join(programInWords(topics, "../resources/"), ...exampleSections(topics, yaml)),
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
  const ofOperation = operation === undefined ? "" : ` (${code(operation)})`;
  const differences = Object.entries(otherwise).map(([other, { service }]) =>
    wrapped(`- **${other}**: ${service}`, { indent: "  " }),
  );
  return join(`### ${name}`, wrapped(`${assumed.replace(/\.$/, "")}${ofOperation}.`), differences.join("\n"));
}

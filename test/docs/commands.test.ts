import { tmpdir } from "node:os";
import type { Command as StatushubCommand } from "commander";
import { expect, inject, test } from "vitest";
import { commandLine } from "../../cli/command-line.ts";
import manifest from "../../package.json" with { type: "json" };
import { outputOf } from "../../tools/command.ts";
import { readYaml } from "./ci/workflow.ts";
import { readPages } from "./pages.ts";

interface Command {
  readonly page: string;
  /** `pulumi`, `pulumi-statushub` or `npm`. */
  readonly program: string;
  readonly words: readonly string[];
}

/** What may precede a command. */
const prefix = /^(\$|-?\s*run:|-|source|exec|npx|--no-install|[A-Z_]+=\S*)$/;

/** Indented code has no language. On these pages, it is always commands. */
const shellLanguages = ["", "sh", "console", "yaml"];

/** Every command line of the pages and of the files for CI: in sentences, in code blocks and in workflows. */
const pages = [
  ...readPages(),
  ...readYaml()
    .filter(({ place }) => place.endsWith(".yml"))
    .map(({ place, text }) => ({ path: place, phrases: [], blocks: [{ language: "yaml", text }] })),
];
const commands: readonly Command[] = pages.flatMap(({ path, phrases, blocks }) => {
  const scripts = blocks.filter(({ language }) => shellLanguages.includes(language)).map(({ text }) => text);
  const lines = [...phrases, ...scripts].flatMap(commandsIn);
  return lines.map(([program = "", ...words]) => ({ page: path, program, words }));
});

function commandsIn(text: string): string[][] {
  const lines = text
    .replaceAll("node_modules/.bin/", "")
    .split(/\n|&&|\|\|?|;|<\(|\$\(|\s--\s/)
    .map((line) => line.replace(/(^|\s)#.*/, "").trim());
  return lines.flatMap((line) => {
    const words = line.split(/\s+/);
    while (prefix.test(words[0] ?? "")) words.shift();
    return ["pulumi", "pulumi-statushub", "npm"].includes(words[0] ?? "") ? [words] : [];
  });
}

const optionsOf = ({ words }: Command): string[] =>
  words.flatMap((word) => /^(--[a-z][a-z-]*|-[a-zA-Z])(?=$|=|\])/.exec(word.replace(/^\[/, ""))?.[1] ?? []);

/** Returns the names of the command and its subcommands: `stack output`. */
function namesOf({ words }: Command): string[] {
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return words.slice(0, end === -1 ? words.length : end);
}

const of = (program: string) => commands.filter((command) => command.program === program);
const show = ({ page, program, words }: Command) => `${page}: ${[program, ...words].join(" ")}`;

test("every npm script on a page and in a workflow exists", () => {
  const named = of("npm").filter(({ words }) => words[0] === "run");
  const scriptOf = ({ words }: Command) => words.slice(1).find((word) => !word.startsWith("-")) ?? "";
  expect(named.map(scriptOf)).toEqual(expect.arrayContaining(["generate", "release:check"]));
  expect(named.filter((command) => !Object.hasOwn(manifest.scripts, scriptOf(command))).map(show)).toEqual([]);
});

/** Messages also start with the package's name: `pulumi-statushub needs Node 22.19 or newer`. */
const verbsOfMessages = ["has", "needs"];

test("every pulumi-statushub command and option on a page exists", () => {
  const unknown = of("pulumi-statushub").filter((command) => {
    const [name, next] = command.words;
    if (name === undefined || /^[-<]/.test(name) || verbsOfMessages.includes(name)) return false;
    const found = commandLine.commands.find((each) => each.name() === name);
    const known = found && flagsOf(found.commands.find((each) => each.name() === next) ?? found);
    return known === undefined || optionsOf(command).some((option) => !known.has(option));
  });
  expect(of("pulumi-statushub").length).toBeGreaterThan(15);
  expect(unknown.map(show)).toEqual([]);
});

const flagsOf = ({ options }: StatushubCommand) =>
  new Set(["--help", ...options.flatMap(({ long, short }) => [long, short])]);

test("every pulumi command and option on a page exists", async () => {
  const named = of("pulumi").filter(({ words }) => words.length > 0);
  const names = new Set(named.map((command) => namesOf(command).join(" ")));
  const helps = new Map(await Promise.all([...names].map(async (name) => [name, await helpOf(name)] as const)));
  const unknown = named.filter((command) => {
    const help = helps.get(namesOf(command).join(" ")) ?? "";
    const words = help.split(/[\s,=]+/);
    return !isFound(namesOf(command), help) || optionsOf(command).some((option) => !words.includes(option));
  });
  expect(named.length).toBeGreaterThan(15);
  expect(unknown.map(show)).toEqual([]);
});

const helpOf = (name: string): Promise<string> =>
  outputOf(inject("pulumi").path, [...name.split(" "), "--help"], { cwd: tmpdir() });

/** If Pulumi doesn't know a command, it prints the help of the command that contains it. */
function isFound(names: readonly string[], help: string): boolean {
  const [, found = ""] = /Usage:\n {2}pulumi ([a-z -]*)/.exec(help) ?? [];
  const known = found.trim().split(" ");
  return known[0] === names[0] && (known.length >= names.length || !/^Available Commands/m.test(help));
}

import { slugOf } from "../../docs/.vitepress/pages.ts";
import * as adopt from "../../errors/adopt.ts";
import * as command from "../../errors/command.ts";
import * as configuration from "../../errors/configuration.ts";
import * as doctor from "../../errors/doctor.ts";
import * as during from "../../errors/during.ts";
import * as emulator from "../../errors/emulator.ts";
import * as native from "../../errors/native.ts";
import * as page from "../../errors/page.ts";
import * as policy from "../../errors/policy.ts";
import * as probe from "../../errors/probe.ts";
import type { Explained, Explanation } from "../../errors/problem.ts";
import * as program from "../../errors/program.ts";
import * as read from "../../errors/read.ts";
import * as requests from "../../errors/requests.ts";
import * as up from "../../errors/up.ts";
import { join, table, wrapped } from "./markdown.ts";

/** A section of a page: one file of errors/, or several that users meet at the same time. */
interface Chapter {
  readonly title: string;
  readonly text: string;
  readonly problems: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly file: string;
  readonly title: string;
  readonly opening: string;
  readonly chapters: readonly Chapter[];
}

/** The pages of the catalog, in the order of the codes. */
const pages: readonly Page[] = [
  {
    file: "configuration",
    title: "Errors: account and key",
    opening:
      "Problems with the settings of the account, the key and the hub, before anything is sent or when StatusHub rejects them.",
    chapters: [
      {
        title: "Configure the account",
        text: "The provider and the commands look for a key and an account or base URL before they send anything.",
        problems: configuration,
      },
    ],
  },
  {
    file: "program",
    title: "Errors: programs and previews",
    opening: "Problems that the provider finds in your program.",
    chapters: [
      {
        title: "Write a program and preview it",
        text:
          "A preview checks the program before it sends anything. Some checks run in the program itself. Lines that start with " +
          "`up would fail` come from comparing the program with the API: see [Check a preview](guides/verify.md).",
        problems: program,
      },
      {
        title: "StatusPage",
        text: "`StatusPage` checks the whole page before it declares any resource. Each message starts with the path of the mistake, and for a file also with the line.",
        problems: page,
      },
    ],
  },
  {
    file: "up",
    title: "Errors: requests, up and destroy",
    opening: "Problems that occur while Pulumi reads or changes the page.",
    chapters: [
      {
        title: "Requests to StatusHub",
        text:
          "If an operation fails, the error is `Could not <verb> <record>: <reason>`. This section has the reasons that occur in " +
          "any operation. Lines without a code, such as `12 writes done, 5.0 a second`, are not errors: a key allows 5 writes and " +
          "30 reads a second, so requests have to wait. If such a line counts requests that were rejected with 429, another " +
          "client is probably using the key: give each pipeline its own key.",
        problems: requests,
      },
      {
        title: "Run up",
        text:
          "If an operation fails, the state keeps what was done before, and the next `pulumi up` continues from there. " +
          "For the stack itself, Pulumi prints `an operation failed, see the error at its resource`.",
        problems: up,
      },
      {
        title: "Read and delete",
        text: "Reads never change anything. A record counts as deleted only if the key can see its hub. Deleting a deleted record is a no-op.",
        problems: read,
      },
    ],
  },
  {
    file: "commands",
    title: "Errors: commands",
    opening: "Problems that the commands of `pulumi-statushub` report.",
    chapters: [
      {
        title: "Run a command",
        text: "A failed command prints one message on stderr and exits with 1. `pulumi-statushub <command> --help` lists its options.",
        problems: { ...command, ...adopt },
      },
      {
        title: "Run a command during a maintenance",
        text: "`during` never changes the exit code of the command it runs because of the maintenance.",
        problems: during,
      },
      {
        title: "Run doctor",
        text: "`doctor` reports these problems. `adopt` runs some of its checks, too.",
        problems: doctor,
      },
      { title: "Run probe", text: "`probe` reports these problems before its first write.", problems: probe },
    ],
  },
  {
    file: "other",
    title: "Errors: policies, native provider, emulator",
    opening: "Problems that only occur in these three parts of the package.",
    chapters: [
      {
        title: "Policies",
        text: "The policies in `pulumi-statushub/policy` report these violations, in a policy pack or a unit test. See [Policy](guides/policy.md).",
        problems: policy,
      },
      { title: "The native provider", text: "Only the native provider reports these.", problems: native },
      {
        title: "The emulator",
        text: "The emulator responds to requests as the API does. These problems occur when it starts or stores its records.",
        problems: emulator,
      },
    ],
  },
];

export const chapters: readonly Chapter[] = pages.flatMap((each) => each.chapters);

/** Messages of Pulumi and Node that are caused by how this package is installed or used. */
const foreign: readonly (Omit<Explanation, "code"> & { readonly title: string })[] = [
  {
    title: "The stack is locked",
    messages: ["the stack is currently locked by <count> lock(s)"],
    cause: "Another run works on the stack, or a killed run left its lock behind.",
    remedy:
      "Wait for the other run. If there is none, run `pulumi cancel`, and [recover the stack](guides/interrupted-runs.md#recover).",
  },
  {
    title: "The state has pending operations",
    messages: ["Attempting to deploy or update resources with <count> pending operations from previous deployment."],
    cause: "A run was killed or interrupted twice, so Pulumi doesn't know the results of its last operations.",
    remedy: "Follow [Interrupted runs](guides/interrupted-runs.md#recover).",
  },
  {
    title: "Pulumi's dynamic provider is not found",
    messages: ["Cannot find module '@pulumi/pulumi/cmd/dynamic-provider'"],
    cause: "You started an Automation API script from another folder, and it imports this package late or not at all.",
    remedy:
      "Import the package at the top of the script, or set `main`, as [Automation API](guides/automation-api.md) shows.",
  },
  {
    title: "The package is not found",
    messages: ["Cannot find module 'pulumi-statushub/provider'"],
    cause: "The state names this package, but the folder of the program doesn't resolve it.",
    remedy:
      "Run `npm ci` before `pulumi`. With pnpm, Yarn or workspaces, add the package to the dependencies in the program's own " +
      "`package.json`. To check the result, run `pulumi-statushub doctor`, which loads the package as Pulumi does.",
  },
  {
    title: "The native provider is not found",
    messages: ["no resource plugin 'pulumi-resource-statushub' found in the workspace"],
    cause: "The program uses the native provider, which isn't installed on this machine.",
    remedy:
      "Install it from the archive, or set its folder in `Pulumi.yaml`: [the native provider](native.md#install) shows both.",
  },
  {
    title: "A policy pack ends as soon as it starts",
    messages: ["policy pack <path> failed to start: could not read plugin <name>: EOF"],
    cause:
      "There is a file `policy.json` or `policy.js` next to the folder `policy`, and Node loads that file instead of the pack.",
    remedy: "Rename the file or the folder.",
  },
];

const hasExplanation = (value: unknown): value is Explained =>
  (typeof value === "object" || typeof value === "function") && value !== null && "explanation" in value;

const isExplained = ({ title }: Explanation) => title !== undefined;

/** Returns the problems of a chapter by the names of their exports, in the order of their codes. */
export function problemsOf({ problems }: Chapter): [string, Explanation][] {
  return Object.entries(problems)
    .flatMap(([name, value]): [string, Explanation][] => (hasExplanation(value) ? [[name, value.explanation]] : []))
    .sort(([, one], [, other]) => one.code.localeCompare(other.code));
}

/** Returns an overview, and the pages with the problems that need more explanation than their message. */
export const troubleshooting = (): [path: string, text: string][] => [
  ["docs/troubleshooting.md", overview()],
  ...pages.map((each): [string, string] => [`docs/troubleshooting/${each.file}.md`, render(each)]),
];

function overview(): string {
  const rows = pages.flatMap(({ file, chapters }) =>
    chapters.map((chapter) => [
      codesOf(chapter),
      `[${chapter.title}](troubleshooting/${file}.md#${slugOf(chapter.title)})`,
    ]),
  );
  const others = foreign.map((problem) => entry(problem.title, problem));
  const title = "# Troubleshooting by error message";
  return `${join(title, introduction, table(["codes", "section"], rows), "## Messages of Pulumi itself", others)}\n`;
}

const introduction = wrapped(
  "Each error and warning of this package ends in a code, such as `[SH1015]`. Search for that code, or go to its section. " +
    "Messages are shown up to their first full stop, and angle brackets, such as `<id>`, stand for parts that vary. To check the key, the hubs and this machine, run `pulumi-statushub doctor`, and include its output in bug reports.",
);

/** Returns the codes of a chapter, whose problems may come from two files: `SH6001 to SH6014, SH6101 to SH6199`. */
function codesOf(chapter: Chapter): string {
  const codes = problemsOf(chapter).map(([, { code }]) => code);
  const groups = Map.groupBy(codes, (code) => code.slice(0, 4));
  return [...groups.values()].map((group) => `${group[0]} to ${group.at(-1)}`).join(", ");
}

function render({ title, opening, chapters }: Page): string {
  const note = "<!-- Written by `npm run generate` from errors/. -->";
  const text = join(note, `# ${title}`, wrapped(opening), chapters.flatMap(section));
  // The links in errors/ and in the chapters are relative to docs/, the folder above.
  return `${text.replaceAll(/\]\((?!#)/g, "](../")}\n`;
}

function section(chapter: Chapter): string[] {
  const problems = problemsOf(chapter).map(([, explanation]) => explanation);
  const clear = problems.filter((each) => !isExplained(each)).map(({ code }) => code);
  return [
    `## ${chapter.title}`,
    wrapped(chapter.text),
    ...problems.filter(isExplained).map((each) => entry(each.code, each)),
    clear.length === 0 ? "" : wrapped(`The other messages of this section need no explanation: ${clear.join(", ")}.`),
  ];
}

/** @param heading the code, so that its anchor is the same in every renderer */
function entry(heading: string, { title = "", messages, cause = "", remedy = "" }: Omit<Explanation, "code">): string {
  // A message that starts with its reason can't be searched for.
  const shown = [...new Set(messages.map(firstSentence))].filter((message) => !/^<\w+>\.$/.test(message));
  const lines = shown.map((message) => wrapped(`- \`${message}\``, { indent: "  " }));
  const paragraphs = `${cause} ${remedy}`
    .trim()
    .split("\n")
    .map((line) => wrapped(line, { indent: line.startsWith("- ") ? "  " : "" }));
  return join(`### ${heading}`, heading === title ? "" : `**${title}**`, lines.join("\n"), paragraphs.join("\n"));
}

const firstSentence = (message: string) => /^.*?\.(?= [A-Z])/.exec(message)?.[0] ?? message;

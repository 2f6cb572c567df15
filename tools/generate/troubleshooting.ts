import * as adopt from "../../errors/adopt.ts";
import * as command from "../../errors/command.ts";
import * as configuration from "../../errors/configuration.ts";
import * as doctor from "../../errors/doctor.ts";
import * as during from "../../errors/during.ts";
import * as emulator from "../../errors/emulator.ts";
import * as native from "../../errors/native.ts";
import * as page from "../../errors/page.ts";
import * as policy from "../../errors/policy.ts";
import type { Explained, Explanation } from "../../errors/problem.ts";
import * as program from "../../errors/program.ts";
import * as read from "../../errors/read.ts";
import * as requests from "../../errors/requests.ts";
import * as up from "../../errors/up.ts";
import { join, wrapped } from "./markdown.ts";

interface Chapter {
  readonly title: string;
  readonly text: string;
  readonly problems: Readonly<Record<string, unknown>>;
}

/** The chapters of the catalogue, in the order of the codes. */
export const chapters: readonly Chapter[] = [
  {
    title: "Configure the account",
    text: "The provider and the commands look for a key and an account or base URL before they send anything.",
    problems: configuration,
  },
  {
    title: "Write a program and preview it",
    text:
      "A preview checks the program before it sends anything. Some checks run in the program itself. Lines that start with " +
      "`up would fail` come from comparing the program with the API: see [Previews](guides/preview.md).",
    problems: program,
  },
  {
    title: "StatusPage",
    text: "`StatusPage` checks the whole page before it declares any resource. Each message starts with the path of the mistake, and for a file also with the line.",
    problems: page,
  },
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
      "If an operation fails, the state keeps what was done before, and the next `pulumi up` continues from there. The record is " +
      "neither lost nor created twice. For the stack itself, Pulumi prints `an operation failed, see the error at its resource`.",
    problems: up,
  },
  {
    title: "Read and delete",
    text: "Reads never change anything. A record counts as deleted only if the key can see its hub. Deleting a deleted record is a no-op.",
    problems: read,
  },
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
];

/** Messages of Pulumi and Node that are caused by how this package is installed or used. */
const foreign: readonly Omit<Explanation, "code">[] = [
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

const isExplained = (value: unknown): value is Explained =>
  (typeof value === "object" || typeof value === "function") && value !== null && "explanation" in value;

/** Returns the problems of a chapter by the names of their exports, in the order of their codes. */
export function problemsOf({ problems }: Chapter): [string, Explanation][] {
  return Object.entries(problems)
    .flatMap(([name, value]): [string, Explanation][] => (isExplained(value) ? [[name, value.explanation]] : []))
    .sort(([, one], [, other]) => one.code.localeCompare(other.code));
}

/** Returns the page with every problem, its messages, cause and remedy. */
export function troubleshooting(): string {
  const others = "Messages of Pulumi itself";
  const contents = [...chapters.map(({ title }) => title), others].map(
    (title) => `- [${title}](#${title.toLowerCase().replaceAll(" ", "-")})`,
  );
  const parts = chapters.flatMap((chapter) => [
    `## ${chapter.title}`,
    wrapped(chapter.text),
    ...problemsOf(chapter).map(([, { code, ...problem }]) => render(code, problem)),
  ]);
  const last = [`## ${others}`, ...foreign.map((problem) => render(problem.title, problem))];
  return `${join("# Troubleshooting by error message", introduction, contents.join("\n"), parts, last)}\n`;
}

const introduction = wrapped(
  "This page explains the errors and warnings of this package. Each ends in a code, such as `[SH1015]`: search the page for " +
    "that code. Angle brackets, such as `<id>`, stand for parts that vary. To check the key, the hubs and this machine, run " +
    "`pulumi-statushub doctor`, and include its output in bug reports. Generated from `errors/` by `npm run generate`.",
);

/** @param heading the code, so that its anchor is the same in every renderer */
function render(heading: string, { title, messages, cause, remedy }: Omit<Explanation, "code">): string {
  const lines = messages.map((message) => wrapped(`- \`${message.replaceAll("\n", " ")}\``, { indent: "  " }));
  const advice = `**What to do.** ${remedy}`
    .split("\n")
    .map((line) => wrapped(line, { indent: line.startsWith("- ") ? "  " : "" }));
  const name = heading === title ? "" : `**${title}**`;
  return join(`### ${heading}`, name, lines.join("\n"), wrapped(`**Cause.** ${cause}`), advice.join("\n"));
}

import * as adopt from "../../cli/errors/adopt.ts";
import * as command from "../../cli/errors/command.ts";
import * as doctor from "../../cli/errors/doctor.ts";
import * as during from "../../cli/errors/during.ts";
import * as incident from "../../cli/errors/incident.ts";
import * as recover from "../../cli/errors/recover.ts";
import { slugOf } from "../../docs/.vitepress/pages.ts";
import * as emulator from "../../emulator/errors.ts";
import * as model from "../../model/errors.ts";
import type { ExplainedProblem, Explanation } from "../../model/problem.ts";
import * as configuration from "../../provider/errors/access.ts";
import * as native from "../../provider/errors/native.ts";
import * as program from "../../provider/errors/program.ts";
import * as read from "../../provider/errors/read.ts";
import * as requests from "../../provider/errors/requests.ts";
import * as stays from "../../provider/errors/stays.ts";
import * as up from "../../provider/errors/up.ts";
import { code, join, wrapped } from "./markdown.ts";

/** A section of a page: one file of errors, or several that users meet at the same time. */
interface Chapter {
  readonly title: string;
  readonly text?: string;
  readonly problems: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly file: string;
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/** The pages of the catalog, in the order of the codes. */
const pages: readonly Page[] = [
  {
    file: "configuration",
    title: "Errors: account and key",
    chapters: [{ title: "Configure the account", problems: configuration }],
  },
  {
    file: "program",
    title: "Errors: programs and previews",
    chapters: [
      {
        title: "Write a program and preview it",
        text: "A preview shows all problems of one resource, and writes nothing.",
        problems: program,
      },
    ],
  },
  {
    file: "up",
    title: "Errors: requests, up and destroy",
    chapters: [
      {
        title: "Requests to StatusHub",
        text:
          "Lines without a code, such as `12 writes done, 5.0 a second`, aren't errors: your key allows 5 writes and 30 reads a second. " +
          "If one says that another client probably uses your key, give each pipeline its own.",
        problems: requests,
      },
      {
        title: "Run up",
        text: "Your state keeps what was done before an error, and the next `pulumi up` continues from there.",
        problems: up,
      },
      { title: "Read and delete", problems: { ...read, ...stays } },
    ],
  },
  {
    file: "commands",
    title: "Errors: commands",
    chapters: [
      { title: "Run a command", problems: { ...command, ...adopt, ...recover, ...during, ...incident } },
      { title: "Run doctor", problems: { ...model, ...doctor } },
      { title: "The native provider", problems: native },
      { title: "The emulator", problems: emulator },
    ],
  },
];

export const chapters: readonly Chapter[] = pages.flatMap((each) => each.chapters);

/** Returns the problems of a chapter by the names of their exports, in the order of their codes. */
export function problemsOf({ problems }: Chapter): [string, Explanation][] {
  const explained: [string, Explanation][] = [];
  for (const [name, value] of Object.entries(problems)) {
    // A file of errors may also export what several of them need.
    if (isExplained(value)) explained.push([name, value.explanation]);
  }
  return explained.sort(([, one], [, other]) => one.code.localeCompare(other.code));
}

/** A problem with one message is a function, and one with several variants is an object. */
const isExplained = (value: unknown): value is ExplainedProblem =>
  (typeof value === "object" || typeof value === "function") && value !== null && "explanation" in value;

/** Returns the pages with every message and what helps. */
export const troubleshooting = (): [path: string, text: string][] =>
  pages.map((each) => [`docs/troubleshooting/${each.file}.md`, render(each)]);

/** Returns the list of the chapters, for the overview of the pages. */
export const chapterItems = (): string[] =>
  pages.flatMap(({ file, chapters }) =>
    chapters.map(
      (chapter) => `${codesOf(chapter)}: [${chapter.title}](troubleshooting/${file}.md#${slugOf(chapter.title)})`,
    ),
  );

/** Returns the first and the last code of a chapter: `SH6001 to SH6303`. A test proves that all codes between them are its own. */
function codesOf(chapter: Chapter): string {
  const codes = problemsOf(chapter).map(([, { code }]) => code);
  return `${codes[0]} to ${codes.at(-1)}`;
}

function render({ title, chapters }: Page): string {
  const note = "<!-- Written by `npm run generate`. -->";
  const text = join(note, `# ${title}`, chapters.flatMap(section));
  // Links are written relative to docs/, the folder above. Those that begin with # stay on the page. None leads to another site.
  return `${text.replaceAll(/\]\((?!#)/g, "](../")}\n`;
}

const section = (chapter: Chapter): string[] => [
  `## ${chapter.title}`,
  wrapped(chapter.text ?? ""),
  ...problemsOf(chapter).map(([, explanation]) => entry(explanation)),
];

/**
 * Describes one code. The heading is only the code, so that its anchor is the same in every renderer. Below it are:
 *
 * - without help: all messages in full, which say enough by themselves
 * - with help: the beginning of one message, so that people who search for theirs find the help. They have the rest of it
 */
function entry({ code: heading, messages, help }: Explanation): string {
  if (help === undefined) return join(`### ${heading}`, messages.map(quoted));
  const helpLines = help.split("\n").map((line) => wrapped(line, { indent: line.startsWith("- ") ? "  " : "" }));
  return join(`### ${heading}`, searchableBeginning(messages), helpLines.join("\n"));
}

/** Quotes a message, in which `<name>` must not become HTML. */
const quoted = (message: string): string => wrapped(`> ${message.replaceAll("<", "\\<")}`, { indent: "> " });

/** Returns the beginning of the first message that begins with words of ours; nothing if none does. */
function searchableBeginning(messages: readonly string[]): string {
  const sentence = messages.map(firstSentenceOf).find((each) => !serversSentence.test(each));
  return sentence === undefined ? "" : wrapped(code(beginningOf(sentence)));
}

/** Returns the first sentence of a message, which ends where a period precedes a capital letter. */
const firstSentenceOf = (message: string): string => /^.*?\.(?= [A-Z])/.exec(message)?.[0] ?? message;

/** A sentence that only has words of StatusHub, for which nobody can search: `<reason>.`, or a request and the server's message. */
const serversSentence = /^(<\w+>\.|<request> returned <status>: <serverMessage>\.?)$/;

const mostWords = 5;

function beginningOf(sentence: string): string {
  const words = sentence.split(/\s+/);
  return words.length > mostWords ? `${words.slice(0, mostWords).join(" ")}...` : words.join(" ");
}

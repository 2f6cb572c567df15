import type { ReportOptions } from "../options.ts";
import { asJson, link, neutralized, paint, plural } from "../terminal/output.ts";
import { type LinkTo, linksOnGitHub, linksOnTerminal, noLinks } from "./links.ts";
import type { SourcePosition } from "./source-position.ts";

/** Shows a text that others have written, so that it can't be mistaken for ours. */
export interface Quote {
  (text: string): string;
  /** Shows all of a message, which may quote such texts. */
  readonly message: (text: string) => string;
  /** Shows a value exactly, as JSON. */
  readonly value: (value: unknown) => string;
  /** Shows where a resource is declared. */
  readonly place: (position: SourcePosition) => string;
}

export interface Line {
  readonly sign: "+" | "-" | "~" | "!" | "?";
  readonly text: string;
  readonly details?: readonly string[];
}

export interface Section {
  readonly heading: string;
  readonly lines: readonly Line[];
}

export interface Description {
  readonly title: string;
  readonly summary: string;
  /** What comes before all hubs. @default nothing */
  readonly top?: readonly Section[];
  /** In Markdown, `first` of every hub comes before `rest`, because the end of a long comment is cut. */
  readonly hubs: readonly {
    readonly hub: string;
    readonly first: readonly Section[];
    readonly rest: readonly Section[];
  }[];
}

export type Describe = (quote: Quote) => Description;

export function print(report: object, describe: Describe, { json, markdown, cwd }: ReportOptions): void {
  const { stdout, env } = process;
  if (json) stdout.write(`${asJson(report, 2)}\n`);
  else if (markdown) stdout.write(renderMarkdown(describe, linksOnGitHub(cwd, env)));
  else stdout.write(renderText(describe, linksOnTerminal(cwd, stdout, env)));
}

const onOneLine = (text: string) => neutralized(text.replace(/\s+/g, " ").trim());

const shortened = (text: string) => (text.length > 160 ? `${text.slice(0, 157)}...` : text);

const colors = { "+": "green", "-": "red", "~": "cyan", "!": "yellow", "?": "dim" } as const;

const placeInWords = ({ path, line }: SourcePosition) => onOneLine(`${path}:${line}`);

export const quoteInText = (linkTo: LinkTo = noLinks): Quote =>
  Object.assign((text: string) => (/^\[(secret|unknown)\]$/.test(text) ? text : asJson(shortened(text))), {
    message: onOneLine,
    value: asJson,
    place(position: SourcePosition) {
      const address = linkTo(position);
      return address === undefined ? placeInWords(position) : link(placeInWords(position), address);
    },
  });

export function renderText(describe: Describe, linkTo?: LinkTo): string {
  const lines = ({ sign, text, details = [] }: Line) => [
    `    ${paint(colors[sign], sign)} ${text}`,
    ...details.map((detail) => `        ${detail}`),
  ];
  const sections = (all: readonly Section[]) =>
    all.flatMap(({ heading, lines: some }) => [`  ${heading}`, ...some.flatMap(lines)]);
  const { summary, top = [], hubs } = describe(quoteInText(linkTo));
  const parts = [
    ...top.map(({ heading, lines: some }) => [paint("bold", heading), ...some.flatMap(lines)].join("\n")),
    ...hubs.map(({ hub, first, rest }) => [paint("bold", hub), ...sections([...first, ...rest])].join("\n")),
  ];
  return `${[...parts, summary].join("\n\n")}\n`;
}

/** In quotes if a code span would show the text differently, so that it always reads back. */
const readable = (text: string) => (/^(?!")\S+( \S+)*$/.test(text) && neutralized(text) === text ? text : asJson(text));

export const quoteInMarkdown = (linkTo: LinkTo = noLinks): Quote =>
  Object.assign((text: string) => code(readable(shortened(text))), {
    message: (text: string) => code(readable(onOneLine(text))),
    value: (value: unknown) => code(asJson(value)),
    place(position: SourcePosition) {
      const address = linkTo(position);
      const text = code(readable(placeInWords(position)));
      return address === undefined ? text : `[${text}](<${address}>)`;
    },
  });

/** Renders a report for a pull request, an issue or a job summary. A long one is cut, and keeps its summary. */
export function renderMarkdown(describe: Describe, linkTo?: LinkTo): string {
  const quote = quoteInMarkdown(linkTo);
  const { title, summary, top = [], hubs } = describe(quote);
  const parts = [
    ...partsOf("", top),
    ...hubs.flatMap(({ hub, first }) => partsOf(quote(hub), first)),
    ...hubs.flatMap(({ hub, first, rest }) => partsOf(hubs.length > 1 || first.length === 0 ? quote(hub) : "", rest)),
  ];
  return cutToComment(`## ${title}\n\n${summary}\n`, parts);
}

/** One part for each line, so that a cut leaves whole lines. The first one of a section brings the headings. */
function partsOf(hub: string, sections: readonly Section[]): string[] {
  return sections.flatMap(({ heading, lines }, place) =>
    lines.map(({ text, details = [] }, index) => {
      const title = hub === "" || place > 0 || index > 0 ? "" : `\n### ${hub}\n`;
      const subtitle = index > 0 ? "" : `\n**${heading}**\n\n`;
      return `${title}${subtitle}- ${text}\n${details.map((detail) => `  - ${detail}\n`).join("")}`;
    }),
  );
}

/** Comments and issues on GitHub hold 65,536 characters, and `head -c` in the workflows of our guides counts bytes. */
const longest = 60_000;

const linesNotShown = (left: number) => `${plural(left, "more line")} not shown.`;

/** Adds as many parts as fit into a comment, and says how many are left. */
export function cutToComment(head: string, parts: readonly string[], notShown = linesNotShown): string {
  const ending = (left: number) => `\n${notShown(left)}\n`;
  let text = head;
  let size = Buffer.byteLength(text + ending(parts.length));
  for (const [index, part] of parts.entries()) {
    size += Buffer.byteLength(part);
    if (size > longest) return text + ending(parts.length - index);
    text += part;
  }
  return text;
}

/** Shows a text as code, in which nothing is markup, a mention or a link: anyone may have written it. */
export const code = (text: string): string => {
  const fence = "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
};

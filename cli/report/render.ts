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

/** What stands for a value, and needs no quotes. */
const isPlaceholder = (text: string) => text === "[secret]" || text === "[unknown]";

/** In a terminal, texts are in quotes. */
export const quoteInText = (linkTo: LinkTo = noLinks): Quote =>
  Object.assign((text: string) => (isPlaceholder(text) ? text : asJson(shortened(text))), {
    message: onOneLine,
    value: asJson,
    place(position: SourcePosition) {
      const address = linkTo(position);
      return address === undefined ? placeInWords(position) : link(placeInWords(position), address);
    },
  });

/** Renders a report for a terminal: hubs and sections as headings, from which lines and their details are indented. */
export function renderText(describe: Describe, linkTo?: LinkTo): string {
  const { summary, top = [], hubs } = describe(quoteInText(linkTo));
  const parts = [
    ...top.map(({ heading, lines }) => [paint("bold", heading), ...linesInText(lines)]),
    ...hubs.map(({ hub, first, rest }) => [paint("bold", hub), ...[...first, ...rest].flatMap(sectionInText)]),
  ];
  return `${[...parts.map((lines) => lines.join("\n")), summary].join("\n\n")}\n`;
}

const sectionInText = ({ heading, lines }: Section): string[] => [`  ${heading}`, ...linesInText(lines)];

const linesInText = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ sign, text, details = [] }) => [
    `    ${paint(colors[sign], sign)} ${text}`,
    ...details.map((detail) => `        ${detail}`),
  ]);

/**
 * Returns a text so that a code span shows exactly what it is: as it is, or as JSON, in quotes. As it is only if it consists of words with
 * single spaces between them, because a code span drops other spaces, and if it doesn't begin with a quote, because it would look like JSON.
 */
const readable = (text: string) => {
  const isPlain = /^(?!")\S+( \S+)*$/.test(text) && neutralized(text) === text;
  return isPlain ? text : asJson(text);
};

/** In Markdown, texts are code. */
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
  const parts = top.flatMap(sectionInMarkdown);
  for (const { hub, first } of hubs) parts.push(...hubInMarkdown(quote(hub), first));
  for (const { hub, first, rest } of hubs) {
    // The first sections of an only hub have its name, and come directly before the rest.
    const hasItsNameAbove = hubs.length === 1 && first.length > 0;
    if (hasItsNameAbove) parts.push(...rest.flatMap(sectionInMarkdown));
    else parts.push(...hubInMarkdown(quote(hub), rest));
  }
  return cutToComment(`## ${title}\n\n${summary}\n`, parts);
}

/** One part for each line, so that a cut leaves whole lines. The first part brings the name of the hub. */
function hubInMarkdown(hub: string, sections: readonly Section[]): string[] {
  const [first, ...others] = sections.flatMap(sectionInMarkdown);
  return first === undefined ? [] : [`\n### ${hub}\n${first}`, ...others];
}

/** One part for each line. The first part brings the heading. */
function sectionInMarkdown({ heading, lines }: Section): string[] {
  const [first, ...others] = lines.map(lineInMarkdown);
  return first === undefined ? [] : [`\n**${heading}**\n\n${first}`, ...others];
}

const lineInMarkdown = ({ text, details = [] }: Line): string =>
  [`- ${text}`, ...details.map((detail) => `  - ${detail}`), ""].join("\n");

/** Comments and issues on GitHub hold 65,536 characters, and `head -c` in the workflows of our guides counts bytes. */
const longest = 60_000;

const linesNotShown = (left: number) => `${plural(left, "more line")} not shown.`;

/** Adds as many parts as fit into a comment, and says how many are left. */
export function cutToComment(head: string, parts: readonly string[], notShown = linesNotShown): string {
  const ending = (left: number) => `\n${notShown(left)}\n`;
  let text = head;
  // Room for the ending is kept from the start, because any part may be the last that fits.
  let size = Buffer.byteLength(text + ending(parts.length));
  for (const [index, part] of parts.entries()) {
    size += Buffer.byteLength(part);
    if (size > longest) return text + ending(parts.length - index);
    text += part;
  }
  return text;
}

/** Shows a text as code, in which nothing is markup, a mention or a link: anyone may have written it. */
export function code(text: string): string {
  const longestRun = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  if (longestRun === 0) return `\`${text}\``;
  // A code span ends at as many backticks as it begins with. Spaces keep them apart from those of the text.
  const fence = "`".repeat(longestRun + 1);
  return `${fence} ${text} ${fence}`;
}

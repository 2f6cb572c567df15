import { code, cutToComment } from "../terminal/markdown.ts";
import { asJson, neutralized } from "../terminal/neutral.ts";
import { paint } from "../terminal/paint.ts";
import type { PreviewReport } from "./report.ts";
import { type Line, type Section, sectionsOf, summary } from "./words.ts";

const shortened = (text: string) => (text.length > 160 ? `${text.slice(0, 157)}...` : text);

const colors = { "+": "green", "-": "red", "~": "cyan", "!": "yellow" } as const;

export function renderText(report: PreviewReport): string {
  const quote = (text: string) => (/^\[(secret|unknown)\]$/.test(text) ? text : asJson(shortened(text)));
  const lines = ({ mark, text, details = [] }: Line) => [
    `    ${paint(colors[mark], mark)} ${text}`,
    ...details.map((detail) => `        ${detail}`),
  ];
  const hubs = report.hubs.map((hub) => {
    const { first, rest } = sectionsOf(hub, quote);
    const sections = [...first, ...rest].flatMap(({ heading, lines: all }) => [`  ${heading}`, ...all.flatMap(lines)]);
    return [paint("bold", hub.hub), ...sections].join("\n");
  });
  return `${[...hubs, summary(report)].join("\n\n")}\n`;
}

/** In quotes if something is escaped, so that nobody takes an escape for the text itself. */
const escaped = (text: string) => (neutralized(text) === text ? text : asJson(text));

/** Renders the report for a comment on a pull request. A long one is cut, and keeps its summary. */
export function renderMarkdown(report: PreviewReport): string {
  // A code span ends at an empty line.
  const quote = (text: string) => code(escaped(shortened(text)).replace(/\s+/g, " ") || " ");
  const hubs = report.hubs.map((hub) => ({ hub: hub.hub, ...sectionsOf(hub, quote) }));
  const parts = [
    ...hubs.flatMap(({ hub, first }) => partsOf(quote(hub), first)),
    ...hubs.flatMap(({ hub, rest }) => partsOf(hubs.length > 1 ? quote(hub) : "", rest)),
  ];
  return cutToComment(`## Status page preview\n\n${summary(report)}\n`, parts, "change");
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

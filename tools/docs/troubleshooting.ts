import { join } from "node:path";
import { repositoryRoot } from "../engine/local.ts";
import type { Message } from "./messages.ts";
import type { Chapter, Entry } from "./troubleshooting/entry.ts";
import { chapters } from "./troubleshooting/index.ts";

/** The generated page. */
export const troubleshootingPath = join(repositoryRoot, "docs/troubleshooting.md");

export interface Explained {
  /** The messages that each entry explains. */
  readonly byEntry: ReadonlyMap<Entry, readonly string[]>;
  readonly unexplained: readonly Message[];
  /** Quotes of entries that are a part of no message, or only of messages that other entries quote better. */
  readonly stale: readonly string[];
}

const ownEntries = () => chapters.filter(({ isForeign }) => !isForeign).flatMap(({ entries }) => entries);

/** Joins messages with their explanations. */
export function explain(messages: readonly Message[], entries = ownEntries()): Explained {
  const quotes = entries.flatMap((entry) => entry.messages.map((quote) => ({ entry, quote })));
  const longestFirst = quotes.toSorted((one, other) => other.quote.length - one.quote.length);
  const byEntry = new Map<Entry, string[]>(entries.map((entry) => [entry, []]));
  const used = new Set<string>();
  const unexplained = messages.filter(({ text }) => {
    const found = longestFirst.find(({ quote }) => text.includes(quote));
    if (found === undefined) return true;
    byEntry.get(found.entry)?.push(text);
    used.add(found.quote);
    return false;
  });
  return { byEntry, unexplained, stale: quotes.map(({ quote }) => quote).filter((quote) => !used.has(quote)) };
}

/** Every message with its cause and its cure, by what the user was doing. */
export function renderTroubleshooting(messages: readonly Message[]): string {
  const { byEntry } = explain(messages);
  const contents = chapters.map(({ title }) => `- [${title}](#${anchorOf(title)})`).join("\n");
  const parts = chapters.map((chapter) => renderChapter(chapter, byEntry));
  return `${["# Troubleshooting by error message", introduction(), contents, ...parts].join("\n\n")}\n`;
}

const introduction = () =>
  wrapped(
    "Search this page for a few words of the message. What differs from case to case stands in angle brackets, such as " +
      "`<id>`. `pulumi-statushub doctor` checks the key, the hubs and this machine, and its output belongs in every bug report. Made " +
      "from the source by `npm run troubleshooting`, which knows every message of the package.",
  );

/** As GitHub and the site make it of a heading of plain words. */
export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

const renderChapter = ({ title, text, entries }: Chapter, byEntry: Explained["byEntry"]) =>
  [
    `## ${title}`,
    wrapped(text),
    ...entries.map((entry) => renderEntry(entry, byEntry.get(entry) ?? entry.messages)),
  ].join("\n\n");

const renderEntry = ({ title, cause, cure }: Entry, messages: readonly string[]) =>
  [
    `### ${title}`,
    messages.map((message) => wrapped(`- \`${message}\``, "  ")).join("\n"),
    wrapped(`**Cause.** ${cause}`),
    wrapped(`**What to do.** ${cure}`),
  ].join("\n\n");

const width = 118;

/** Breaks lines between words. */
function wrapped(text: string, indent = ""): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : indent + word);
  }
  return lines.join("\n");
}

import { styleText } from "node:util";
import { escapeMark, neutralized } from "./neutral.ts";

type Style = Parameters<typeof styleText>[0];

/** Colours text for a stream: only at a terminal, and not with NO_COLOR. */
export const paint = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText(style, neutralized(text), { stream, validateStream: true }).replaceAll("\u001b", escapeMark);

/** One line about what is going on. Results go to stdout, everything else to stderr. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`);

/** The same, of what needs attention: docs/troubleshooting.md explains each of these lines. */
export const warn = (text: string): void => note(text);

export const plural = (count: number, word: string, words = `${word}s`): string =>
  `${count} ${count === 1 ? word : words}`;

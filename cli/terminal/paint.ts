import { styleText } from "node:util";
import { escapeMark, neutralized } from "./neutral.ts";

type Style = Parameters<typeof styleText>[0];

/** Colors text if the stream is a terminal and `NO_COLOR` isn't set. */
export const paint = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText(style, neutralized(text), { stream, validateStream: true }).replaceAll("\u001b", escapeMark);

/** Prints a line on stderr. Only results go to stdout. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`);

export const plural = (count: number, word: string, words = `${word}s`): string =>
  `${count} ${count === 1 ? word : words}`;

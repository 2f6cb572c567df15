import { randomUUID } from "node:crypto";
import { styleText } from "node:util";
import { describeFailure } from "./failure.ts";

/** Stands for the escape character in our own styles. It is random, because other texts must not contain it. */
export const escapeMark = `{${randomUUID()}}`;

/** Control characters except tab and line breaks, and those that change the direction of text: they can forge output. */
const unsafe = /\r(?!\n)|[^\P{Cc}\n\r\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Escapes unsafe characters. Text for a program must have none left, because only JSON and the like would read the escapes. */
export const neutralized = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Prints a value for a program. Its strings also mean the same in TypeScript and, in double quotes, in YAML. */
export const asJson = (value: unknown, indent?: number): string => neutralized(JSON.stringify(value, null, indent));

/** Escapes the output of this process, because most of it contains texts that others have entered in StatusHub. */
export function guardTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (chunk: unknown, ...others: unknown[]) =>
      write(typeof chunk === "string" ? neutralized(chunk).replaceAll(escapeMark, "\u001b") : chunk, ...others);
  }
}

/** Colors text if stdout is a terminal and `NO_COLOR` isn't set. */
export const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, neutralized(text), { stream: process.stdout, validateStream: true }).replaceAll(
    "\u001b",
    escapeMark,
  );

/** Makes a text a link in a terminal that shows such links. */
export const link = (text: string, address: string): string =>
  `${escapeMark}]8;;${neutralized(address)}${escapeMark}\\${text}${escapeMark}]8;;${escapeMark}\\`;

/** Prints a line on stderr. Only results go to stdout. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`);

export const plural = (count: number, word: string, words = `${word}s`): string =>
  `${count} ${count === 1 ? word : words}`;

/** Joins texts like a sentence does. */
export const joinWithAnd = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

/** The reader, such as `head`, has closed the pipe, or the terminal was closed. */
const isClosed = ({ code = "" }: NodeJS.ErrnoException) => ["EPIPE", "EIO"].includes(code);

/**
 * Drops output that can't be written, for example because the disk is full. The command continues in any case, because it may
 * have changed something that it still has to finish. If a result is lost that somebody could have read, the exit code says so.
 */
export function handleOutputErrors(): void {
  process.stderr.on("error", () => undefined);
  let isLost = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (isClosed(error) || isLost) return;
    isLost = true;
    process.stderr.write(`${describeFailure(error)}\n`);
    process.once("exit", () => {
      process.exitCode = 1;
    });
  });
}

export interface Finding {
  readonly name: string;
  /** `unknown` if it was not or could not be checked. Like a `warning`, that doesn't count as a failure. */
  readonly status: "ok" | "failed" | "warning" | "unknown";
  /** The finding and, after a failure, the remedy. */
  readonly text: string;
}

export const ok = (name: string, text: string): Finding => ({ name, status: "ok", text });
export const failed = (name: string, text: string): Finding => ({ name, status: "failed", text });
export const warning = (name: string, text: string): Finding => ({ name, status: "warning", text });
export const unknown = (name: string, text: string): Finding => ({ name, status: "unknown", text });

const statusWords = {
  ok: { color: "green", word: "ok" },
  failed: { color: "red", word: "failed" },
  warning: { color: "yellow", word: "warning" },
  unknown: { color: "yellow", word: "?" },
} as const;

/** Describes a finding, with the remedy on a line of its own. */
export function describeFinding({ name, status, text }: Finding): string {
  const { color, word } = statusWords[status];
  const lines = text.replace(/\. (?=[A-Z])/, `.\n${" ".repeat(18)}`);
  return `${paint(color, word.padEnd(7))} ${name.padEnd(9)} ${lines}`;
}

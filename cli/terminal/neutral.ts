import { randomUUID } from "node:crypto";

/**
 * Replaces the escape character in our own styles. It is random, so that other texts can't contain it: their control
 * characters are escaped.
 */
export const escapeMark = `{${randomUUID()}}`;

/**
 * Control characters except tab and line breaks, and characters that change the direction of text. They can hide or forge
 * output.
 */
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

import { randomUUID } from "node:crypto";

/**
 * Stands for the escape character in what the command itself styles. It is random, so that no text from elsewhere can hold
 * it: whatever else has a control character is shown, and not obeyed.
 */
export const escapeMark = `{${randomUUID()}}`;

/**
 * Control characters but for tab and line breaks, and those that turn the direction of a text: they can hide or forge what
 * is read.
 */
const unsafe = /\r(?!\n)|[^\P{Cc}\n\r\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Text with unsafe characters written out, as JSON has them: the JSON that the command prints keeps its meaning. */
export const neutralized = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Neutralizes whatever this process prints from now on: most of it comes from the API, which others fill. */
export function guardTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (chunk: unknown, ...others: unknown[]) =>
      write(typeof chunk === "string" ? neutralized(chunk).replaceAll(escapeMark, "\u001b") : chunk, ...others);
  }
}

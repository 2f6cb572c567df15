import { internalError } from "../../errors/command.ts";
import { hasCode } from "../../errors/problem.ts";
/** A command could not do what it was asked for. The message says what, why, and what to do next. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** Errors that nobody raises on purpose: with these the program itself is wrong. */
const mistakes = new Set(["TypeError", "RangeError", "ReferenceError", "SyntaxError", "AssertionError"]);

/** What the user reads. A stack is of use only where the program itself is wrong. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return sentence(String(error));
  if (mistakes.has(error.name)) return internalError({ stack: error.stack ?? error.message });
  return sentence(error.message);
}

/** Text with a capital in front, and a full stop at the end if it has no code. A name in front, such as that of a file, stays as it is. */
export function sentence(text: string): string {
  const capital = text.replace(/^[a-z]+(?=\s)/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return /[.!?\n]$/.test(capital) || hasCode(capital) ? capital : `${capital}.`;
}

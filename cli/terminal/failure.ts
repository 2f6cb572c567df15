import { endsInCode } from "../../model/problem.ts";
import { internalError } from "../errors/command.ts";

/** A command failed. The message says why, and what to do next. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** Errors that indicate a defect of this package. */
const mistakes = new Set(["TypeError", "RangeError", "ReferenceError", "SyntaxError", "AssertionError"]);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Describes an error for the user, with a stack trace if it is a defect of this package. */
export function describeFailure(error: unknown): string {
  if (error instanceof Error && mistakes.has(error.name)) return internalError({ stack: error.stack ?? error.message });
  return sentence(messageOf(error));
}

/** Capitalizes the first word unless it is a name, such as `index.ts`, and ends the text with a full stop or its code. */
export function sentence(text: string): string {
  const capital = text.replace(/^[a-z]+(?=\s)/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return /[.!?\n]$/.test(capital) || endsInCode(capital) ? capital : `${capital}.`;
}

import { createInterface } from "node:readline/promises";
import { noTerminal } from "../../errors/command.ts";
import { CommandError } from "./failure.ts";

/** Asks at a terminal; elsewhere nobody can answer, so the user has to say it beforehand. */
export async function confirm(question: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new CommandError(noTerminal({ question }));
  // Plain lines: with an editor of its own, it would write control characters, which are shown and not obeyed.
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  // Ctrl-D closes the terminal, and the question stays without an answer for ever.
  const closed = new Promise<string>((resolve) => void terminal.once("close", () => resolve("")));
  try {
    return /^y(es)?$/i.test((await Promise.race([terminal.question(`${question} [y/N] `), closed])).trim());
  } finally {
    terminal.close();
  }
}

import { createInterface } from "node:readline/promises";
import { declined, noTerminal } from "../errors/command.ts";
import { CommandError } from "./failure.ts";

export const isAtTerminal = (): boolean => process.stdin.isTTY;

/**
 * Asks for confirmation. Without a terminal, `--yes` has to confirm in advance.
 *
 * @throws CommandError if the user declines
 */
export async function confirm(question: string, yes = false): Promise<void> {
  if (yes) return;
  if (!isAtTerminal()) throw new CommandError(noTerminal({ question }));
  // The line editor of readline would write control characters, which `guardTerminal` escapes.
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  // After Ctrl-D, the promise of the question would stay pending.
  const closed = new Promise<string>((resolve) => void terminal.once("close", () => resolve("")));
  try {
    const reply = await Promise.race([terminal.question(`${question} [y/N] `), closed]);
    if (!/^y(es)?$/i.test(reply.trim())) throw new CommandError(declined());
  } finally {
    terminal.close();
  }
}

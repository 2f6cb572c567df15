import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { isatty } from "node:tty";
import spawn from "cross-spawn";
import which from "which";
import { cannotStart } from "../errors/during.ts";
import { signals } from "../terminal/interrupt.ts";
import { note } from "../terminal/output.ts";

const codeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];

/** How the command ended. */
export interface CommandEnd {
  readonly code: number;
  /** False if it wasn't started, so that nothing has changed. */
  readonly hasRun: boolean;
}

export interface PreparedCommand {
  run(): Promise<CommandEnd>;
  /** Aborted by the first signal. */
  readonly interrupted: AbortSignal;
  /** Aborted by the second signal, if the command has ended by then. */
  readonly abandoned: AbortSignal;
}

/**
 * Passes signals on to the command from now on, so that this process ends after it. After a signal, the command isn't
 * started any more.
 */
export function prepareCommand([file = "", ...args]: readonly string[]): PreparedCommand {
  // At a terminal, Ctrl-C reaches every process, and for some commands a second one means that they must not finish.
  // Elsewhere, the command gets its own process group, so that it only gets the signals that we pass on.
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  let received: NodeJS.Signals | undefined;
  let child: ChildProcess | undefined;
  let hasEnded = false;
  const [interruption, abandonment] = [new AbortController(), new AbortController()];
  for (const signal of signals) {
    process.on(signal, () => {
      if (hasEnded && received === undefined) note("Ending the maintenance. A second signal gives up.");
      else if (hasEnded) abandonment.abort();
      received ??= signal;
      interruption.abort();
      if (signal !== "SIGINT" || !hasTerminal) child?.kill(signal);
    });
  }
  const start = () =>
    new Promise<CommandEnd>((resolve) => {
      if (received !== undefined) return resolve({ code: codeOf(received), hasRun: false });
      // The environment is ours: a key from the stack configuration isn't in it.
      child = spawn(file, args, { stdio: "inherit", detached: !hasTerminal && process.platform !== "win32" });
      child.on("error", (error) => resolve({ code: explainStart(file, error), hasRun: false }));
      child.on("exit", (code, signal) => resolve({ code: code ?? codeOf(signal ?? "SIGTERM"), hasRun: true }));
    });
  const run = () =>
    start().finally(() => {
      hasEnded = true;
    });
  return { run, interrupted: interruption.signal, abandoned: abandonment.signal };
}

/** Says why the command can't be started. Returns the exit code of a shell. */
function explainStart(file: string, { code, message }: Pick<NodeJS.ErrnoException, "code" | "message">): number {
  const shown = JSON.stringify(file);
  const isMissing = code === "ENOENT";
  note(isMissing ? cannotStart.missing({ file: shown }) : cannotStart.other({ file: shown, reason: message }));
  return isMissing ? 127 : 126;
}

/** Whether the command can't be started; returns the exit code. Then nothing is announced. */
export function findStartProblem([file = ""]: readonly string[]): number | undefined {
  // Like a shell, this looks on PATH, and on Windows adds extensions.
  if (which.sync(file, { nothrow: true }) !== null) return undefined;
  const exists = /[/\\]/.test(file) && existsSync(file);
  return explainStart(file, { code: exists ? "EACCES" : "ENOENT", message: "permission denied" });
}

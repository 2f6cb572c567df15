import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { isatty } from "node:tty";
import spawn from "cross-spawn";
import which from "which";
import { cannotStart } from "../errors/during.ts";
import { signals } from "../terminal/interrupt.ts";
import { note } from "../terminal/output.ts";
import { type Member, signalGroup, type WaitClock, waitForGroup } from "./group.ts";

const codeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];

/** How the command ended. */
export interface CommandEnd {
  readonly code: number;
  /** False if it wasn't started, so that nothing has changed. */
  readonly hasRun: boolean;
}

export interface PreparedCommand {
  run(): Promise<CommandEnd>;
  /**
   * Waits for what the command has started and left running: at most half a minute or, after a signal, until `end`.
   *
   * @returns what still runs then
   */
  waitForRest(clock: WaitClock, end: number): Promise<readonly Member[]>;
  /** Aborted by the first signal. */
  readonly interrupted: AbortSignal;
  /** Aborted by the second signal, if the command and the wait for the rest have ended by then. */
  readonly abandoned: AbortSignal;
}

/** Milliseconds that the rest of a command may take without a signal. */
const longestRest = 30_000;

/**
 * Takes signals from now on, so that this process ends after the command. After a signal, the command isn't started any more. What else a
 * signal does depends on the phase:
 *
 * - the command runs: it is passed on, unless the terminal has sent it to the command, too
 * - what the command has left running is waited for: it is passed on to that
 * - the maintenance is ended: the first signal is answered, and the second one gives up
 */
export function prepareCommand(
  [file = "", ...args]: readonly string[],
  hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor)),
): PreparedCommand {
  // At a terminal, Ctrl-C reaches every process, and for some commands a second one means that they must not finish.
  // Elsewhere, the command gets its own process group, so that it only gets the signals that we pass on.
  const hasOwnGroup = !hasTerminal && process.platform !== "win32";
  const received: NodeJS.Signals[] = [];
  let child: ChildProcess | undefined;
  let phase: "command" | "rest" | "end" = "command";
  const interruption = new AbortController();
  const abandonment = new AbortController();

  const passToCommand = (signal: NodeJS.Signals) => {
    if (signal !== "SIGINT" || !hasTerminal) child?.kill(signal);
  };
  /** A shell often ends of a signal without passing it on. */
  const passToRest = (signal: NodeJS.Signals) => {
    if (hasOwnGroup && child?.pid !== undefined) signalGroup(child.pid, signal);
  };
  const passOn = {
    command: passToCommand,
    rest: passToRest,
    end() {
      if (received.length === 0) note("Ending the maintenance. A second signal gives up.");
      else abandonment.abort();
    },
  };
  for (const signal of signals) {
    process.on(signal, () => {
      passOn[phase](signal);
      received.push(signal);
      interruption.abort();
    });
  }

  const start = () =>
    new Promise<CommandEnd>((resolve) => {
      const [first] = received;
      if (first !== undefined) return resolve({ code: codeOf(first), hasRun: false });
      // The environment is ours: a key from the stack configuration isn't in it.
      child = spawn(file, args, { stdio: "inherit", detached: hasOwnGroup });
      child.on("error", (error) => resolve({ code: explainStart(file, error), hasRun: false }));
      child.on("exit", (code, signal) => {
        for (const each of received) passToRest(each);
        resolve({ code: code ?? codeOf(signal ?? "SIGTERM"), hasRun: true });
      });
    });

  return {
    interrupted: interruption.signal,
    abandoned: abandonment.signal,
    async run() {
      const end = await start();
      phase = "end";
      return end;
    },
    async waitForRest(clock, end) {
      if (!hasOwnGroup || child?.pid === undefined) return [];
      const latest = clock.now() + longestRest;
      phase = "rest";
      const members = await waitForGroup(child.pid, clock, () => (received.length > 0 ? end : latest));
      phase = "end";
      return members;
    },
  };
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

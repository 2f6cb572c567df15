import { outputOf } from "../command.ts";

export interface Step {
  /** The step in progress lines: "Building pulumi 3.276.0". */
  title: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Timeout in seconds. A step that takes longer is ended and fails. */
  limit: number;
}

/** The user, or the parent process, interrupted the step. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
}

const progressSeconds = 10;

/**
 * Runs a command and returns its stdout. Shows the elapsed time on stderr every ten seconds. A failure carries the end
 * of the command's output. Ctrl-C ends the command and fails the step, so that callers can clean up.
 */
export async function runStep(step: Step): Promise<string> {
  const started = performance.now();
  const ticker = setInterval(() => {
    console.error(`${step.title}: ${Math.round((performance.now() - started) / 1_000)} s so far`);
  }, progressSeconds * 1_000);
  const stop = new AbortController();
  const limit = setTimeout(() => stop.abort(new Error(`no end after ${step.limit} s`)), step.limit * 1_000);
  const interrupt = () => stop.abort(new InterruptedError("interrupted"));
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  try {
    const { command, args, cwd, env } = step;
    return await outputOf(command, args, { cwd, env, signal: stop.signal });
  } catch (cause) {
    if (cause instanceof InterruptedError) throw cause;
    throw new Error(`${step.title}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    clearInterval(ticker);
    clearTimeout(limit);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

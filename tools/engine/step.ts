import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Step {
  /** What is being done, as the progress lines say it: "Building pulumi 3.259.0". */
  title: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** A step that takes longer, in seconds, is ended and fails. */
  limit: number;
}

/** The user, or the parent process, wants it to end. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
}

const progressSeconds = 10;
const wordsKept = 2_000;

/**
 * Runs a command to its end and returns what it wrote to stdout. Shows the time on stderr every ten seconds.
 * A failure carries the end of the command's own words. Ctrl-C ends the command and fails the step, so that callers
 * can clean up behind it.
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
    return await runUntil(stop.signal, step);
  } catch (cause) {
    if (cause instanceof InterruptedError) throw cause;
    throw new Error(`${step.title}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    clearInterval(ticker);
    clearTimeout(limit);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

async function runUntil(signal: AbortSignal, { command, args, cwd, env }: Step): Promise<string> {
  // A process group of its own, because what the command has started must end with it.
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: !isWindows });
  signal.addEventListener("abort", () => endGroup(child));
  const words = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "close");
  const [stdout, stderr] = await words;
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`exit code ${code}\n${(stderr.trim() || stdout.trim()).slice(-wordsKept)}`);
  return stdout;
}

const isWindows = process.platform === "win32";

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  if (isWindows) child.kill();
  else process.kill(-child.pid);
}

import type { ChildProcess, ChildProcessByStdio, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import spawn from "cross-spawn";

/** What a command has printed, and its exit code; null if a signal has ended it. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions extends Pick<SpawnOptions, "cwd" | "env" | "shell" | "uid" | "timeout"> {
  /** What the command reads from stdin. @default nothing */
  readonly input?: string;
  /** Ends the command and all processes that it has started. It then has a process group of its own, which Ctrl-C doesn't reach. */
  readonly signal?: AbortSignal;
}

/** Runs a command to its end, whatever its exit code. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { input, signal, ...options }: CommandOptions = {},
): Promise<CommandResult> {
  const detached = signal !== undefined && !isWindows;
  const stdin = input === undefined ? "ignore" : "pipe";
  const child = spawn(command, args, { ...options, detached, stdio: [stdin, "pipe", "pipe"] }) as Child;
  signal?.addEventListener("abort", () => endGroup(child));
  // A command may end without reading.
  child.stdin?.on("error", () => undefined).end(input);
  const closed = once(child, "close") as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  signal?.throwIfAborted();
  return { code, stdout, stderr };
}

/** With these streams. */
type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

const wordsKept = 2_000;

/**
 * Runs a command that must succeed. Returns its stdout.
 *
 * @throws an error with the end of what the command has printed
 */
export async function outputOf(command: string, args: readonly string[], options?: CommandOptions): Promise<string> {
  const { code, stdout, stderr } = await runCommand(command, args, options);
  if (code === 0) return stdout;
  throw new Error(`exit code ${code}\n${(stderr.trim() || stdout.trim()).slice(-wordsKept)}`);
}

const isWindows = process.platform === "win32";

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  if (isWindows) child.kill();
  else process.kill(-child.pid);
}

/** The variables that tell a process where an emulator is. */
export const accessTo = ({ url, apiKey }: { readonly url: string; readonly apiKey: string }) => ({
  STATUSHUB_BASE_URL: url,
  STATUSHUB_API_KEY: apiKey,
});

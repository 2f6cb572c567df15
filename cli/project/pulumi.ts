import type { ChildProcess } from "node:child_process";
import spawn from "cross-spawn";
import { isAtLeast } from "../../model/versions.ts";
import { noPulumi, unexpectedOutput } from "../errors/command.ts";
import { CommandError } from "../terminal/failure.ts";
import { onInterrupt } from "../terminal/interrupt.ts";
import type { TimeLimit } from "./time-limit.ts";

/** The first version of the CLI that imports records with their outputs: an older one doesn't know the field in the file. */
export const oldestPulumi = "3.254.0";

/**
 * The first version in which the CLI tells the SDK the ID of a record that a program only reads. The SDK relies on it since the
 * same version, so with an older CLI it doesn't know these IDs in a preview.
 */
export const firstWithReadIds = "3.271.0";

/** Whether the previews of a pair of versions show IDs as unknown that are known. */
export const hidesReadIds = ({ cli, sdk }: { readonly cli: string; readonly sdk: string }): boolean =>
  isAtLeast(sdk, firstWithReadIds) && !isAtLeast(cli, firstWithReadIds);

/** Returns undefined if the text isn't JSON: the error of the parser would quote it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text with secrets. It isn't a string, and only leaves as parsed JSON, so that no message can quote it. */
export class SecretText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): unknown {
    return parse(this.#text);
  }
}

export interface PulumiResult<Text = string> {
  /** Its arguments up to the first option. */
  readonly command: string;
  readonly code: number;
  readonly stdout: Text;
  readonly stderr: string;
}

export interface PulumiOptions {
  readonly cwd?: string;
  /** Added to the environment of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** What it reads from stdin: a text or an open file. It may contain secrets. @default nothing */
  readonly input?: string | number;
  /** Called with each chunk of stdout. */
  readonly onOutput?: (text: string) => void;
  /** For what only helps. @default the call may take as long as it needs */
  readonly limit?: TimeLimit | undefined;
}

const quiet = ["--non-interactive", "--color", "never"];

/** What we rely on, whatever the user has set. */
const reliable = { PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "false" };

/** Returns the arguments of a call up to the first option. */
function commandIn(args: readonly string[]): string {
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  return args.slice(0, firstOption === -1 ? args.length : firstOption).join(" ");
}

/**
 * Runs the `pulumi` on PATH, with any exit code.
 *
 * @throws CommandError if there is none, or if it takes longer than its limit
 */
export async function runPulumi(args: readonly string[], options: PulumiOptions = {}): Promise<PulumiResult> {
  const { limit } = options;
  if (limit === undefined) return start(args, options);
  return limit.within(commandIn(args), (signal) => start(args, options, signal));
}

async function start(
  args: readonly string[],
  { cwd, env = {}, input, onOutput }: PulumiOptions,
  signal?: AbortSignal,
): Promise<PulumiResult> {
  const child = spawn("pulumi", [...args, ...quiet], {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...reliable, ...env },
    stdio: [typeof input === "string" ? "pipe" : (input ?? "ignore"), "pipe", "pipe"],
    // Ctrl-C reaches every process of a terminal, and a second SIGINT would end Pulumi before it has written the state.
    detached: process.platform !== "win32",
  });
  // If it ends without reading, its exit code and what it prints say why.
  child.stdin?.on("error", () => undefined).end(input);
  const release = onInterrupt(() => void child.kill("SIGINT"));
  const kill = () => killGroup(child);
  signal?.addEventListener("abort", kill);
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
    onOutput?.(text);
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", reject).on("close", (exitCode) => resolve(exitCode ?? 1));
    });
    return { command: commandIn(args), code, ...output };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new CommandError(noPulumi.command());
  } finally {
    release();
    signal?.removeEventListener("abort", kill);
  }
}

/** Ends a process that only reads, and what it has started, which would keep its output open. */
function killGroup(child: ChildProcess): void {
  try {
    if (process.platform === "win32" || child.pid === undefined) child.kill();
    else process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // The last process of the group may have ended at this moment.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Runs a command that prints secrets in plain text. No other function may pass `--show-secrets`. */
export async function runShowingSecrets(
  args: readonly string[],
  options: Pick<PulumiOptions, "cwd" | "limit"> = {},
): Promise<PulumiResult<SecretText>> {
  const run = await runPulumi([...args, "--show-secrets"], options);
  return { ...run, stdout: new SecretText(run.stdout) };
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** @throws CommandError if the command has printed anything but JSON */
export function parseOutput<Value>({ command, stdout }: PulumiResult<string | SecretText>): Value {
  const value = typeof stdout === "string" ? parse(stdout) : stdout.parse();
  if (value === undefined) throw new CommandError(unexpectedOutput({ command }));
  return value as Value;
}

/** The errors that a failed run printed, without the lines around them. Several are a list, each with its resource. */
export function reasonOfRun({ stdout, stderr }: PulumiResult<string | SecretText>): string {
  const text = typeof stdout === "string" ? `${stderr}\n${stdout}` : stderr;
  const lines = text.split("\n").map((line) => line.trim());
  const errors = errorsIn(lines);
  if (errors.length > 1) return errors.map((error) => `\n  - ${error}`).join("");
  return errors[0] ?? lines.filter(Boolean).at(-1) ?? "it gave no reason";
}

/** Pulumi prints the errors of a resource below its type and name, and below the stack what it calls a summary. */
function errorsIn(lines: readonly string[]): string[] {
  const errors = new Set<string>();
  let resource = "";
  for (const line of lines) {
    const [, type, name] = /^(\S+:\S+) \((.+)\):$/.exec(line) ?? [];
    if (type !== undefined) resource = type === "pulumi:pulumi:Stack" ? "" : `${name}: `;
    const [, error] = /^error: *(.+)$/.exec(line) ?? [];
    if (error !== undefined) errors.add(`${resource}${error}`);
  }
  const isSummary = (error: string) => /^(update|preview|import) failed$/.test(error);
  const own = [...errors].filter((error) => !isSummary(error));
  return own.length > 0 ? own : [...errors];
}

/** What to do about a reason that doesn't say it itself. */
export const adviceAbout = (reason: string): string =>
  /PULUMI_ACCESS_TOKEN|invalid access token|not logged in/i.test(reason)
    ? "\n  Log in with pulumi login, or set PULUMI_ACCESS_TOKEN."
    : "";

export const pulumiVersion = async (): Promise<string> =>
  (await runPulumi(["version"])).stdout.trim().replace(/^v/, "");

/** @throws CommandError if Pulumi is too old to import records */
export async function requirePulumi(): Promise<void> {
  const found = await pulumiVersion();
  if (!isAtLeast(found, oldestPulumi)) throw new CommandError(noPulumi.tooOld({ found, oldest: oldestPulumi }));
}

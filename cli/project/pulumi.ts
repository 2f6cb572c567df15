import { spawn } from "node:child_process";
import { noPulumi } from "../../errors/command.ts";
import { CommandError } from "../terminal/failure.ts";
import { onInterrupt } from "../terminal/interrupt.ts";

/** The first version of the CLI that imports records with their outputs. */
export const oldestPulumi = "3.254.0";

export interface PulumiResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Called with each chunk of stdout. */
  readonly onOutput?: (text: string) => void;
}

const quiet = ["--non-interactive", "--color", "never"];

/**
 * Runs the `pulumi` on PATH, with any exit code.
 *
 * @throws CommandError if there is none
 */
export async function runPulumi(args: readonly string[], options: RunOptions = {}): Promise<PulumiResult> {
  const { cwd, env = {}, onOutput } = options;
  const child = spawn("pulumi", [...args, ...quiet], {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // Ctrl-C reaches every process of a terminal, and a second SIGINT would end Pulumi before it has written the state.
    detached: process.platform !== "win32",
  });
  const release = onInterrupt(() => void child.kill("SIGINT"));
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
    onOutput?.(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", reject).on("close", (exitCode) => resolve(exitCode ?? 1));
    });
    return { code, ...output };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new CommandError(noPulumi.command());
  } finally {
    release();
  }
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** The errors that a failed run printed, without the lines around them. */
export function reasonOf({ stdout, stderr }: PulumiResult): string {
  const lines = `${stderr}\n${stdout}`.split("\n").map((line) => line.trim());
  const errors = lines.filter((line) => line.startsWith("error:")).map((line) => line.slice("error:".length).trim());
  return [...new Set(errors)].join("; ") || lines.filter(Boolean).at(-1) || "it gave no reason";
}

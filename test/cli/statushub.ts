import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.ts";
import { accessTo, runCommand } from "../../tools/command.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";

export interface Surroundings {
  readonly cwd?: string;
  /** Added to an environment without Pulumi and without an account. */
  readonly env?: NodeJS.ProcessEnv;
  /** A program that runs the command, such as one that emulates a terminal. */
  readonly through?: readonly string[];
  /** The user that runs it. @default the user of this process */
  readonly uid?: number;
}

/** The program, its arguments and its environment. */
function commandOf(args: readonly string[], { cwd = tmpdir(), env = {}, through = [], ...user }: Surroundings) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PULUMI|STATUSHUB|NO_COLOR|FORCE_COLOR)/.test(name));
  const [file = "", ...rest] = [...through, process.execPath, join(repositoryRoot, "cli/index.ts"), ...args];
  return { file, rest, options: { cwd, env: { ...Object.fromEntries(kept), ...env }, ...user } };
}

/** Starts a command whose output the test reads. */
export function startStatushub(args: readonly string[], surroundings: Surroundings = {}) {
  const { file, rest, options } = commandOf(args, surroundings);
  return spawn(file, rest, { ...options, stdio: ["ignore", "pipe", "pipe"] });
}

export function statushub(args: readonly string[], surroundings: Surroundings = {}) {
  const { file, rest, options } = commandOf(args, surroundings);
  return runCommand(file, rest, options);
}

const matching = (text: string | RegExp): string =>
  typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);

/** What a run is expected to end with, if it prints this text. */
export const printing = (stdout: string | RegExp, code = 0) => ({ code, stdout: matching(stdout) });
export const failing = (stderr: string | RegExp, code = 1) => ({ code, stderr: matching(stderr) });

/** An emulator for one test, and the environment that points to it. */
export async function startAccount(options: EmulatorOptions = {}) {
  const emulator = await temporaryEmulator(options);
  return { emulator, env: accessTo(emulator) };
}

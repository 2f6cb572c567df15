import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.ts";
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

/** Starts a command whose output the test reads. */
export function startStatushub(
  args: readonly string[],
  { cwd = tmpdir(), env = {}, through = [], ...user }: Surroundings = {},
) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PULUMI|STATUSHUB|NO_COLOR|FORCE_COLOR)/.test(name));
  const [file = "", ...rest] = [...through, process.execPath, join(repositoryRoot, "cli/index.ts"), ...args];
  const surroundings = { cwd, env: { ...Object.fromEntries(kept), ...env }, ...user };
  return spawn(file, rest, { ...surroundings, stdio: ["ignore", "pipe", "pipe"] });
}

export async function statushub(args: readonly string[], surroundings: Surroundings = {}) {
  const child = startStatushub(args, surroundings);
  const closed = once(child, "close") as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

const matching = (text: string | RegExp): string =>
  typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);

/** What a run is expected to end with, if it prints this text. */
export const printing = (stdout: string | RegExp, code = 0) => ({ code, stdout: matching(stdout) });
export const failing = (stderr: string | RegExp, code = 1) => ({ code, stderr: matching(stderr) });

/** An emulator for one test, and the environment that points to it. */
export async function startAccount(options: EmulatorOptions = {}) {
  const emulator = await temporaryEmulator(options);
  return { emulator, env: { STATUSHUB_BASE_URL: emulator.url, STATUSHUB_API_KEY: emulator.apiKey } };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { accessTo, runCommand } from "../command.ts";
import { createLocalEnvironment } from "../engine/environment.ts";
import { getPulumi } from "../engine/get-pulumi.ts";
import type { ProgramName } from "./program/index.ts";

const programs = fileURLToPath(new URL("program", import.meta.url));
const builtCommand = fileURLToPath(new URL("../../dist/cli/index.js", import.meta.url));

export interface EmulatorAddress {
  readonly url: string;
  readonly apiKey: string;
}

let stacks = 0;

/** Creates a stack of the bench's project on the real engine, with its own state and settings. */
export async function createStack(program: ProgramName, count: number) {
  const pulumi = await getPulumi();
  const home = await mkdtemp(join(tmpdir(), "statushub-bench-"));
  const name = `bench-${process.pid}-${stacks++}`;
  const settings = {
    ...createLocalEnvironment(pulumi, { home, backend: join(home, "backend") }),
    BENCH_PROGRAM: program,
    BENCH_COUNT: String(count),
    // Otherwise the engine writes the whole state twice per step, and the bench would measure that.
    PULUMI_EXPERIMENTAL: "true",
    PULUMI_SKIP_CHECKPOINTS: "true",
  };
  const execute = async (command: string, args: readonly string[], account?: EmulatorAddress) => {
    const env = { ...settings, ...(account && accessTo(account)) };
    const { code, stdout, stderr } = await runCommand(command, [...args, "--stack", name], { cwd: programs, env });
    return { code, output: stdout + stderr };
  };
  const run = (args: readonly string[], account?: EmulatorAddress) =>
    execute(pulumi.path, [...args, "--non-interactive", "--color", "never"], account);
  const timed = async (what: string, start: () => ReturnType<typeof execute>) => {
    const started = performance.now();
    const { code, output } = await start();
    if (code === 0) return performance.now() - started;
    throw new Error(`${what} of ${program} ended with ${code}:\n${output.slice(-2000)}`);
  };
  /** Returns the milliseconds that the whole command takes. Throws if it fails. */
  const timeOf = (args: readonly string[], account?: EmulatorAddress) =>
    timed(`pulumi ${args.join(" ")}`, () => run(args, account));
  /** Returns the milliseconds that a command of this package takes, as it is built. Throws if it fails. */
  const timeOfOurs = (args: readonly string[], account: EmulatorAddress) =>
    timed(`pulumi-statushub ${args.join(" ")}`, () => execute(process.execPath, [builtCommand, ...args], account));
  await timeOf(["stack", "init"]);
  return {
    run,
    timeOf,
    timeOfOurs,
    async close() {
      await rm(home, { recursive: true, force: true });
      await rm(join(programs, `Pulumi.${name}.yaml`), { force: true });
    },
  };
}

export const up = (parallel?: number) => [
  "up",
  "--yes",
  "--skip-preview",
  "--suppress-progress",
  ...(parallel === undefined ? [] : ["--parallel", String(parallel)]),
];
export const preview = ["preview", "--suppress-progress"] as const;
export const refreshPreview = ["preview", "--refresh", "--expect-no-changes", "--suppress-progress"] as const;

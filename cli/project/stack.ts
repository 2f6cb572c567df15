import { withCodeOf, withoutCode } from "../../model/problem.ts";
import { noStack, notAProject, pulumiFailed } from "../errors/command.ts";
import { CommandError, sentence } from "../terminal/failure.ts";
import { findProject, type ProjectFolder } from "./folder.ts";
import {
  type PulumiOptions,
  type PulumiResult,
  parseOutput,
  reasonOf,
  runPulumi,
  runShowingSecrets,
  type SecretText,
} from "./pulumi.ts";

/** A stack of a project in a folder. */
export interface Stack {
  readonly name: string;
  readonly cwd: string;
  readonly project: ProjectFolder;
}

/**
 * Finds the stack for a command: the named one or the selected one.
 *
 * @throws CommandError if there is no project or no stack
 */
export async function findStack(cwd: string, name?: string): Promise<Stack> {
  const project = findProject(cwd);
  if (project === undefined) {
    throw new CommandError(notAProject({ folder: cwd }));
  }
  if (name !== undefined) return { name, cwd, project };
  const run = await runPulumi(["stack", "--show-name"], { cwd });
  if (run.code === 0) return { name: run.stdout.trim(), cwd, project };
  throw new CommandError(noStack({ folder: cwd, reason: sentence(reasonOf(run)) }));
}

interface StackSummary {
  /** Some backends add the organization and the project. */
  readonly name: string;
  /** Some backends don't count. */
  readonly resourceCount?: number;
  readonly lastUpdate?: string;
}

/** Returns the names of the other stacks of the project that have resources, or may have. */
export async function otherStacks({ name, cwd }: Stack): Promise<string[]> {
  const run = succeeded(await runPulumi(["stack", "ls", "--json"], { cwd }), "list the stacks of the project");
  const shortName = (text: string) => text.split("/").at(-1);
  return parseOutput<StackSummary[]>(run)
    .filter((other) => shortName(other.name) !== shortName(name))
    .filter(({ resourceCount, lastUpdate }) => (resourceCount ?? (lastUpdate === undefined ? 0 : 1)) > 0)
    .map((other) => other.name);
}

/** Returns the address of the backend, which has the states of all stacks: `file://` for a folder. */
export async function backendOf({ cwd }: Stack): Promise<string> {
  const run = succeeded(await runPulumi(["whoami", "--json"], { cwd }), "find the backend of the stack");
  return parseOutput<{ readonly url?: string }>(run).url ?? "";
}

export const showConfig = ["config", "--json"] as const;

/** Its secrets must not reach a file or a stream. */
export function configIn(run: PulumiResult<SecretText>): Map<string, string> {
  const values = parseOutput<Record<string, { value?: string }>>(run);
  return new Map(Object.entries(values).flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]])));
}

export const runOnStack = (
  { name, cwd }: Stack,
  args: readonly string[],
  options: Omit<PulumiOptions, "cwd"> = {},
): Promise<PulumiResult> => runPulumi([...args, "--stack", name], { ...options, cwd });

interface Purpose {
  /** What the error says could not be done. */
  readonly purpose: string;
}

/** @throws CommandError if the run fails */
export async function mustRun(stack: Stack, args: readonly string[], options: Omit<PulumiOptions, "cwd"> & Purpose) {
  const { purpose, ...rest } = options;
  return succeeded(await runOnStack(stack, args, rest), purpose);
}

/** Does the same with a command that prints secrets in plain text, which must not reach a file or a stream. */
export const mustShowSecrets = async ({ name, cwd }: Stack, args: readonly string[], { purpose }: Purpose) =>
  succeeded(await runShowingSecrets([...args, "--stack", name], { cwd }), purpose);

function succeeded<Text extends string | SecretText>(run: PulumiResult<Text>, purpose: string): PulumiResult<Text> {
  if (run.code === 0) return run;
  const reason = reasonOf(run);
  throw new CommandError(withCodeOf(reason, pulumiFailed.step({ purpose, reason: sentence(withoutCode(reason)) })));
}

import { noStack, notAProject, pulumiFailed } from "../../errors/command.ts";
import { textOf, withCodeOf } from "../../errors/problem.ts";
import { CommandError, sentence } from "../terminal/failure.ts";
import { findProject, type ProjectFolder } from "./folder.ts";
import { type PulumiResult, type RunOptions, reasonOf, runPulumi } from "./pulumi.ts";

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
  return (JSON.parse(run.stdout) as StackSummary[])
    .filter((other) => shortName(other.name) !== shortName(name))
    .filter(({ resourceCount, lastUpdate }) => (resourceCount ?? (lastUpdate === undefined ? 0 : 1)) > 0)
    .map((other) => other.name);
}

/** Arguments of `pulumi` that print the stack configuration with secrets in plain text. */
export const showConfig = ["config", "--show-secrets", "--json"] as const;

/** Parses the output of `showConfig`. It contains secrets, which must not reach a file or a stream. */
export function configIn({ stdout }: Pick<PulumiResult, "stdout">): Map<string, string> {
  const values = JSON.parse(stdout) as Record<string, { value?: string }>;
  return new Map(Object.entries(values).flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]])));
}

/** Runs `pulumi` on a stack. */
export const runOnStack = (
  { name, cwd }: Stack,
  args: readonly string[],
  options: Omit<RunOptions, "cwd"> = {},
): Promise<PulumiResult> => runPulumi([...args, "--stack", name], { ...options, cwd });

/**
 * Runs `pulumi` on a stack, and throws if it fails.
 *
 * @param purpose what the error says could not be done
 */
export async function mustRun(stack: Stack, args: readonly string[], options: RunOptions & { purpose: string }) {
  const { purpose, ...rest } = options;
  return succeeded(await runOnStack(stack, args, rest), purpose);
}

function succeeded(run: PulumiResult, purpose: string): PulumiResult {
  if (run.code === 0) return run;
  const reason = reasonOf(run);
  throw new CommandError(withCodeOf(reason, pulumiFailed.step({ purpose, reason: sentence(textOf(reason)) })));
}

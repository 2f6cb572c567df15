import { isDeepStrictEqual } from "node:util";
import type { Declared, Stored } from "../../model/api/form.ts";
import { isObject } from "../../model/api/object.ts";
import { withCodeOf, withoutCode } from "../../model/problem.ts";
import { markKey } from "../../model/pulumi/mark-keys.ts";
import { advise } from "../advice.ts";
import { interrupted, noStack, notAProject, pulumiFailed } from "../errors/command.ts";
import { CommandError, sentence } from "../terminal/failure.ts";
import { isInterrupted } from "../terminal/interrupt.ts";
import { findProject, type ProjectFolder } from "./folder.ts";
import {
  adviceAbout,
  type PulumiOptions,
  type PulumiResult,
  parseOutput,
  reasonOfRun,
  runPulumi,
  runShowingSecrets,
  SecretText,
} from "./pulumi.ts";

/** A stack of a project in a folder. */
export interface Stack {
  readonly name: string;
  readonly cwd: string;
  readonly project: ProjectFolder;
}

type Limited = Pick<PulumiOptions, "limit">;

/**
 * Finds the stack for a command: the named one or the selected one.
 *
 * @throws CommandError if there is no project or no stack
 */
export async function findStack(cwd: string, name?: string, { limit }: Limited = {}): Promise<Stack> {
  const project = findProject(cwd);
  if (project === undefined) {
    throw new CommandError(notAProject({ folder: cwd }));
  }
  if (name !== undefined) return { name, cwd, project };
  const run = await runPulumi(["stack", "--show-name"], { cwd, limit });
  if (run.code === 0) return { name: run.stdout.trim(), cwd, project };
  const reason = reasonOfRun(run);
  if (/^no stack selected/.test(reason)) throw new CommandError(noStack.selected({ folder: cwd }));
  throw new CommandError(noStack.unknown({ folder: cwd, reason: sentence(reason), advice: adviceAbout(reason) }));
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
  const run = await runOnStack(stack, args, rest);
  // What Pulumi prints after a signal isn't why.
  if (run.code !== 0) rejectInterrupted(stack);
  return succeeded(run, purpose);
}

/** @throws CommandError after a signal, so that the work doesn't begin another step */
export function rejectInterrupted({ name: stack, cwd }: Stack): void {
  if (!isInterrupted()) return;
  throw new CommandError(interrupted({ command: advise("pulumi", ["cancel", "--yes"], { stack, cwd }) }));
}

/** Does the same with a command that prints secrets in plain text, which must not reach a file or a stream. */
export const mustShowSecrets = async (
  { name, cwd }: Stack,
  args: readonly string[],
  { purpose, limit }: Purpose & Limited,
) => succeeded(await runShowingSecrets([...args, "--stack", name], { cwd, limit }), purpose);

function succeeded<Text extends string | SecretText>(run: PulumiResult<Text>, purpose: string): PulumiResult<Text> {
  if (run.code === 0) return run;
  const reason = reasonOfRun(run);
  const told = { reason: sentence(withoutCode(reason)), advice: adviceAbout(reason) };
  throw new CommandError(withCodeOf(reason, pulumiFailed.step({ purpose, ...told })));
}

/** A resource in the state of a stack, or in one phase of a preview. */
export interface ResourceState {
  /** In a preview, the old URN if an alias renames the resource. */
  readonly urn?: string;
  readonly id?: string;
  /** The ID that the resource option `import` named. */
  readonly importID?: string;
  /** False for a component. */
  readonly custom?: boolean;
  /** The program only looks the record up. */
  readonly external?: boolean;
  /** URN of its component, or of the stack. */
  readonly parent?: string;
  /** URN and ID of the provider. */
  readonly provider?: string;
  readonly protect?: boolean;
  /** Where the program declares the resource, if the language's SDK tells. */
  readonly sourcePosition?: string;
  /** Deleting the resource leaves its record. */
  readonly retainOnDelete?: boolean;
  /** URN of a resource whose deletion is believed to delete this one, too. */
  readonly deletedWith?: string;
  /** URNs of the resources that its inputs or options name. */
  readonly dependencies?: readonly string[];
  /** Time of the last change of inputs or outputs. */
  readonly modified?: string;
  /** URNs of the resources that an input depends on, as the last `pulumi up` declared them; missing after an import. */
  readonly propertyDependencies?: Readonly<Record<string, readonly string[] | null>>;
  readonly inputs?: Readonly<Record<string, unknown>> | null;
  readonly outputs?: Readonly<Record<string, unknown>> | null;
}

export interface ExportedResource extends ResourceState {
  readonly urn: string;
  readonly type: string;
  readonly inputs?: Declared;
  readonly outputs?: Stored;
  /** The next `pulumi up` deletes it. */
  readonly delete?: boolean;
  /** It was deleted, and its replacement isn't created yet. */
  readonly pendingReplacement?: boolean;
  /** When Pulumi got its record. */
  readonly created?: string;
  readonly initErrors?: readonly string[];
}

/** An operation that had begun when the state was written. */
export interface PendingOperation {
  readonly type: string;
  readonly resource: ExportedResource;
}

/** The state of a stack, as far as we read it. */
export interface Deployment {
  readonly manifest?: { readonly time?: string };
  readonly resources?: readonly ExportedResource[];
  readonly pending_operations?: readonly PendingOperation[] | null;
}

/** What Pulumi exports and imports as a whole. */
export interface ExportedStack {
  readonly deployment: Deployment;
}

/** Reads the state of a stack. It contains secrets in plain text, which must not reach a file or a stream. */
export const exportStack = async (stack: Stack, { limit }: Limited = {}): Promise<ExportedStack> =>
  parseOutput(await mustShowSecrets(stack, ["stack", "export"], { purpose: "read the state of the stack", limit }));

/** Replaces the state of a stack. Pulumi encrypts the secrets, which reach it through a pipe. */
export async function importStack(stack: Stack, exported: ExportedStack): Promise<void> {
  const options = { input: JSON.stringify(exported), purpose: "write the state of the stack" };
  await mustRun(stack, ["stack", "import"], options);
}

export const exportState = async (stack: Stack, limited: Limited = {}): Promise<readonly ExportedResource[]> =>
  (await exportStack(stack, limited)).deployment.resources ?? [];

/**
 * Whether a state has changed since it was exported. Without its secrets it is read in half the time, and any update that changes
 * a secret also changes the time.
 */
export async function hasChanged(stack: Stack, before: Deployment): Promise<boolean> {
  const run = await mustRun(stack, ["stack", "export"], { purpose: "read the state of the stack" });
  const { deployment: now } = parseOutput<ExportedStack>(run);
  const isLater = now.manifest?.time !== before.manifest?.time;
  return isLater || !isDeepStrictEqual(withoutSecrets(now.resources), withoutSecrets(before.resources));
}

/** Makes values equal that differ only in secrets, or in whether these are in clear. */
const withoutSecrets = (value: unknown): unknown => replaceSecrets(value, () => markKey);

export const holdsSecret = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (markKey in value || Object.values(value).some(holdsSecret));

/** Replaces marked secrets by their values. */
export const inClear = (value: unknown): unknown =>
  replaceSecrets(value, ({ plaintext }) => inClear(new SecretText(String(plaintext)).parse()));

type MarkedSecret = Readonly<Record<string, unknown>>;

function replaceSecrets(value: unknown, replace: (secret: MarkedSecret) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceSecrets(item, replace));
  if (!isObject(value)) return value;
  if (markKey in value) return replace(value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceSecrets(item, replace)]));
}

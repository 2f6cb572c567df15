import { resolve } from "node:path";
import { kindIn, nameIn, typeIn } from "../../model/pulumi/resource-type.ts";
import { wrongCommand } from "../errors/during.ts";
import { matcher } from "../hub/select.ts";
import { isChange, type PreviewStep, type PulumiPreviewOptions, runPreview } from "../project/pulumi-preview.ts";
import { findStack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";

/*
 * `--if-changes`: a preview tells whether the command, such as `pulumi up`, would change anything that visitors may notice.
 */

/** Where the command is meant to deploy. */
interface Target {
  readonly cwd: string;
  readonly stack?: string;
}

/**
 * Compares the stack that a command deploys, as the command will.
 *
 * @param patterns of the types and names that count. @default all that visitors may notice
 */
export async function findsChanges(
  command: readonly string[],
  target: Target,
  patterns: readonly string[],
): Promise<boolean> {
  requireSameStack(command, target);
  const stack = await findStack(target.cwd, target.stack);
  return hasChanges(await runPreview(stack, comparisonOf(command)), patterns);
}

/** Requires that the compared stack is the one that the command deploys: a deployment would go unannounced. */
function requireSameStack(command: readonly string[], { stack, cwd }: Target): void {
  const args = pulumiArguments(command);
  const deployed = valueOfOption(args, /^(-s|--stack)(=|$)/) ?? stack;
  const folder = valueOfOption(args, /^(-C|--cwd)(=|$)/) ?? cwd;
  const isSame = deployed === stack && resolve(folder) === resolve(cwd);
  if (!isSame) throw new CommandError(wrongCommand.otherStack());
}

/**
 * Whether the preview reads the page first, and whether it runs the program for that: it does what the command says if that is a
 * `pulumi up`, and otherwise what the project does.
 */
export function comparisonOf(command: readonly string[]): PulumiPreviewOptions {
  const args = pulumiArguments(command);
  const isUp = args.some((arg) => /^up(date)?$/.test(arg));
  if (!isUp) return { refresh: "project", runProgram: false };
  // `--refresh`, `-r`, or `-r` together with other short options, such as `-yr`.
  const refresh = args.findLast((arg) => /^(--refresh|-[yfj]*r[yfj]*)(=|$)/.test(arg));
  const runProgram = args.findLast((arg) => /^--run-program(=|$)/.test(arg));
  return {
    refresh: refresh === undefined ? "project" : isOn(refresh),
    runProgram: runProgram !== undefined && isOn(runProgram),
  };
}

/** What follows pulumi. Something else may start it, such as npx. */
function pulumiArguments(command: readonly string[]): string[] {
  const isPulumi = (word: string) => /(^|[/\\])pulumi(\.\w+)?$/.test(word);
  const [, ...args] = command.slice(command.findIndex(isPulumi));
  return args;
}

/** The value of an option, of several the last: `--stack prod` or `--stack=prod`. */
function valueOfOption(args: readonly string[], option: RegExp): string | undefined {
  const index = args.findLastIndex((arg) => option.test(arg));
  if (index === -1) return undefined;
  const [, value = args[index + 1]] = args[index]?.split("=") ?? [];
  return value;
}

/** An option without a value is on. */
const isOn = (option: string) => !/=(false|f|0)$/i.test(option);

/**
 * Whether a preview changes resources that visitors may notice: those whose type or name matches a pattern, or without
 * patterns all except those of this package, because a new service isn't work on a service.
 */
export function hasChanges(steps: readonly PreviewStep[], patterns: readonly string[] = []): boolean {
  const matches = matcher(patterns);
  const isNamed = ({ urn }: PreviewStep) => matches(typeIn(urn)) || matches(nameIn(urn));
  const counts = patterns.length === 0 ? isInfrastructure : isNamed;
  return steps.filter(isChange).some(counts);
}

/** A component, a provider and the stack itself are no infrastructure. */
function isInfrastructure({ urn, newState, oldState }: PreviewStep): boolean {
  const type = typeIn(urn);
  const isOwn = kindIn(type) !== undefined;
  const isComponent = (newState ?? oldState)?.custom === false;
  const isOfPulumi = /^pulumi:(pulumi|providers):/.test(type);
  return !isOwn && !isComponent && !isOfPulumi;
}

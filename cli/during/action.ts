import { resolve } from "node:path";
import { maintenanceTemplate } from "../../model/kinds/maintenance-template.ts";
import { withCodeOf, withoutCode } from "../../model/problem.ts";
import { kindIn, nameIn, typeIn } from "../../model/pulumi/resource-type.ts";
import { nothingToEnd, wrongCommand } from "../errors/during.ts";
import { type HubOptions, openHub } from "../hub/account.ts";
import { readStack } from "../hub/own-records.ts";
import { matcher } from "../hub/select.ts";
import { findTemplate, requireIn, type Template } from "../hub/template.ts";
import { isChange, type PreviewStep, type PulumiPreviewOptions, runPreview } from "../project/pulumi-preview.ts";
import { findStack } from "../project/stack.ts";
import { TimeLimit } from "../project/time-limit.ts";
import { CommandError, messageOf } from "../terminal/failure.ts";
import { note } from "../terminal/output.ts";
import { type Announcement, type AnnounceOptions, announce, describeOpening, endLeftover } from "./announce.ts";
import { findStartProblem, prepareCommand } from "./command.ts";
import type { Content } from "./window.ts";

export interface DuringOptions extends HubOptions, Pick<AnnounceOptions, "runAnyway" | "onFailure"> {
  /** In milliseconds. */
  readonly atMost?: number;
  /** True without patterns. */
  readonly ifChanges?: true | readonly string[];
  readonly dryRun?: true;
  readonly end?: { readonly hub: string; readonly id: string };
}

/** What stands before and after `--`. */
export interface CommandWords {
  readonly templates: readonly string[];
  readonly command: readonly string[];
}

export async function run({ templates, command }: CommandWords, options: DuringOptions): Promise<void> {
  const [template, ...more] = templates;
  if (options.end !== undefined) {
    if (command.length > 0) throw new CommandError(wrongCommand.unused());
    return endNamed(options.end, template, options);
  }
  if (command.length === 0) throw new CommandError(wrongCommand.missing());
  if (template === undefined || more.length > 0) throw new CommandError(wrongCommand.template());
  const find = () => findPlan(template, command, options);
  if (options.dryRun) {
    const plan = await find();
    if (plan !== undefined) process.stdout.write(`${describeOpening(plan)}\n`);
    return;
  }
  process.exitCode = findStartProblem(command);
  if (process.exitCode !== undefined) return;
  process.exitCode = await announce(find, options, () => prepareCommand(command));
}

async function endNamed(
  { hub, id }: { hub: string; id: string },
  template: string | undefined,
  options: DuringOptions,
) {
  if ((options.hub ?? hub) !== hub) throw new CommandError(nothingToEnd.address());
  const named = { ...options, hub };
  const found = template === undefined ? undefined : await findTemplate(maintenanceTemplate, template, named);
  const { records, all } = await readStack({ ...options, isRequired: true }).catch((error: unknown) => {
    if (options.stack !== undefined) throw error;
    const message = messageOf(error);
    throw new CommandError(withCodeOf(message, nothingToEnd.unknownOwner({ reason: withoutCode(message) })));
  });
  // An account may have several addresses, so the account of a record doesn't count.
  const findOwner = (hubId: string) =>
    all.find((each) => each.kind === "Maintenance" && each.ids.includes(id) && each.hub.id === hubId)?.name;
  await endLeftover(found ?? (await openHub(named, records)), id, { values: found ? valuesOf(found) : {}, findOwner });
}

/** Finds what is to be announced; undefined if there are no changes to announce. */
async function findPlan(
  template: string,
  command: readonly string[],
  options: DuringOptions,
): Promise<Announcement | undefined> {
  const { cwd, stack, ifChanges } = options;
  if (ifChanges !== undefined) requireSameStack(command, options);
  const isNeeded =
    ifChanges === undefined ||
    hasChanges(
      await runPreview(await findStack(cwd, stack), comparisonOf(command)),
      ifChanges === true ? [] : ifChanges,
    );
  // Nobody is asked, and Pulumi only helps.
  const unattended = { ...options, yes: true, limit: new TimeLimit() };
  const found = isNeeded ? await findTemplate(maintenanceTemplate, template, unattended) : undefined;
  if (found !== undefined) return { ...found, template, content: contentOf(found, options.atMost) };
  note("No changes to announce.");
  return undefined;
}

/** @throws CommandError if the template lacks something */
export function contentOf(template: Template, given: number | undefined): Content {
  const { title, serviceStatuses, duration } = template.values;
  const atMost = given ?? Number(duration) * 60_000;
  requireIn(template, "open a maintenance", { title, serviceStatuses, "a duration (or --at-most)": atMost });
  return { values: valuesOf(template), atMost };
}

function valuesOf({ values: { title, body, silent, serviceStatuses } }: Template): Content["values"] {
  const all = Object.entries({ title, body, silent, serviceStatuses });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== null));
}

/**
 * Whether a preview changes resources that visitors may notice: those whose type or name matches a pattern, or without
 * patterns all except those of this package, because a new service isn't work on a service.
 */
export function hasChanges(steps: readonly PreviewStep[], patterns: readonly string[] = []): boolean {
  const matches = matcher(patterns);
  const isNamed = ({ urn }: PreviewStep) => matches(typeIn(urn)) || matches(nameIn(urn));
  return steps.filter(isChange).some(patterns.length === 0 ? isInfrastructure : isNamed);
}

/**
 * Whether the preview reads the page first, and whether it runs the program for that: it does what the command says if that is a
 * `pulumi up`, and otherwise what the project does.
 */
export function comparisonOf(command: readonly string[]): PulumiPreviewOptions {
  const args = pulumiArguments(command);
  const isUp = args.some((arg) => /^up(date)?$/.test(arg));
  const refresh = isUp ? args.findLast((arg) => /^(--refresh|-[yfj]*r[yfj]*)(=|$)/.test(arg)) : undefined;
  const runProgram = isUp ? args.findLast((arg) => /^--run-program(=|$)/.test(arg)) : undefined;
  return {
    refresh: refresh === undefined ? "project" : isOn(refresh),
    runProgram: runProgram !== undefined && isOn(runProgram),
  };
}

const isOn = (option: string) => !/=(false|f|0)$/i.test(option);

/** What follows pulumi. Something else may start it, such as npx. */
function pulumiArguments(command: readonly string[]): string[] {
  const [, ...args] = command.slice(command.findIndex((word) => /(^|[/\\])pulumi(\.\w+)?$/.test(word)));
  return args;
}

/** Requires that the compared stack is the one that the command deploys: a deployment would go unannounced. */
function requireSameStack(command: readonly string[], { stack, cwd }: DuringOptions): void {
  const args = pulumiArguments(command);
  const given = (option: RegExp): string | undefined => {
    const index = args.findLastIndex((arg) => option.test(arg));
    const [, value = args[index + 1]] = args[index]?.split("=") ?? [];
    return index === -1 ? undefined : value;
  };
  const deployed = given(/^(-s|--stack)(=|$)/) ?? stack;
  const folder = given(/^(-C|--cwd)(=|$)/) ?? cwd;
  if (deployed !== stack || resolve(folder) !== resolve(cwd)) throw new CommandError(wrongCommand.otherStack());
}

/** A component, a provider and the stack itself are no infrastructure. */
function isInfrastructure({ urn, newState, oldState }: PreviewStep): boolean {
  const type = typeIn(urn);
  const isComponent = (newState ?? oldState)?.custom === false;
  return kindIn(type) === undefined && !isComponent && !/^pulumi:(pulumi|providers):/.test(type);
}

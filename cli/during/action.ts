import { maintenanceTemplate } from "../../model/kinds/maintenance-template.ts";
import { withCodeOf, withoutCode } from "../../model/problem.ts";
import { nothingToEnd, wrongCommand } from "../errors/during.ts";
import { type HubOptions, openHub } from "../hub/account.ts";
import { type OwnRecords, readStack } from "../hub/own-records.ts";
import { findTemplate, requireIn, type Template } from "../hub/template.ts";
import { TimeLimit } from "../project/time-limit.ts";
import { CommandError, messageOf } from "../terminal/failure.ts";
import { note } from "../terminal/output.ts";
import { type Announcement, type AnnounceOptions, announce, describeOpening, endLeftover } from "./announce.ts";
import { findsChanges } from "./changes.ts";
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

/** Ends a maintenance that an earlier run has left open. A template says whether its end is silent. */
async function endNamed(
  { hub, id }: { hub: string; id: string },
  template: string | undefined,
  options: DuringOptions,
) {
  const isOtherHub = options.hub !== undefined && options.hub !== hub;
  if (isOtherHub) throw new CommandError(nothingToEnd.address());
  const named = { ...options, hub };
  const found = template === undefined ? undefined : await findTemplate(maintenanceTemplate, template, named);
  const { inStack, inAccount } = await readManaged(named);
  // An account may have several addresses, so the account of a record doesn't count.
  const findOwner = (hubId: string) =>
    inStack.find((each) => each.kind === "Maintenance" && each.ids.includes(id) && each.hub.id === hubId)?.name;
  const values = found === undefined ? {} : valuesOf(found);
  await endLeftover(found ?? (await openHub(named, inAccount)), id, { values, findOwner });
}

/** Reads what the stack manages. If it can't be read, nobody knows whether the maintenance is the program's. */
async function readManaged(options: DuringOptions): Promise<OwnRecords> {
  try {
    return await readStack({ ...options, isRequired: true });
  } catch (error) {
    if (options.stack !== undefined) throw error;
    const message = messageOf(error);
    throw new CommandError(withCodeOf(message, nothingToEnd.unknownOwner({ reason: withoutCode(message) })));
  }
}

/** Finds what is to be announced; undefined if there are no changes to announce. */
async function findPlan(
  template: string,
  command: readonly string[],
  options: DuringOptions,
): Promise<Announcement | undefined> {
  const { ifChanges } = options;
  const patterns = ifChanges === true ? [] : ifChanges;
  if (patterns !== undefined && !(await findsChanges(command, options, patterns))) {
    note("No changes to announce.");
    return undefined;
  }
  // Nobody is asked, and Pulumi only helps.
  const unattended = { ...options, yes: true, limit: new TimeLimit() };
  const found = await findTemplate(maintenanceTemplate, template, unattended);
  return { ...found, template, content: contentOf(found, options.atMost) };
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

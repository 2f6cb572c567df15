import { isDeepStrictEqual } from "node:util";
import { formatInstant } from "../../model/api/instant.ts";
import { timeLimits } from "../../provider/client/limits.ts";
import { creationTime } from "../../provider/lifecycle/record/leftover.ts";
import { advise } from "../advice.ts";
import { openAccounts } from "../connection.ts";
import { declined } from "../errors/command.ts";
import { stateChanged, undecidedDropped } from "../errors/recover.ts";
import { preview } from "../project/preview.ts";
import {
  backendOf,
  type ExportedStack,
  exportStack,
  exportState,
  findStack,
  importStack,
  type Stack,
} from "../project/stack.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError } from "../terminal/failure.ts";
import { untilSettled } from "../terminal/interrupt.ts";
import { note, plural } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { isInFolder, type Lock, locksIn, removeLocks, requireEnded } from "./lock.ts";
import { type Interrupted, interruptedIn, plannedIn } from "./pending.ts";
import { type AgeOf, aboutWhen, planRecovery, type RecoveryPlan } from "./plan.ts";
import { describeLater, describeNext, describeRecovery } from "./report.ts";
import { withRecovered } from "./state.ts";

export interface RecoverOptions {
  readonly cwd: string;
  readonly stack?: string;
  /** In milliseconds since 1970. */
  readonly createdSince?: number;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Imports what a killed run has created into the state. It sends no write to the page. */
export async function run(options: RecoverOptions): Promise<void> {
  const stack = await findStack(options.cwd, options.stack);
  const [exported, backend] = await Promise.all([exportStack(stack), backendOf(stack)]);
  const locks = locksIn(backend, stack);
  const interrupted = interruptedIn(exported.deployment);
  const isInterrupted = (exported.deployment.pending_operations ?? []).length + locks.length > 0;
  requireEnded(stack, locks);
  if (isInterrupted) {
    const plan = await planWhenSettled(stack, exported, interrupted, locks);
    await carryOut(stack, exported, { plan, locks, origin: "by the interrupted run", ...options });
    if (plan.undecided.length > 0) return;
  } else if (options.createdSince === undefined) {
    const unlock = advise("pulumi", ["cancel", "--yes"], { stack: stack.name, cwd: stack.cwd });
    // Only Pulumi knows locks that aren't files.
    const more = isInFolder(backend)
      ? ""
      : ` If Pulumi says that it is locked, and no run is in progress, run ${unlock}`;
    process.stdout.write(`Nothing was interrupted in stack ${stack.name}.${more}\n`);
    return;
  }
  if (options.createdSince !== undefined) await recoverSince(stack, options.createdSince, options);
  if (!options.dryRun) process.stdout.write(await nextStep(stack));
}

/** Requests that were under way when the run was killed may still make a record. */
async function planWhenSettled(
  stack: Stack,
  exported: ExportedStack,
  interrupted: Interrupted,
  locks: readonly Lock[],
): Promise<RecoveryPlan> {
  const { resources = [], manifest } = exported.deployment;
  const written = Date.parse(manifest?.time ?? "");
  const begun = Math.min(...locks.map(({ timestamp }) => Date.parse(timestamp) || Number.POSITIVE_INFINITY));
  const plan = () => planned(stack, resources, { interrupted, ageOf: aboutWhen(written, Date.now(), begun) });
  const first = await plan();
  const made = new Set(first.made.map(({ create }) => create));
  const isAllFound = interrupted.creates.every((create) => create.isUpdate || made.has(create));
  const left = locks.length > 0 && !isAllFound ? written + timeLimits.response - Date.now() : 0;
  if (!(left > 0)) return first;
  await withProgress("Waiting for requests that were under way", () => new Promise((end) => setTimeout(end, left)));
  return plan();
}

const planned = (
  stack: Stack,
  resources: NonNullable<ExportedStack["deployment"]["resources"]>,
  input: { readonly interrupted: Interrupted; readonly ageOf: AgeOf },
) => withProgress("Reading the page", () => planRecovery(openAccounts(stack, { resources }), resources, input));

/** What refers to a record can only be compared once that is imported, so this takes several rounds. */
async function recoverSince(stack: Stack, since: number, options: RecoverOptions): Promise<void> {
  for (;;) {
    const exported = await exportStack(stack);
    const { resources = [] } = exported.deployment;
    const steps = await preview(stack, { refresh: false, env: { STATUSHUB_VERIFY: "false" } });
    const interrupted = plannedIn(steps, resources);
    const ageOf: AgeOf = (live) => (creationTime(live) >= since ? "of the run" : "of others");
    const plan = await planned(stack, resources, { interrupted, ageOf });
    const origin = `since ${formatInstant(since)}`;
    await carryOut(stack, exported, { plan: { ...plan, gone: [], absent: [] }, locks: [], origin, ...options });
    if (plan.made.length === 0) return;
    if (options.dryRun) return void process.stdout.write(describeLater(interrupted.later));
  }
}

interface Work extends Pick<RecoverOptions, "dryRun" | "yes"> {
  readonly plan: RecoveryPlan;
  readonly locks: readonly Lock[];
  /** What has made the records, for a heading. */
  readonly origin: string;
}

async function carryOut(
  stack: Stack,
  before: ExportedStack,
  { plan, locks, origin, dryRun, yes }: Work,
): Promise<void> {
  process.stdout.write(describeRecovery(plan, locks, origin));
  const hasUndecided = plan.undecided.length > 0;
  if (hasUndecided) process.exitCode = 2;
  const settled = new Set([...plan.made.map(({ create }) => create.resource.urn), ...plan.gone]);
  const isPending = (before.deployment.pending_operations ?? []).length > 0;
  // Pulumi repeats updates and deletes. It warns of them until an import drops them.
  const isImported = settled.size > 0 || (isPending && !hasUndecided);
  if (dryRun || !(isImported || locks.length > 0)) return;
  // An import drops all pending operations, so a pipeline that runs again would find nothing left to decide.
  const isDropped = isImported && isPending && hasUndecided;
  if (isDropped && yes) return note(undecidedDropped());
  const { length } = plan.made;
  const count = plural(length, "record");
  const question = length > 0 ? `Import ${count} into stack ${stack.name}?` : `Put stack ${stack.name} in order?`;
  const warning = isDropped ? " Afterwards, Pulumi no longer knows what is left for you to decide." : "";
  if (!(await confirm(question + warning, yes ?? false))) throw new CommandError(declined());
  await untilSettled(async () => {
    removeLocks(locks);
    const exported = await exportStack(stack);
    if (!isDeepStrictEqual(exported, before)) throw new CommandError(stateChanged());
    if (!isImported) return;
    const deployment = withRecovered(exported.deployment, { made: plan.made, settled, now: new Date().toISOString() });
    await importStack(stack, { ...exported, deployment });
  });
  if (length > 0) process.stdout.write(`Imported ${count} into stack ${stack.name}.\n`);
  else if (!hasUndecided) process.stdout.write(`Stack ${stack.name} is in order.\n`);
}

/** The recovery is complete, so a program that fails is no failure of it. */
async function nextStep(stack: Stack): Promise<string> {
  const next = advise("pulumi", ["up"], { stack: stack.name, cwd: stack.cwd });
  try {
    const [steps, resources] = await Promise.all([preview(stack, { refresh: false }), exportState(stack)]);
    return describeNext(next, steps, resources);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    note(error.message);
    return `Next, run ${next}\n`;
  }
}

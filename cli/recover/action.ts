import { isDeepStrictEqual } from "node:util";
import { withoutCode } from "../../model/problem.ts";
import { advise } from "../advice.ts";
import { stackLocked, stateChanged, undecidedDropped, unreadableState } from "../errors/recover.ts";
import { findProject } from "../project/folder.ts";
import { runPreview } from "../project/pulumi-preview.ts";
import { type ExportedStack, exportStack, exportState, findStack, importStack, type Stack } from "../project/stack.ts";
import { openStateAccounts } from "../provider-accounts.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError, sentence } from "../terminal/failure.ts";
import { untilSettled } from "../terminal/interrupt.ts";
import { note, plural } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { type Interrupted, interruptedIn, plannedIn } from "./pending.ts";
import { planRecovery, type RecoveredCreate, type RecoveryPlan } from "./plan.ts";
import { describeNext, describeRecovery } from "./report.ts";
import { withRecovered } from "./state.ts";
import { untilSent } from "./wait.ts";

export interface RecoverOptions {
  readonly cwd: string;
  readonly stack?: string;
  readonly planned?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Imports what a killed run has created into the state. It sends no write to the page. */
export async function run(options: RecoverOptions): Promise<void> {
  const { stack, exported } = await readStack(options);
  const isInterrupted = (exported.deployment.pending_operations ?? []).length > 0;
  if (!isInterrupted && !options.planned) {
    process.stdout.write(`Nothing was interrupted in stack ${stack.name}.\n`);
    return;
  }
  if (isInterrupted) {
    const interrupted = interruptedIn(exported.deployment);
    await untilSent(exported);
    const plan = await planFor(stack, exported, interrupted);
    await carryOut(stack, exported, plan, options);
    if (plan.undecided.length > 0) return;
  }
  if (options.planned) await recoverPlanned(stack, options);
  if (!options.dryRun) process.stdout.write(await nextStep(stack, isInterrupted));
}

async function readStack({ cwd, stack: name }: RecoverOptions) {
  try {
    const stack = await findStack(cwd, name);
    return { stack, exported: await exportStack(stack) };
  } catch (error) {
    const reason = reasonOfEmptyFile(error);
    if (reason === undefined) throw error;
    const file = `.pulumi/stacks/${findProject(cwd)?.name}/${name?.split("/").at(-1) ?? "*"}.json.attrs`;
    throw new CommandError(unreadableState({ reason, file }), { cause: error });
  }
}

/** What Pulumi says of a file beside the state that a killed run has left empty, without the details; undefined if it says something else. */
function reasonOfEmptyFile(error: unknown): string | undefined {
  if (!(error instanceof CommandError)) return undefined;
  return /failed to load checkpoint: [^.[]+/i.exec(error.message)?.[0].trim();
}

const planFor = (stack: Stack, { deployment: { resources = [] } }: ExportedStack, interrupted: Interrupted) =>
  withProgress("Reading the page", () =>
    planRecovery(openStateAccounts(stack, resources, { resources }), resources, interrupted),
  );

/**
 * Imports what a preview would create again, in rounds: what refers to a record can only be compared once that is imported. The last round
 * finds nothing to import, and tells what is left to decide. A dry run imports nothing, so it ends after the first round.
 */
async function recoverPlanned(stack: Stack, options: RecoverOptions): Promise<void> {
  for (;;) {
    const exported = await exportStack(stack);
    const steps = await runPreview(stack, { refresh: false });
    const { later, ...interrupted } = plannedIn(steps, exported.deployment.resources ?? []);
    const { made, undecided } = await planFor(stack, exported, interrupted);
    const isLastRound = made.length === 0;
    if (isLastRound) {
      await carryOut(stack, exported, { made, gone: [], undecided, later: [] }, options);
      return;
    }
    // What can't be decided now may be clear after the next round.
    const open = options.dryRun ? [...later, ...undecided.map(({ urn }) => urn)] : [];
    await carryOut(stack, exported, { made, gone: [], undecided: [], later: open }, options);
    if (options.dryRun) return;
  }
}

/** Prints a plan and, once it is confirmed, writes it into the state. Exit code 2 says that something is left to decide. */
async function carryOut(
  stack: Stack,
  before: ExportedStack,
  plan: RecoveryPlan,
  { dryRun, yes }: RecoverOptions,
): Promise<void> {
  const { resources = [], pending_operations: operations } = before.deployment;
  process.stdout.write(describeRecovery(plan, new Set(resources.map(({ urn }) => urn))));
  const hasUndecided = plan.undecided.length > 0;
  if (hasUndecided) process.exitCode = 2;
  const settled = new Set([...plan.made.map(({ create }) => create.resource.urn), ...plan.gone]);
  const hasPending = (operations ?? []).length > 0;
  // Pulumi repeats updates and deletes, too, but warns of them until an import drops them.
  const isNeeded = settled.size > 0 || hasPending;
  if (dryRun || !isNeeded) return;
  // An import drops all pending operations, so a pipeline that runs again would find nothing left to decide.
  const dropsUndecided = hasPending && hasUndecided;
  const isAsked = !yes && process.stdin.isTTY;
  if (dropsUndecided && !isAsked) return note(undecidedDropped());
  const warning = dropsUndecided ? " Afterwards, Pulumi no longer knows what is left for you to decide." : "";
  await confirm(questionFor(stack, plan) + warning, yes);
  await untilSettled(() => putInOrder(stack, before, plan, settled));
}

function questionFor({ name }: Stack, { made }: RecoveryPlan): string {
  if (made.length === 0) return `Put stack ${name} in order?`;
  return `Import ${plural(made.length, "record")} into stack ${name}?`;
}

/** Imports the state with the records, unless somebody has changed it since it was read. */
async function putInOrder(
  stack: Stack,
  before: ExportedStack,
  plan: RecoveryPlan,
  settled: ReadonlySet<string>,
): Promise<void> {
  const { made } = plan;
  const exported = await exportStack(stack);
  if (!isDeepStrictEqual(exported, before)) throw new CommandError(stateChanged());
  const deployment = withRecovered(exported.deployment, made, { settled, now: new Date().toISOString() });
  await importWhole(stack, { ...exported, deployment }, plan);
  if (made.length > 0) process.stdout.write(`Imported ${plural(made.length, "record")} into stack ${stack.name}.\n`);
  else process.stdout.write(`Stack ${stack.name} is in order.\n`);
}

/** Imports a state. Ctrl-C may end Pulumi after it has written it, so an error counts only if the records aren't there. */
async function importWhole(stack: Stack, exported: ExportedStack, { made }: RecoveryPlan): Promise<void> {
  try {
    await importStack(stack, exported);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const inState = new Set((await exportState(stack)).map(({ urn, id }) => `${urn} ${id}`));
    const isInState = ({ create, recovered }: RecoveredCreate) => inState.has(`${create.resource.urn} ${recovered.id}`);
    const isImported = made.length > 0 && made.every(isInState);
    if (isImported) return;
    const isLocked = /\blocked\b|in progress/.test(error.message);
    if (!isLocked) throw error;
    const command = advise("pulumi", ["cancel", "--yes"], { stack: stack.name, cwd: stack.cwd });
    throw new CommandError(stackLocked({ reason: sentence(withoutCode(error.message)), command }), { cause: error });
  }
}

/** The recovery is complete, so a program that fails is no failure of it. */
async function nextStep(stack: Stack, isInterrupted: boolean): Promise<string> {
  const command = advise("pulumi", ["up"], { stack: stack.name, cwd: stack.cwd });
  const next = `Next, run ${isInterrupted ? "the interrupted command again" : command}.`;
  try {
    const [steps, resources] = await Promise.all([runPreview(stack, { refresh: false }), exportState(stack)]);
    return `${next} ${describeNext(steps, resources)}\n`;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    note(error.message);
    return `${next}\n`;
  }
}

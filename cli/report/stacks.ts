import { isDefaultProvider } from "../../model/pulumi/resource-type.ts";
import { limits } from "../../provider/inspect.ts";
import { readStackSettings, type StackSettings } from "../connection.ts";
import type { ReportOptions } from "../options.ts";
import { createdIn, type PreviewStep, runPreviewWithDiagnostics } from "../project/pulumi-preview.ts";
import { createHubNames, type HubName, identify, providerOf } from "../project/record.ts";
import {
  type ExportedResource,
  type ExportedStack,
  exportStack,
  findStack,
  hasChanged,
  type ResourceState,
  type Stack,
} from "../project/stack.ts";
import { TimeLimit } from "../project/time-limit.ts";
import { isUnderWay } from "../project/under-way.ts";
import { openAccounts } from "../provider-accounts.ts";
import { labelOf, type ReportedRecord } from "../records.ts";
import { interruptedIn, type PendingCreate } from "../recover/pending.ts";
import { createQuestion, type Replies } from "../rehearsal/replies.ts";
import { type AccountOf, accountsInWords, createHubLabel, type HubLabel, type Place } from "./hub-label.ts";
import type { PlannedChange } from "./planned.ts";
import { findMoved, rejectUnread } from "./settings.ts";

/** The record may be on the page already, so an update may make it twice. */
export interface InterruptedCreate extends ReportedRecord {
  /** What readers call the record. */
  readonly label: string;
}

/** A stack with its plan and its state, and what it takes to look at the page. */
export interface PlannedStack {
  readonly stack: string;
  /** Creates that were under way when a run was interrupted. */
  readonly interrupted?: readonly (InterruptedCreate & { readonly hub: string })[];
  readonly steps: readonly PreviewStep[];
  /** What the providers have said in the preview. Missing if they weren't asked. */
  readonly replies?: Replies;
  /** The state before the plan. It contains secrets in plain text, which must not reach a file or a stream. */
  readonly resources: readonly ExportedResource[];
  /** Whether the state has changed since then. @default it hasn't */
  readonly hasChanged?: () => Promise<boolean>;
  /** What a report calls the hub of a record. */
  readonly hubName: HubName;
  readonly hubLabel: HubLabel;
  readonly accountOf: AccountOf;
}

/** A stack whose plan is compared with what a refresh has read. */
export interface ComparedStack extends PlannedStack {
  readonly planned: readonly PlannedChange[];
}

/** What a report says of the plan of a stack. */
export type StackPlan = Pick<ComparedStack, "stack" | "planned" | "interrupted">;

/** A stack, and its state before the plan. It contains secrets in plain text, which must not reach a file or a stream. */
export interface StackState {
  readonly stack: Stack;
  /** Missing if it can't be read, or not in time. */
  readonly exported: ExportedStack | undefined;
  readonly stackSettings: StackSettings;
}

/** Reads the states of the stacks, which only helps, because planning them reads what is missing. */
export async function readStates({ cwd, stack: names }: ReportOptions): Promise<StackState[]> {
  const stacks = await Promise.all([...new Set(names ?? [undefined])].map((name) => findStack(cwd, name)));
  const limit = new TimeLimit();
  const read = stacks.map(async (stack): Promise<StackState> => {
    const [exported, stackSettings] = await Promise.all([
      exportStack(stack, { limit }).catch(() => undefined),
      readStackSettings({ cwd: stack.cwd, stack: stack.name }),
    ]);
    return { stack, exported, stackSettings };
  });
  return Promise.all(read);
}

/** Whether one of the stacks is being updated, as far as that is known. */
export const isAnyUnderWay = (states: readonly StackState[]): boolean =>
  states.some(({ exported }) => exported !== undefined && isUnderWay(exported.deployment, Date.now()));

/** A stack with its plan, before the hubs have names. */
interface Previewed extends Omit<PlannedStack, "hubName" | "hubLabel" | "interrupted"> {
  readonly creates: readonly PendingCreate[];
}

/** Previews the stacks one after the other, because they may share the rate limit of one key. */
export async function planStacks(states: readonly StackState[]): Promise<PlannedStack[]> {
  const previewed: Previewed[] = [];
  for (const state of states) previewed.push(await previewStack(state));
  const placed = await Promise.all(previewed.map(async (stack) => ({ stack, ...(await findPlaces(stack)) })));
  // What a hub is called depends on the hubs of all stacks.
  const hubLabel = createHubLabel(placed.flatMap(({ places }) => places));
  return placed.map(({ stack: { creates, ...stack }, placeOf }) => {
    const hubName: HubName = (kind, state) => {
      const { subdomain, account } = placeOf(kind, state);
      return hubLabel(subdomain, account);
    };
    const interrupted = creates.map((create) => describeCreate(create, stack.stack, hubName));
    return { ...stack, hubLabel, hubName, interrupted };
  });
}

async function previewStack({ stack, exported, stackSettings }: StackState): Promise<Previewed> {
  const { deployment } = exported ?? (await exportStack(stack));
  const resources = deployment.resources ?? [];
  const moved = await findMoved(stack, resources, stackSettings);
  // Pulumi refreshes with the settings in the state, so if some have moved since, the program runs before.
  const runProgram = moved.size > 0;
  const { env, repliesIn } = createQuestion();
  const { steps, diagnostics } = await runPreviewWithDiagnostics(stack, { kept: true, sames: true, runProgram, env });
  if (runProgram) rejectUnread(stack, { steps, resources }, moved);
  return {
    stack: stack.name,
    steps,
    replies: repliesIn(diagnostics),
    resources,
    hasChanged: () => hasChanged(stack, deployment),
    accountOf: createAccountOf({ stack, resources, stackSettings }, new Set([...createdIn(steps).keys(), ...moved])),
    creates: interruptedIn(deployment).creates,
  };
}

/** Finds the place of the hub of each record that the plan or an interrupted create is about, and returns how to find the place for others. */
async function findPlaces({ steps, accountOf, creates }: Previewed) {
  const records: { readonly kind: string; readonly state: ResourceState }[] = [];
  for (const { urn, oldState, newState } of steps) {
    const kind = identify(urn)?.kind;
    if (kind === undefined) continue;
    if (oldState !== undefined) records.push({ kind, state: oldState });
    if (newState !== undefined) records.push({ kind, state: newState });
  }
  for (const { kind, resource } of creates) records.push({ kind, state: resource });
  const states = records.map(({ state }) => state);
  const accounts = await accountsInWords(states, accountOf);
  const subdomainOf = createHubNames(steps);
  const placeOf = (kind: string, state: ResourceState): Place => ({
    subdomain: subdomainOf(kind, state),
    account: accounts.get(providerOf(state)) ?? "",
  });
  return { placeOf, places: records.map(({ kind, state }) => placeOf(kind, state)) };
}

const describeCreate = ({ kind, name, resource }: PendingCreate, stack: string, hubName: HubName) => ({
  stack,
  kind,
  name,
  id: "",
  label: labelOf(kind, { ...(resource.inputs as object) }),
  hub: hubName(kind, resource),
});

interface Known extends Pick<PlannedStack, "resources"> {
  readonly stack: Stack;
  readonly stackSettings: StackSettings;
}

/**
 * @param changing URNs of the providers that the update creates, or whose settings it changes. Only the update knows the key of an explicit
 * one of them. A default provider has the one of the stack configuration
 */
function createAccountOf({ stack, resources, stackSettings }: Known, changing: ReadonlySet<string>): AccountOf {
  const accountOf = openAccounts(stack, { resources, stackSettings, readsPerSecond: limits.readsPerSecond / 2 });
  return async (provider) => {
    const isKeyUnknown = changing.has(provider) && !isDefaultProvider(provider);
    return isKeyUnknown ? undefined : accountOf(provider);
  };
}

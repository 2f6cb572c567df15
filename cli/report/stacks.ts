import { isDefaultProvider, nameIn } from "../../model/pulumi/resource-type.ts";
import { type Account, limits } from "../../provider/inspect.ts";
import { describeAccount, readStackSettings, type StackSettings } from "../connection.ts";
import type { ReportOptions } from "../options.ts";
import { type PreviewStep, runPreviewWithDiagnostics } from "../project/pulumi-preview.ts";
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
  /** What the providers have said in the preview. @default it hasn't asked */
  readonly replies?: Replies;
  /** The state before the plan. It contains secrets in plain text, which must not reach a file or a stream. */
  readonly resources: readonly ExportedResource[];
  /** Whether the state has changed since then. @default it hasn't */
  readonly hasChanged?: () => Promise<boolean>;
  /** Names the hub of a record. */
  readonly hubName: HubName;
  readonly hubLabel: HubLabel;
  /** Opens the account of a provider; undefined if only the update will know its key. */
  readonly accountOf: (provider: string) => Promise<Account | undefined>;
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

/**
 * Previews the stacks one after the other, because they may share the rate limit of one key. What a hub is called depends on all of
 * them.
 */
export async function planStacks(states: readonly StackState[]): Promise<PlannedStack[]> {
  const previewed: Previewed[] = [];
  for (const state of states) previewed.push(await previewStack(state));
  const placed = await Promise.all(previewed.map(async (stack) => ({ stack, ...(await findPlaces(stack)) })));
  const hubLabel = createHubLabel(placed.flatMap(({ places }) => places));
  return placed.map(({ stack: { interrupted: creates, ...stack }, placeOf }) => {
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
    accountOf: createAccountOf(stack, { steps, resources, stackSettings, moved }),
    interrupted: interruptedIn(deployment).creates,
  };
}

const describeCreate = ({ kind, name, resource }: PendingCreate, stack: string, hubName: HubName) => ({
  stack,
  kind,
  name,
  id: "",
  label: labelOf(kind, { ...(resource.inputs as object) }),
  hub: hubName(kind, resource),
});

interface Previewed extends Omit<PlannedStack, "hubName" | "hubLabel" | "interrupted"> {
  readonly interrupted: readonly PendingCreate[];
}

/** Where a hub is. Hubs of two accounts may have the same subdomain. */
interface Place {
  readonly subdomain: string;
  readonly account: string;
}

/** Names a hub by its subdomain and, if hubs of several accounts have that, by its account. */
export type HubLabel = (subdomain: string, account: string) => string;

function createHubLabel(places: readonly Place[]): HubLabel {
  const bySubdomain = Map.groupBy(places, ({ subdomain }) => subdomain);
  return (subdomain, account) => {
    const accounts = new Set(bySubdomain.get(subdomain)?.map((place) => place.account));
    return accounts.size > 1 ? `${subdomain} (${account})` : subdomain;
  };
}

/** Finds the place of each record that the plan or an interrupted create is about. */
async function findPlaces({ steps, accountOf, interrupted }: Previewed) {
  const subdomainOf = createHubNames(steps);
  const planned = steps.flatMap(({ urn, oldState, newState }) => {
    const kind = identify(urn)?.kind;
    const states = [oldState, newState].filter((state) => state !== undefined);
    return kind === undefined ? [] : states.map((state) => ({ kind, state }));
  });
  const records = [...planned, ...interrupted.map(({ kind, resource }) => ({ kind, state: resource }))];
  const accounts = new Map<string, string>();
  for (const provider of new Set(records.map(({ state }) => providerOf(state)))) {
    const account = await accountOf(provider);
    const label = account ? describeAccount(account.client.connection) : `provider ${nameIn(provider)}`;
    accounts.set(provider, label);
  }
  const placeOf = (kind: string, state: ResourceState): Place => ({
    subdomain: subdomainOf(kind, state),
    account: accounts.get(providerOf(state)) ?? "",
  });
  return { placeOf, places: records.map(({ kind, state }) => placeOf(kind, state)) };
}

interface Circumstances extends Pick<PlannedStack, "steps" | "resources"> {
  readonly stackSettings: StackSettings;
  /** URNs of the providers whose settings aren't those in the state. */
  readonly moved: ReadonlySet<string>;
}

/** Only the update knows the key of an explicit provider that it creates or updates. */
function createAccountOf(
  stack: Stack,
  { steps, resources, stackSettings, moved }: Circumstances,
): PlannedStack["accountOf"] {
  const accountOf = openAccounts(stack, { resources, stackSettings, readsPerSecond: limits.readsPerSecond / 2 });
  const created = new Set(steps.filter(({ op }) => op === "create").map(({ urn }) => urn));
  return async (provider) => {
    const isNew = created.has(provider) || moved.has(provider);
    return isNew && !isDefaultProvider(provider) ? undefined : accountOf(provider);
  };
}

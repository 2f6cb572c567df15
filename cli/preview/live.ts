import type { Declared, Live } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { type Account, openAccount } from "../../provider/client/account.ts";
import { isDeleted } from "../../provider/client/collection.ts";
import { isMethodNotAllowed, isNotFound } from "../../provider/client/errors.ts";
import { liveValue } from "../../provider/lifecycle/forms/compare.ts";
import { storedAfterRead } from "../../provider/lifecycle/forms/stored.ts";
import { open } from "../../provider/lifecycle/record/hub.ts";
import { isDefaultProvider } from "../../provider/resource-type.ts";
import { createAccounts } from "../engine/connections.ts";
import type { PlannedChange } from "../engine/planned.ts";
import type { Step } from "../engine/preview.ts";
import { stackRecords, statesBefore } from "../engine/record.ts";
import { readHub, readRecord } from "../hub/content.ts";
import { isHub } from "../kinds.ts";
import { providerOf } from "../project/record.ts";
import type { Stack } from "../project/stack.ts";
import { labelOf, labelOfLive } from "../records.ts";
import { type AdoptedRecords, holdsUnknown, isAdoption, type LiveRecord } from "./change.ts";
import type { Recipient } from "./messages.ts";
import { type LiveOccurrence, readOccurrences } from "./occurrences.ts";
import type { PlannedStack } from "./plan.ts";
import { serviceKey } from "./services.ts";

/** What a plan leaves out of the live page. Everything is read with GETs. */
export interface LiveFacts {
  readonly adopted: AdoptedRecords;
  /** Names of services by hub and ID. */
  readonly services: ReadonlyMap<string, string>;
  /** Subscriptions by hub. */
  readonly audiences: ReadonlyMap<string, readonly Recipient[]>;
  /** Later occurrences of the series that change, by the URN of the resource. */
  readonly occurrences: ReadonlyMap<string, readonly LiveOccurrence[]>;
  /** Hubs that other hubs are connected to, whose subscribers get messages about shared services. */
  readonly connected: ReadonlySet<string>;
}

/** Reads what the plans need. A plan that changes no record of StatusHub needs nothing. */
export async function readLiveFacts(stacks: readonly PlannedStack[], now: number): Promise<LiveFacts> {
  const adopted = new Map<string, LiveRecord | null>();
  const occurrences = new Map<string, readonly LiveOccurrence[]>();
  const hubs = new Map<string, HubFacts>();
  let managed: Promise<ReadonlyMap<string, string>> | undefined;
  for (const { changes, accountOf } of stacks) {
    for (const change of changes) {
      const { kind, declaredHub, step } = change;
      if (!isAdoption(change) && !namesServices(change)) continue;
      const account = await accountOf(providerOf(step.newState ?? step.oldState ?? {}));
      if (account === undefined) continue;
      if (isAdoption(change)) {
        const live = await readAdopted(account, change);
        if (live !== undefined) adopted.set(step.urn, live);
      }
      occurrences.set(step.urn, await readOccurrences(account, change, now));
      if (!isHub(kind) && !hubs.has(declaredHub) && namesServices(change)) {
        managed ??= findManaged(stacks);
        const facts = await readHubFacts(account, declaredHub, await managed);
        if (facts !== undefined) hubs.set(declaredHub, facts);
      }
    }
  }
  const all = [...hubs];
  return {
    adopted,
    occurrences,
    services: new Map(all.flatMap(([, { services }]) => services)),
    // A list with basic info may not say which services a subscription selects. Then nothing is said about messages.
    audiences: new Map(
      all.flatMap(([hub, { audience }]) =>
        audience.every(({ services }) => services !== undefined) ? [[hub, audience] as const] : [],
      ),
    ),
    connected: new Set(all.filter(([, { isPrimary }]) => isPrimary).map(([hub]) => hub)),
  };
}

/** The records that the stacks manage, with what readers call them. Another account has records with the same IDs. */
async function findManaged(stacks: readonly PlannedStack[]): Promise<ReadonlyMap<string, string>> {
  const found = stacks.flatMap(({ steps, accountOf }) => {
    const states = statesBefore(steps);
    return stackRecords(steps).map(async ({ urn, provider, kind, id }) => {
      const account = await accountOf(provider);
      const label = labelOf(kind, { ...states.get(urn)?.inputs });
      return account === undefined ? [] : [[recordKey(account, { kind, id }), label] as const];
    });
  });
  const labels = (await Promise.all(found)).flat();
  // What is a secret in one stack is one in all of them.
  return new Map([...labels, ...labels.filter(([, label]) => label === secretLabel)]);
}

const secretLabel = "[secret]";

const recordKey = ({ client }: Account, { kind, id }: { readonly kind: string; readonly id: string }) =>
  `${client.connection.baseUrl} ${kind} ${id}`;

/** Opens each account once. A provider that the update creates has a key that only the update knows. */
export function createOpenAccounts(stack: Stack, steps: readonly Step[]) {
  const accountOf = createAccounts(stack);
  const created = new Set(steps.filter(({ op }) => op === "create").map(({ urn }) => urn));
  const accounts = new Map<string, Account>();
  return async (provider: string): Promise<Account | undefined> => {
    if (created.has(provider) && !isDefaultProvider(provider)) return undefined;
    const account = accounts.get(provider) ?? openAccount(await accountOf(provider));
    accounts.set(provider, account);
    return account;
  };
}

/** Whether the words about a change need the names of services or the subscriptions of the hub. */
const namesServices = ({ kind }: PlannedChange): boolean =>
  Object.values(definitions[kind]?.properties ?? {}).some(({ type }) => type.references !== undefined);

/** Reads the record that the program adopts; null if there is none, and undefined if the plan doesn't say which one. */
async function readAdopted(account: Account, change: PlannedChange): Promise<LiveRecord | null | undefined> {
  const { kind, declaredHub, step } = change;
  const [definition, inputs] = [definitions[kind], step.newState?.inputs ?? {}];
  if (definition === undefined) return undefined;
  const subdomain = isHub(kind) ? String(inputs.subdomain) : declaredHub;
  if (holdsUnknown(subdomain)) return undefined;
  const hub = await readHub(account, subdomain);
  const record = isHub(kind)
    ? hub
    : inputs.adopt === true
      ? await findIdentified(account, definition, { subdomain, inputs })
      : await (await open(account, definition, { subdomain })).get(String(inputs.adopt));
  if (record === undefined || record === null) return record;
  // Documented: only a deleted subscription can be restored. The update fails for any other deleted record.
  if (isDeleted(record) && definition.operations.restore === undefined) return undefined;
  return {
    id: String(record.id),
    isDeleted: isDeleted(record),
    values: storedAfterRead({ definition, live: record, collection: { hub: { id: String(hub.id) } } }),
  };
}

async function findIdentified(
  account: Account,
  definition: Definition,
  { subdomain, inputs }: { readonly subdomain: string; readonly inputs: Declared },
) {
  const names = (definition.identity ?? []).filter((name) => inputs[name] !== undefined);
  const isHidden = (name: string) => inputs[name] === "[secret]" || holdsUnknown(inputs[name]);
  if (names.length === 0 || names.some(isHidden)) return undefined;
  const listed = await (await open(account, definition, { subdomain })).list();
  const found = listed.find((record) =>
    names.every((name) => record[definition.properties[name]?.wire ?? ""] === inputs[name]),
  );
  if (found === undefined) return null;
  return readRecord(account, definition, { subdomain, id: String(found.id) });
}

interface HubFacts {
  readonly services: readonly (readonly [string, string])[];
  readonly audience: readonly Recipient[];
  readonly isPrimary: boolean;
}

/** Reads the lists of services and subscriptions; undefined if the key doesn't see a hub of this name. */
async function readHubFacts(
  account: Account,
  hub: string,
  managed: ReadonlyMap<string, string>,
): Promise<HubFacts | undefined> {
  const { Service: service, Subscription: subscription } = definitions;
  const hubs = await account.hubs.list();
  const record = hubs.find(({ subdomain }) => subdomain === hub);
  if (record === undefined || service === undefined || subscription === undefined) return undefined;
  const list = async (definition: Definition) => (await open(account, definition, { subdomain: hub })).list();
  const [services, subscriptions] = await Promise.all([list(service).catch(ignoreUnlisted), list(subscription)]);
  const keyOf = ({ kind }: Definition, { id }: Live) => recordKey(account, { kind, id: String(id) });
  const nameOf = (each: Live) =>
    // A program may declare a name as a secret.
    managed.get(keyOf(service, each)) === secretLabel ? secretLabel : labelOfLive(service, each);
  return {
    services: (services ?? []).map((each) => [serviceKey(hub, each.id), nameOf(each)] as const),
    audience: subscriptions.map((each) => recipientIn(subscription, each, managed.has(keyOf(subscription, each)))),
    isPrimary: hubs.some(({ parent_id }) => parent_id === record.id),
  };
}

/** Inferred (service-list): the list of services exists. Without it, a report shows their IDs. */
function ignoreUnlisted(error: unknown): undefined {
  if (!isNotFound(error) && !isMethodNotAllowed(error)) throw error;
}

function recipientIn(definition: Definition, record: Live, isManaged: boolean): Recipient {
  const { services } = definition.properties;
  const selection = services && liveValue(services, record, undefined);
  const selected = services && selection !== undefined ? services.type.fromWire(selection, undefined) : undefined;
  return {
    id: String(record.id),
    method: String(record.method_name),
    services: Array.isArray(selected) ? selected.map(Number) : selected === "all" ? "all" : undefined,
    isVisitors: !isManaged && definition.isSignUp?.(record) !== false,
  };
}

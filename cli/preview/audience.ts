import type { Live } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../../provider/client/account.ts";
import { liveValue } from "../../provider/lifecycle/forms/compare.ts";
import { open } from "../../provider/lifecycle/record/hub.ts";
import type { PlannedChange } from "../engine/planned.ts";
import { providerOf } from "../project/record.ts";
import { type FindManaged, recordKey } from "./managed.ts";
import type { Recipient } from "./messages.ts";
import type { PlannedStack } from "./plan.ts";
import { ifReadable } from "./readable.ts";

/** Who gets messages. */
export interface Audiences {
  /** Subscriptions by hub; missing if they can't be read. */
  readonly audiences: ReadonlyMap<string, readonly Recipient[]>;
  /** Hubs that other hubs may be connected to, whose subscribers get messages about shared services. */
  readonly connected: ReadonlySet<string>;
}

/** Reads the subscriptions of hubs on which something is announced. Nobody else's addresses are read: they may be many. */
export async function readAudiences(stacks: readonly PlannedStack[], managed: FindManaged): Promise<Audiences> {
  const audiences = new Map<string, readonly Recipient[]>();
  const connected = new Set<string>();
  const read = new Set<string>();
  for (const { changes, accountOf } of stacks) {
    for (const change of changes) {
      const { kind, declaredHub: hub, step } = change;
      if (definitions[kind]?.period === undefined || read.has(hub)) continue;
      if (!announces(change)) {
        audiences.set(hub, audiences.get(hub) ?? []);
        continue;
      }
      const account = await accountOf(providerOf(step.newState ?? step.oldState ?? {}));
      const record = await account?.hubs.find(hub);
      if (account === undefined || record === undefined) continue;
      read.add(hub);
      audiences.delete(hub);
      const audience = await readAudience(account, hub, managed);
      // A list with basic info may not say which services a subscription selects. Then nothing is said about messages.
      if (audience?.every(({ services }) => services !== undefined)) audiences.set(hub, audience);
      if (await mayHaveConnected(account, record)) connected.add(hub);
    }
  }
  return { audiences, connected };
}

/** Whether the update may announce it. Only the page says whether it has been announced before. */
function announces({ kind, step: { newState } }: PlannedChange): boolean {
  const { inputs } = newState ?? {};
  return inputs != null && definitions[kind]?.period?.announces(inputs) === true;
}

async function readAudience(account: Account, hub: string, managed: FindManaged): Promise<Recipient[] | undefined> {
  const { Subscription: subscription } = definitions;
  if (subscription === undefined) return undefined;
  const listed = await ifReadable(async () => (await open(account, subscription, { subdomain: hub })).list());
  if (listed === undefined) return undefined;
  const ours = await managed();
  const isManaged = ({ id }: Live) => ours.has(recordKey(account, { kind: subscription.kind, id: String(id) }));
  return listed.map((each) => recipientIn(subscription, each, isManaged(each)));
}

async function mayHaveConnected({ hubs }: Account, { id, type }: Live): Promise<boolean> {
  if (type === "connected") return false;
  const visible = await ifReadable(() => hubs.list());
  return visible === undefined || visible.some(({ parent_id }) => parent_id === id);
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

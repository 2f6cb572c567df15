import { isDeleted } from "../../model/api/live.ts";
import { hubOperations } from "../../model/kinds/hub.ts";
import { subscription } from "../../model/kinds/subscription.ts";
import { valuesIn } from "../../provider/inspect.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { reasonOf } from "../hub/readable.ts";

/*
 * These requests end with the hub's signal. A request that several callers share goes on, and the command would wait for it.
 */

/** Whether other hubs may show the services of a hub, as far as the key sees them. */
export async function mayHaveConnected({ account, subdomain }: HubOfAccount): Promise<boolean> {
  const id = await account.hubs.cachedIdOf(subdomain);
  const connected = await account
    .at({ subdomain })
    .list(hubOperations.list, {}, { type: "connected" })
    .catch(() => undefined);
  const isKnown = id !== undefined && connected !== undefined;
  return !isKnown || connected.some(({ parent_id }) => String(parent_id) === id);
}

interface Message {
  readonly services: readonly number[];
  /** It is the first message about an incident, or the final one. */
  readonly isEssential: boolean;
}

/** The subscriptions that get a message. */
export interface Recipients {
  readonly byMethod: Readonly<Record<string, number>>;
  /** Some of them may get none. Documented: a less verbose one gets the minimum, typically the first and the final message. */
  readonly isAtMost: boolean;
}

/** They can't be counted. */
export interface Uncounted {
  /** Why, as a clause. */
  readonly reason: string;
}

/** Counts the subscriptions by method that get a message about services. */
export async function countRecipients(
  { account, subdomain }: HubOfAccount,
  { services, isEssential }: Message,
): Promise<Recipients | Uncounted> {
  const listed = await account
    .at({ subdomain })
    .list(subscription.operations.list, {})
    .catch((error: unknown) => ({ reason: reasonOf(error) }));
  if ("reason" in listed) return listed;
  const live = listed.filter((record) => !isDeleted(record));
  const selections = live.map((record) => ({ record, selected: valuesIn(subscription, record).services }));
  const areShown = selections.every(({ selected }) => selected === "all" || Array.isArray(selected));
  if (!areShown) return { reason: "StatusHub's list of them doesn't say which services they cover" };
  const covers = (selected: unknown) =>
    selected === "all" || (Array.isArray(selected) && selected.some((id) => services.includes(Number(id))));
  const reached = selections.filter(({ selected }) => covers(selected)).map(({ record }) => record);
  const methods = reached.map((record) => String(record.method_name)).sort();
  const byMethod = Map.groupBy(methods, (method) => method);
  return {
    byMethod: Object.fromEntries([...byMethod].map(([method, all]) => [method, all.length])),
    isAtMost: !isEssential && reached.some((record) => record.less_verbose === true),
  };
}

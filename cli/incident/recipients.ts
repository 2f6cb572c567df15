import { hub as hubKind } from "../../model/kinds/hub.ts";
import { subscription } from "../../model/kinds/subscription.ts";
import { open, valuesIn } from "../../provider/inspect.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { reasonOf } from "../hub/readable.ts";

/** Whether other hubs may show the services of a hub, as far as the key sees them. */
export async function mayHaveConnected({ account, subdomain }: HubOfAccount): Promise<boolean> {
  const visible = await open(account, hubKind, { subdomain })
    .then((hubs) => hubs.list())
    .catch(() => []);
  const own = visible.find((live) => live.subdomain === subdomain);
  if (own === undefined) return true;
  return own.type !== "connected" && visible.some(({ parent_id }) => parent_id === own.id);
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
  const listed = await open(account, subscription, { subdomain })
    .then((subscriptions) => subscriptions.list())
    .catch((error: unknown) => ({ reason: reasonOf(error) }));
  if ("reason" in listed) return listed;
  const selections = listed.map((record) => ({ record, selected: valuesIn(subscription, record).services }));
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

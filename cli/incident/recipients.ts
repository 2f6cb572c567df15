import type { Live } from "../../model/api/form.ts";
import { type Account, open, valuesIn } from "../../provider/inspect.ts";
import { ifReadable } from "../hub/readable.ts";
import { kinds } from "../records.ts";

/** Whether other hubs may show the services of a hub. */
export async function mayHaveConnected({ hubs }: Account, { id, type }: Live): Promise<boolean> {
  if (type === "connected") return false;
  const visible = await ifReadable(() => hubs.list());
  return visible === undefined || visible.some(({ parent_id }) => parent_id === id);
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

/** Why the recipients can't be counted: the list of subscriptions, what they select, or the services of the incident. */
export type Uncounted = "unreadable" | "selections" | "services";

/** Counts the subscriptions by method that get a message about services. */
export async function countRecipients(
  account: Account,
  hub: string,
  { services, isEssential }: Message,
): Promise<Recipients | Uncounted> {
  const definition = kinds.find(({ noticedBy }) => noticedBy === "subscribers");
  if (definition === undefined) return "unreadable";
  const listed = await ifReadable(async () => (await open(account, definition, { subdomain: hub })).list());
  if (listed === undefined) return "unreadable";
  const selections = listed.map((record) => ({ record, selected: valuesIn(definition, record).services }));
  const areShown = selections.every(({ selected }) => selected === "all" || Array.isArray(selected));
  if (!areShown) return "selections";
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

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

interface Event {
  readonly services: readonly number[];
  readonly isEssential: boolean;
}

/**
 * Counts the subscriptions by method that get a message about services; undefined if this key can't tell. Documented: a less verbose
 * one gets the minimum, typically the first message about an incident and the final one.
 */
export async function countRecipients(
  account: Account,
  hub: string,
  { services, isEssential }: Event,
): Promise<Record<string, number> | undefined> {
  const definition = kinds.find(({ noticedBy }) => noticedBy === "subscribers");
  if (definition === undefined) return undefined;
  const listed = await ifReadable(async () => (await open(account, definition, { subdomain: hub })).list());
  const found = listed?.map((record) => ({ record, selected: valuesIn(definition, record).services }));
  // A list with basic info may not say which services a subscription selects.
  if (!found?.every(({ selected }) => selected === "all" || Array.isArray(selected))) return undefined;
  const isReached = (selected: unknown) =>
    selected === "all" || (Array.isArray(selected) && selected.map(Number).some((id) => services.includes(id)));
  const reached = found.filter(
    ({ record, selected }) => isReached(selected) && (isEssential || record.less_verbose !== true),
  );
  const methods = reached.map(({ record }) => String(record.method_name)).sort();
  return Object.fromEntries([...Map.groupBy(methods, (method) => method)].map(([method, all]) => [method, all.length]));
}

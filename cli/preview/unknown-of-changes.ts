import { referencesIn } from "../records.ts";
import type { RehearsedChange } from "../rehearsal/rehearse.ts";
import { type ServiceNames, serviceKey, serviceProperty } from "../report/services.ts";
import { isVisible } from "./item.ts";
import type { UnknownReason } from "./unknown.ts";

/** A change with what reports call its hub, and readers the record: as it will be, or as it was before a deletion. */
export interface NamedChange extends RehearsedChange {
  readonly hub: string;
  readonly label: string;
}

export interface UnknownOfChange {
  readonly change: NamedChange;
  readonly reason: UnknownReason;
}

/** Finds what isn't known of the changes that were rehearsed: the names of their services, who gets a message, and which stack wins. */
export async function unknownOfChanges(
  changes: readonly NamedChange[],
  names: ServiceNames,
): Promise<UnknownOfChange[]> {
  const found = changes.map(async (change) => {
    const reasons: UnknownReason[] = [];
    if (namesUnnamed(change, names)) reasons.push("services");
    reasons.push(...(await unknownAudience(change)));
    if (isOfOthers(change, changes)) reasons.push("other-stack");
    return reasons.map((reason) => ({ change, reason }));
  });
  return (await Promise.all(found)).flat();
}

/** Whether a record names a service whose name couldn't be read. */
function namesUnnamed({ hub, definition, after = {} }: NamedChange, names: ServiceNames): boolean {
  const property = serviceProperty(definition);
  // A secret list is masked.
  const hasList = property !== undefined && Array.isArray(after[property]);
  if (!hasList) return false;
  const ids = referencesIn(definition, { ...(after as object) }).map(({ id }) => id);
  return ids.some((id) => !names.has(serviceKey(hub, id)));
}

/** Says why it isn't known who gets the message about an event that appears. */
async function unknownAudience(change: NamedChange): Promise<UnknownReason[]> {
  const { page, hubId, definition, before, after, message } = change;
  const wasShown = before !== undefined && isVisible(definition, before);
  const isShown = after !== undefined && isVisible(definition, after);
  const isEvent = definition.period !== undefined;
  if (!isEvent || wasShown || !isShown) return [];
  const mayReachMore = after.silent !== true && (await page.mayHaveConnected(hubId));
  const reasons: UnknownReason[] = [];
  if (message === undefined) reasons.push("audience");
  if (mayReachMore) reasons.push("connected-hubs");
  return reasons;
}

/** Whether another stack of the report changes the same record. A record that the update creates has no ID yet. */
function isOfOthers(change: NamedChange, changes: readonly NamedChange[]): boolean {
  if (change.id === "") return false;
  const ofSameRecord = changes.filter(
    ({ page, kind, id }) => page === change.page && kind === change.kind && id === change.id,
  );
  return ofSameRecord.some(({ stack }) => stack !== change.stack);
}

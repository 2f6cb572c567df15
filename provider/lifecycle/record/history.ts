import type { Live, Stored, Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { type Collection, isDeleted } from "../../client/collection.ts";
import { asFirst, lastKnown, offsetIn } from "../forms/occurrence.ts";
import { type Shown, storedAfterRead } from "../forms/stored.ts";
import type { Kept, Target } from "./known.ts";

/*
 * What has ended is history: visitors look it up on the page, and a change or a deletion would rewrite what they saw. So
 * only a `Writable` can be updated or deleted, and only this file makes one.
 */

/** A record that may be updated or deleted, because it hasn't ended. Most kinds never end. */
export interface Writable extends Target {
  readonly collection: Collection;
}

/** What tells whether something has ended. */
export interface Timed {
  readonly definition: Definition;
  readonly collection: Pick<Collection, "serverTime">;
}

/** Returns what the state would hold if a record were compared, which isn't done once it has ended. */
export function shownBy(scope: Omit<Shown, "live">, { id, stored }: Kept, found: Live | undefined): Stored {
  const live = found === undefined || isDeleted(found) ? {} : asFirst(scope.definition, found, offsetIn(stored, id));
  return storedAfterRead({ ...scope, live }, stored);
}

/** Whether a record has ended by the server's clock. */
export const hasEnded = ({ definition, collection }: Timed, record: Wire | Live): boolean =>
  (definition.series?.endOf(record) ?? Number.NaN) <= collection.serverTime();

/** Returns a record that a response has shown; `undefined` if it has ended. */
export const writable = (target: Target, shown: Wire | Live): Writable | undefined =>
  hasEnded(target, shown) ? undefined : made(target);

/** Returns a record that this operation has created or restored, which nobody has seen before. */
export const made = (target: Target): Writable => ({ ...target, collection: target.collection as Collection });

/**
 * Returns the record of a resource; `undefined` if it has ended. Somebody may have ended or extended it, so the record
 * itself decides; if it is gone, the state.
 */
export async function findWritable(target: Target, stored: Stored): Promise<Writable | undefined> {
  const { definition, collection, id } = target;
  if (definition.series === undefined) return made(target);
  const live = await collection.get(id);
  const isLeft = live !== undefined && !isDeleted(live);
  return writable(target, { ...lastKnown(definition, stored, id), ...(isLeft && live) });
}

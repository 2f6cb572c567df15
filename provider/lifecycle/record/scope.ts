import type { Live, Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { type Collection, isDeleted } from "../../client/collection.ts";
import type { Owners } from "./owners.ts";

/** The records of one kind in one hub, and which resource of the stack has which of them. */
export interface Scope {
  readonly definition: Definition;
  /** Only a `Writable` can be updated or deleted. */
  readonly collection: Omit<Collection, "put" | "remove">;
  readonly owners: Owners;
}

/** One of these records, by its ID. */
export interface Target extends Scope {
  readonly id: string;
}

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

/** Whether a record has ended by the server's clock. */
export const hasEnded = ({ definition, collection }: Timed, record: Wire | Live): boolean =>
  (definition.period?.endOf(record) ?? Number.NaN) <= collection.serverTime();

/** Returns a record that a response has shown; `undefined` if it has ended. */
export const writable = <T extends Target>(target: T, shown: Wire | Live): (T & Writable) | undefined =>
  hasEnded(target, shown) ? undefined : asWritable(target);

/** Returns a record that this operation has created or restored, or that never ends, whatever its times say. */
export const asWritable = <T extends Target>(target: T): T & Writable => ({
  ...target,
  collection: target.collection as Collection,
});

/**
 * Returns the record of a resource; `undefined` if it has ended. Somebody may have ended or extended it, so the record
 * itself decides; if it is gone, the state.
 *
 * @param times as the state has them
 */
export async function findWritable<T extends Target>(target: T, times: Wire): Promise<(T & Writable) | undefined> {
  const { definition, collection, id } = target;
  if (definition.period === undefined) return asWritable(target);
  const live = await collection.get(id);
  const isLeft = live !== undefined && !isDeleted(live);
  return writable(target, { ...times, ...(isLeft && live) });
}

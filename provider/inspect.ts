import type { Declared, Live, Stored, Wire } from "../model/api/form.ts";
import type { Definition } from "../model/kinds/kind.ts";
import type { Property } from "../model/kinds/property.ts";
import { requestsPerSecond, timeLimits } from "./client/limits.ts";
import { findWire, sameMeaning } from "./lifecycle/forms/compare.ts";
import { occurrencesIn, ownerKey, recordIdOf, recordIdsIn, withoutOwnKeys } from "./lifecycle/forms/state.ts";
import { storedAfterRead, storedAfterWrite, unsent } from "./lifecycle/forms/stored.ts";
import { withRepeated } from "./lifecycle/forms/wire.ts";
import { asWritable, type Scope } from "./lifecycle/record/scope.ts";

/*
 * The one door of the provider for those that look at pages and states without being Pulumi: all that `cli/` imports of it.
 * It opens an account and reads its records, compares them with a program or a state, and describes failures. The keys of
 * a state stay behind it.
 */

export { type Account, openAccount } from "./client/account.ts";
export { nameOfKey } from "./client/connection.ts";
export { failureOf } from "./client/failure.ts";
export { lostIn } from "./client/outcomes.ts";
export { resolveConnection } from "./config.ts";
export { ignoredProperty } from "./errors/up.ts";
export { declarationOf } from "./lifecycle/declaration.ts";
export { isHistory } from "./lifecycle/forms/history.ts";
export { wireIn, wireOfPost } from "./lifecycle/forms/wire.ts";
export { Leftovers } from "./lifecycle/leftovers.ts";
export { hasSimilarIdentity, mayBeSame } from "./lifecycle/record/match.ts";
export { explaining } from "./lifecycle/record/operation-error.ts";
export { open } from "./lifecycle/record/scope.ts";
export { declaredFrom, secured } from "./marks.ts";

/** The rate limit and the timeouts, as a whole run meets them. */
export const limits = {
  writesPerSecond: requestsPerSecond.writes,
  /** Milliseconds until a request of a process that has ended has no effect any more. */
  response: timeLimits.response,
} as const;

/** Returns a record's values as a state has them: null for what the response doesn't carry. */
export const valuesIn = (definition: Definition, live: Live): Stored =>
  // Only a declared hub would be part of them.
  withoutOwnKeys(storedAfterRead({ definition, live, collection: { hub: { id: "" } } }));

interface DeclaredRecord {
  readonly hub: { readonly id: string; readonly createdAt?: string | undefined };
  readonly live: Live;
  readonly declared: Declared;
  /** A unique name for the resource. A hub needs none. */
  readonly owner?: string | undefined;
}

/** Returns what the state has of a record that a program declares, as an import writes it. */
export function stateOf(definition: Definition, { hub, live, declared, owner }: DeclaredRecord): Stored {
  const known = { stored: {}, live, sent: unsent };
  const { stored } = storedAfterWrite({ definition, collection: { hub } }, known, declared);
  return owner === undefined ? stored : { ...stored, [ownerKey]: owner };
}

/** Returns the records that a resource has, by the ID and the outputs in its state: its own, and all dates of a series. */
export function recordsOf(storedId: string, stored: Stored) {
  const id = recordIdOf(storedId, stored);
  /** Milliseconds from the first date of a series that was declared to the first that is left. */
  const offset = occurrencesIn(stored)[id] ?? 0;
  return { id, ids: recordIdsIn(storedId, stored), offset };
}

/** Whether two values that a program may declare mean the same. A value of another type has no meaning. */
export function haveSameMeaning(property: Property, one: unknown, other: unknown): boolean {
  const [wire, otherWire] = [findWire(property, one), findWire(property, other)];
  return wire !== undefined && otherWire !== undefined && sameMeaning(property, wire, otherWire);
}

/** Whether removing a property from the program changes its live value. */
export function isReset(property: Property, live: unknown): boolean {
  const wire = findWire(property, live);
  return property.cleared !== undefined && (wire === undefined || !sameMeaning(property, wire, property.cleared));
}

/** Writes to records that no program declares. Say at the call why a record isn't history. */
export function writing(definition: Definition, collection: Scope["collection"]) {
  const writable = asWritable({ collection }).collection;
  return {
    put: (id: string, wire: Wire, declared: Declared): Promise<Live> =>
      writable.put(id, withRepeated(definition, wire, declared)),
    remove: (id: string): Promise<Live> => writable.remove(id),
  };
}

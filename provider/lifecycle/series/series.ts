import type { Declared, Live, Stored, Wire } from "../../../api/form.ts";
import type { Definition } from "../../../kinds/kind.ts";
import { isDeleted } from "../../client/collection.ts";
import { findWire, liveValue, sameMeaning } from "../forms/compare.ts";
import { fingerprint } from "../forms/server-form.ts";
import { asDeployed, declaredIn, deployedKey, occurrencesIn, serverFormsIn, serverFormsKey } from "../forms/state.ts";
import { ifListed } from "../record/find.ts";
import type { Scope } from "../record/known.ts";

/*
 * The times of a series' occurrences, and which of the known ones is the current one. `occurrences.ts` finds those that
 * aren't known yet.
 */

/** Returns the time from the first occurrence to a record of the series, in milliseconds. */
export const offsetIn = (stored: Stored, id: string): number => occurrencesIn(stored)?.[id] ?? 0;

/**
 * Returns a record of the series as if it were the first one: with its times, as programs declare them, and without the
 * values that only the API sets, because the state has those of the first.
 */
export function asFirst({ series, outputs }: Definition, live: Live, offset: number): Live {
  if (series === undefined || offset === 0) return live;
  const others = Object.values(outputs).map(({ wire }) => wire);
  return Object.fromEntries(Object.entries(series.moved(live, -offset)).filter(([key]) => !others.includes(key)));
}

/** Returns a body with the times of an occurrence. */
export const asOccurrence = ({ series }: Definition, wire: Wire, offset: number): Wire =>
  offset === 0 ? wire : (series?.moved(wire, offset) ?? wire);

/** Returns a function for the time from the first occurrence of a declared series; 0 for a record that isn't a later one. */
export function offsetsFrom(definition: Definition, declared: Declared): (live: Live) => number {
  const first = wireIn(definition, declared);
  return (live) => definition.series?.offsetOf(first, live, { isNew: false }) ?? 0;
}

/** The declared values as the API has them. */
const wireIn = ({ properties }: Definition, values: Declared | Stored): Wire =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [property.wire, findWire(property, values[name])]),
  );

/** The occurrence under which a series goes on. */
export interface Current {
  readonly id: string;
  readonly live: Live;
}

/** Finds the first occurrence that is left and hasn't ended. */
export async function findCurrent(scope: Scope, stored: Stored): Promise<Current | undefined> {
  const { definition, collection } = scope;
  const ids = Object.keys(occurrencesIn(stored) ?? {});
  if (ids.length === 0) return undefined;
  const listed = ((await ifListed(collection.list)) ?? []).filter(({ id }) => ids.includes(String(id)));
  const [next] = byStart(
    scope,
    listed.filter((record) => !hasEnded(scope, record)),
  );
  const live = next && (await collection.get(String(next.id)));
  if (live !== undefined && !isDeleted(live)) return { id: String(live.id), live };
  // A list can't prove that a record is gone.
  const due = ids.filter((id) => !hasEnded(scope, expected(definition, stored, id)));
  const found = (await Promise.all(due.map((id) => collection.get(id)))).filter((record) => record !== undefined);
  const [first] = byStart(
    scope,
    found.filter((record) => !isDeleted(record) && !hasEnded(scope, record)),
  );
  return first && { id: String(first.id), live: first };
}

export const byStart = ({ definition: { series } }: Scope, records: readonly Live[]): Live[] =>
  records.toSorted((one, other) => (series?.startOf(one) ?? 0) - (series?.startOf(other) ?? 0));

/** Whether a record has ended by the server's clock. */
export const hasEnded = ({ definition, collection }: Scope, record: Wire | Live): boolean =>
  (definition.series?.endOf(record) ?? Number.NaN) <= collection.serverTime();

/** The times of an occurrence according to the state, which somebody may have changed on the page. */
export const expected = (definition: Definition, stored: Stored, id: string): Wire =>
  asOccurrence(definition, wireIn(definition, asDeployed(stored)), offsetIn(stored, id));

/** Whether all known occurrences have ended. */
export function isOver(scope: Scope, stored: Stored): boolean {
  const ids = Object.keys(occurrencesIn(stored) ?? {});
  return ids.length > 0 && ids.every((id) => hasEnded(scope, expected(scope.definition, stored, id)));
}

/**
 * Returns what the state holds when a series goes on under another occurrence. What somebody has changed there before counts
 * as declared, so it stays. The pattern belongs to the whole series, so it is still compared.
 */
export function acceptingDeviations(definition: Definition, before: Stored, { id, live }: Current): Stored {
  const { [deployedKey]: _, ...stored } = asDeployed(before);
  const record = asFirst(definition, live, offsetIn(stored, id));
  const forms = Object.entries(declaredIn(definition, stored)).flatMap(([name, value]) => {
    const property = definition.properties[name];
    const wire = property && findWire(property, value);
    const shown = property && liveValue(property, record, wire);
    if (property === undefined || shown === undefined || sameMeaning(property, wire, shown)) return [];
    // Inferred (pattern-of-occurrences): every occurrence carries the pattern. If only the first does, nobody removed it.
    const isPattern = name === definition.series?.property && !sameMeaning(property, property.cleared, shown);
    return isPattern ? [] : [[name, fingerprint(property, shown)]];
  });
  return { ...stored, [serverFormsKey]: { ...serverFormsIn(stored), ...Object.fromEntries(forms) } };
}

/**
 * Returns the IDs of the known occurrences that are left on the hub and haven't started.
 *
 * @param except the ID of an occurrence that doesn't count
 */
export async function findUpcoming(scope: Scope, stored: Stored, except: string): Promise<string[]> {
  const { definition, collection } = scope;
  const ids = Object.keys(occurrencesIn(stored) ?? {}).filter((id) => id !== except);
  if (ids.length === 0) return [];
  const listed = await ifListed(collection.listNow);
  if (listed === undefined) return ids.filter((id) => !hasStarted(scope, expected(definition, stored, id)));
  return listed
    .filter((record) => ids.includes(String(record.id)) && !hasStarted(scope, record))
    .map(({ id }) => String(id));
}

/** Whether a record has started by the server's clock. */
export const hasStarted = ({ definition, collection }: Scope, record: Wire | Live): boolean =>
  (definition.series?.startOf(record) ?? 0) <= collection.serverTime();

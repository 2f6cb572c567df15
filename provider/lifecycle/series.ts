import type { Definition, Values, Wire } from "../../kinds/kind.ts";
import { isDeleted } from "../client/collection.ts";
import type { ApiRecord } from "../client/request.ts";
import { findWire, liveValue, sameMeaning } from "./compare.ts";
import { ifListed, type Scope } from "./find.ts";
import { fingerprint } from "./server-form.ts";
import { declaredIn, deployedIn, deployedKey, occurrencesIn, serverFormsIn, serverFormsKey } from "./state.ts";

/*
 * A resource that stands for several records: the occurrences of a series. `occurrences.ts` finds them.
 */

/** Returns the time from the first occurrence to a record of the series, in milliseconds. */
export const offsetIn = (outputs: Values, recordId: string): number => occurrencesIn(outputs)?.[recordId] ?? 0;

/**
 * Returns a record of the series as if it were the first one: with its times, as programs declare them, and without the
 * values that only the API sets, because the state has those of the first.
 */
export function asFirst({ series, outputs }: Definition, record: Wire, offset: number): Wire {
  if (series === undefined || offset === 0) return record;
  const others = Object.values(outputs).map(({ wire }) => wire);
  return Object.fromEntries(Object.entries(series.moved(record, -offset)).filter(([key]) => !others.includes(key)));
}

/** Returns a body with the times of an occurrence. */
export const asOccurrence = ({ series }: Definition, body: Wire, offset: number): Wire =>
  offset === 0 ? body : (series?.moved(body, offset) ?? body);

/** Returns a function for the time from the first occurrence of a declared series; 0 for a record that isn't a later one. */
export function offsetsFrom(definition: Definition, desired: Values): (record: Wire) => number {
  const first = wireIn(definition, desired);
  return (record) => definition.series?.offsetOf(first, record, { isNew: false }) ?? 0;
}

/** The declared values as the API has them. */
const wireIn = ({ properties }: Definition, outputs: Values): Wire =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [property.wire, findWire(property, outputs[name])]),
  );

/** The occurrence under which a series goes on. */
export interface Current {
  readonly recordId: string;
  readonly live: ApiRecord;
}

/** Finds the first occurrence that is left and hasn't ended. */
export async function findCurrent(scope: Scope, outputs: Values): Promise<Current | undefined> {
  const { definition, collection } = scope;
  const ids = Object.keys(occurrencesIn(outputs) ?? {});
  if (ids.length === 0) return undefined;
  const listed = ((await ifListed(collection.live)) ?? []).filter(({ id }) => ids.includes(String(id)));
  const [next] = byStart(
    scope,
    listed.filter((record) => !hasEnded(scope, record)),
  );
  const live = next && (await collection.get(String(next.id)));
  if (live !== undefined && !isDeleted(live)) return { recordId: String(live.id), live };
  // A list can't prove that a record is gone.
  const due = ids.filter((id) => !hasEnded(scope, expected(definition, outputs, id)));
  const found = (await Promise.all(due.map((id) => collection.get(id)))).filter((record) => record !== undefined);
  const [first] = byStart(
    scope,
    found.filter((record) => !isDeleted(record) && !hasEnded(scope, record)),
  );
  return first && { recordId: String(first.id), live: first };
}

export const byStart = ({ definition: { series } }: Scope, records: readonly ApiRecord[]): ApiRecord[] =>
  records.toSorted((one, other) => (series?.startOf(one) ?? 0) - (series?.startOf(other) ?? 0));

/** Whether a record has ended by the server's clock. */
export const hasEnded = ({ definition, collection }: Scope, record: Wire): boolean =>
  (definition.series?.endOf(record) ?? Number.NaN) <= collection.serverTime();

/** The times of an occurrence, unless somebody has moved it. */
export const expected = (definition: Definition, outputs: Values, id: string): Wire =>
  asOccurrence(definition, wireIn(definition, asDeployed(outputs)), offsetIn(outputs, id));

/** Returns the outputs without what somebody has changed since. */
export const asDeployed = (outputs: Values): Values => ({ ...outputs, ...deployedIn(outputs) });

/** Whether all known occurrences have ended. */
export function isOver(scope: Scope, outputs: Values): boolean {
  const ids = Object.keys(occurrencesIn(outputs) ?? {});
  return ids.length > 0 && ids.every((id) => hasEnded(scope, expected(scope.definition, outputs, id)));
}

/**
 * Returns outputs with which an occurrence is as declared, although it differs, when the series goes on under it: what
 * somebody has changed there before stays. The pattern belongs to the series, so it is still compared.
 */
export function acceptingDeviations(definition: Definition, known: Values, { recordId, live }: Current): Values {
  const { [deployedKey]: _, ...outputs } = asDeployed(known);
  const record = asFirst(definition, live, offsetIn(outputs, recordId));
  const forms = Object.entries(declaredIn(definition, outputs)).flatMap(([name, value]) => {
    const property = definition.properties[name];
    const wire = property && findWire(property, value);
    const shown = property && liveValue(property, record, wire);
    if (property === undefined || shown === undefined || sameMeaning(property, wire, shown)) return [];
    // Inferred (pattern-of-occurrences): every occurrence carries the pattern. If only the first does, nobody removed it.
    const isPattern = name === definition.series?.property && !sameMeaning(property, property.cleared, shown);
    return isPattern ? [] : [[name, fingerprint(property, shown)]];
  });
  return { ...outputs, [serverFormsKey]: { ...serverFormsIn(outputs), ...Object.fromEntries(forms) } };
}

/**
 * Returns the IDs of the known occurrences that are left on the hub and haven't started.
 *
 * @param except the ID of an occurrence that doesn't count
 */
export async function findUpcoming(scope: Scope, outputs: Values, except: string): Promise<string[]> {
  const { definition, collection } = scope;
  const ids = Object.keys(occurrencesIn(outputs) ?? {}).filter((id) => id !== except);
  if (ids.length === 0) return [];
  const listed = await ifListed(collection.liveNow);
  if (listed === undefined) return ids.filter((id) => !hasStarted(scope, expected(definition, outputs, id)));
  return listed
    .filter((record) => ids.includes(String(record.id)) && !hasStarted(scope, record))
    .map(({ id }) => String(id));
}

/** Whether a record has started by the server's clock. */
export const hasStarted = ({ definition, collection }: Scope, record: Wire): boolean =>
  (definition.series?.startOf(record) ?? 0) <= collection.serverTime();

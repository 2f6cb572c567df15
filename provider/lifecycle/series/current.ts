import type { Live, Stored } from "../../../model/api/form.ts";
import { isDeleted } from "../../client/collection.ts";
import { declaredKey, type Kept, occurrencesIn, occurrencesKey, recordIdKey, withOffset } from "../forms/state.ts";
import { ifListed } from "../record/find.ts";
import type { Found } from "../record/read.ts";
import { asWritable, findWritable, hasEnded, writable } from "../record/scope.ts";
import {
  areKnown,
  asFirst,
  byStart,
  endedIn,
  expected,
  isOver,
  lastKnown,
  type Occurrence,
  offsetIn,
  overtakenIn,
  type SeriesScope,
} from "./occurrence.ts";
import { findPossible, occurrencesAmong, withKnownOccurrences, withOccurrences } from "./occurrences.ts";

/*
 * Which of the known occurrences of a series is the current one. `occurrences.ts` finds those that aren't known yet.
 *
 *     state      __occurrences { 1: 0, 2: 7 days, 3: 14 days }, from 2 December
 *     records    1: 2 December    2: deleted    3: 16 December
 *     clock      5 December: the current one is 3
 */

/** The occurrence under which a series goes on. */
export interface Current extends Found {
  readonly target: Occurrence;
}

/** Finds the first occurrence that is left and hasn't ended. */
export async function findCurrent(scope: SeriesScope, stored: Stored): Promise<Current | undefined> {
  const { definition, collection } = scope;
  const ids = Object.keys(occurrencesIn(stored));
  if (ids.length === 0) return undefined;
  const isOvertaken = overtakenIn(scope, stored);
  const currentIn = (records: readonly (Live | undefined)[]): Current | undefined => {
    const left = records.filter((record) => record !== undefined).filter((record) => !isDeleted(record));
    const live = byStart(definition, left).find((record) => !hasEnded(scope, record) && !isOvertaken(record));
    const target = live && writable({ ...scope, id: String(live.id) }, live);
    return live && target && { id: target.id, live, target };
  };
  const listed = ((await ifListed(collection.list)) ?? []).filter(({ id }) => ids.includes(String(id)));
  // Documented: lists carry basic info, which may leave out the times.
  const next = currentIn(
    listed.map((record) => ({ ...(expected(definition, stored, String(record.id)) as object), ...record })),
  );
  const found = next && currentIn([await collection.get(next.id)]);
  if (found !== undefined) return found;
  // A list can't prove that a record is gone.
  const due = ids.filter((id) => !hasEnded(scope, expected(definition, stored, id)));
  return currentIn(await Promise.all(due.map((id) => collection.get(id))));
}

/**
 * Finds the first occurrence that is left of a series. If a program adopts a later one, it manages the series under the first.
 *
 * @param own the adopted one, unless it has ended
 * @returns also what the state holds under that occurrence, and the occurrences that were found, with the adopted one;
 * `undefined` if it is the adopted one, or none is left
 */
export async function findFirst(scope: SeriesScope, { id, stored }: Kept, own: Occurrence | undefined) {
  const { definition, collection } = scope;
  const offset = offsetIn(stored, id);
  if (own !== undefined && offset === 0) return undefined;
  const left = ((await ifListed(collection.list)) ?? []).filter((record) => !hasEnded(scope, record));
  // Nothing counts as declared yet, so all that the adopted one shows is compared.
  const { [declaredKey]: __, ...shown } = stored;
  const occurrences = (await occurrencesAmong(scope, left, { id, stored: shown, isAdopted: true })) ?? {};
  if (own !== undefined && Object.values(occurrences).every((each) => each >= offset)) return undefined;
  const next = await findCurrent(scope, { ...stored, [occurrencesKey]: occurrences });
  if (next === undefined) return undefined;
  const begin = occurrences[next.id] ?? 0;
  const { [occurrencesKey]: _, ...kept } = stored;
  const begun: Stored = { ...kept, [recordIdKey]: next.id, ...withOffset(next.id, begin) };
  return { ...next, live: asFirst(definition, next.live, begin), stored: begun, occurrences };
}

/**
 * Finds the occurrence that an update or a deletion is for: the one in the state or, if it has ended, the current one. If the
 * pattern goes on but none is left, it's the last one: a write to it also changes those that the service doesn't show yet.
 *
 * @returns also the state with the occurrences that are known by now, and whether the occurrence itself has ended
 */
export async function findOpen(
  scope: SeriesScope,
  { id, stored: before }: Kept,
  list: () => Promise<Live[]>,
): Promise<{ readonly stored: Stored; readonly target: Occurrence | undefined; readonly isLast?: boolean }> {
  const stored = await withKnownOccurrences(scope, { id, stored: before }, list);
  const times = lastKnown(scope.definition, stored, id);
  const own = overtakenIn(scope, stored)(times) ? undefined : await findWritable({ ...scope, id }, times);
  if (own !== undefined) return { stored, target: own };
  const { stored: more, current } = await findNext(scope, { id, stored }, list);
  if (current !== undefined) return { stored: more, target: current.target };
  return { stored: more, target: await findLast(scope, { id, stored: more }), isLast: true };
}

/**
 * Finds the current occurrence. Inferred (series-clock): a service may add occurrences as time passes, so if all known ones have
 * ended, there may be more.
 */
export async function findNext(scope: SeriesScope, { id, stored }: Kept, list: () => Promise<Live[]>) {
  const current = await findCurrent(scope, stored);
  if (current !== undefined) return { stored, current };
  const more = areKnown(stored) ? await withOccurrences(scope, { id, stored }, list) : stored;
  return { stored: more, current: await findCurrent(scope, more) };
}

/**
 * Finds the last known occurrence of a series that goes on. Somebody who has moved or deleted one that isn't due yet, and records that
 * may follow, make that uncertain.
 */
async function findLast(scope: SeriesScope, { id, stored }: Kept): Promise<Occurrence | undefined> {
  const ended = Object.keys(endedIn(scope, stored)).length;
  if (isOver(scope, { id, stored }) || ended < Object.keys(occurrencesIn(stored)).length) return undefined;
  const offsets = { [id]: 0, ...occurrencesIn(stored) };
  const [last = id] = Object.keys(offsets).sort((one, other) => offsetIn(stored, other) - offsetIn(stored, one));
  const live = await scope.collection.get(last);
  if (live === undefined || isDeleted(live) || overtakenIn(scope, stored)(live)) return undefined;
  const possible = await findPossible(scope, { id: last, stored });
  return possible.length > 0 ? undefined : asWritable({ ...scope, id: last });
}

/** Returns the known occurrences that are left on the hub and haven't ended, except some by their IDs. */
export async function findUnended(
  scope: SeriesScope,
  stored: Stored,
  except: readonly string[],
): Promise<Occurrence[]> {
  const { definition, collection } = scope;
  const ids = Object.keys(occurrencesIn(stored)).filter((id) => !except.includes(id));
  if (ids.length === 0) return [];
  const listed = await ifListed(collection.listNow);
  const left = ids.map(async (id) => {
    const record = listed?.find((live) => String(live.id) === id);
    if (listed !== undefined && record === undefined) return [];
    const times = { ...expected(definition, stored, id), ...record };
    // Documented: lists carry basic info, which may leave out the times. Somebody may have ended it.
    const isTimed = record !== undefined && !Number.isNaN(definition.series.endOf(record));
    const live = isTimed || hasEnded(scope, times) ? record : await collection.get(id);
    return live === undefined || isDeleted(live) ? [] : (writable({ ...scope, id }, { ...times, ...live }) ?? []);
  });
  return (await Promise.all(left)).flat();
}

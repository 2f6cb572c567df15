import { isDeepStrictEqual } from "node:util";
import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { isDeleted } from "../../client/collection.ts";
import { asFirst, byStart, expected, offsetIn, wireIn } from "../forms/occurrence.ts";
import {
  asDeployed,
  declaredIn,
  declaredKey,
  declaresSeries,
  isSeries,
  type Occurrences,
  occurrencesIn,
  occurrencesKey,
  recordIdKey,
  withOffset,
} from "../forms/state.ts";
import { ifListed } from "../record/find.ts";
import { findWritable, hasEnded, shownBy, type Timed, type Writable, writable } from "../record/history.ts";
import type { Kept, Scope } from "../record/known.ts";
import { areKnown, occurrencesAmong, withKnownOccurrences, withOccurrences } from "./occurrences.ts";

/*
 * Which of the known occurrences of a series is the current one. `occurrences.ts` finds those that aren't known yet.
 */

/** The occurrence under which a series goes on. */
export interface Current {
  readonly id: string;
  readonly live: Live;
  readonly target: Writable;
}

/** Finds the first occurrence that is left and hasn't ended. */
export async function findCurrent(scope: Scope, stored: Stored): Promise<Current | undefined> {
  const { definition, collection } = scope;
  const ids = Object.keys(occurrencesIn(stored) ?? {});
  if (ids.length === 0) return undefined;
  const currentIn = (records: readonly (Live | undefined)[]): Current | undefined => {
    const left = records.filter((record) => record !== undefined && !isDeleted(record) && !hasEnded(scope, record));
    const [live] = byStart(definition, left as Live[]);
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
 * @returns also what the state holds of the series under that occurrence; `undefined` if it is the adopted one, or none is left
 */
export async function findFirst(
  scope: Scope,
  { id, stored }: Kept,
  own: Writable | undefined,
): Promise<(Current & { readonly stored: Stored }) | undefined> {
  const { definition, collection } = scope;
  const offset = offsetIn(stored, id);
  if (own !== undefined && offset === 0) return undefined;
  const left = ((await ifListed(collection.list)) ?? []).filter((record) => !hasEnded(scope, record));
  const occurrences = (await occurrencesAmong(scope, left, { id, stored, isAdopted: true })) ?? {};
  if (own !== undefined && Object.values(occurrences).every((each) => each >= offset)) return undefined;
  const next = await findCurrent(scope, { ...stored, [occurrencesKey]: occurrences });
  if (next === undefined) return undefined;
  const begin = occurrences[next.id] ?? 0;
  const others = { [recordIdKey]: next.id, ...withOffset(next.id, begin) };
  const { [occurrencesKey]: _, ...kept } = stored;
  return { ...next, live: asFirst(definition, next.live, begin), stored: { ...kept, ...others } };
}

/**
 * Finds the occurrence that an update or a deletion is for: that of the state or, if it has ended, the current one.
 *
 * @returns also the state with the occurrences that are known by now
 */
export async function findOpen(
  scope: Scope,
  { id, stored: before }: Kept,
  list: () => Promise<Live[]>,
): Promise<{ readonly stored: Stored; readonly target: Writable | undefined }> {
  const stored = await withKnownOccurrences(scope, { id, stored: before }, list);
  const target = (await findWritable({ ...scope, id }, stored)) ?? (await findCurrent(scope, stored))?.target;
  if (target !== undefined) return { stored, target };
  const more = await lookAgain(scope, { id, stored }, list);
  return { stored: more, target: (await findCurrent(scope, more))?.target };
}

/** Inferred (series-clock): a service may add occurrences as time passes, so if all known ones have ended, there may be more. */
export const lookAgain = async (scope: Scope, known: Kept, list: () => Promise<Live[]>): Promise<Stored> =>
  areKnown(known.stored) ? withOccurrences(scope, known, list) : known.stored;

/**
 * Returns what the state would hold of what has ended if it were compared. It shows the pattern that it had when it ended, which
 * a program may only take over if one of its dates is left: otherwise, dates that aren't over would be missing.
 */
export async function shownOfHistory(scope: Scope, kept: Kept, live: Live | undefined): Promise<Stored> {
  const { definition, collection } = scope;
  const { id, stored } = kept;
  const shown = shownBy(scope, kept, live);
  const name = definition.series?.property ?? "";
  const names = [...Object.keys(declaredIn(definition, stored)), name];
  const taken = { ...stored, [name]: shown[name], [declaredKey]: names };
  const isSame = isDeepStrictEqual(shown[name], stored[name]);
  if (isSame || nextDate(scope, declaredIn(definition, taken)) === undefined) return shown;
  const records = await ifListed(collection.list);
  if (records === undefined) return shown;
  const occurrences = await occurrencesAmong(scope, records, { id, stored: taken });
  const next = await findCurrent(scope, { ...taken, [occurrencesKey]: occurrences });
  return next === undefined ? { ...shown, [name]: stored[name] } : shown;
}

/** Whether a record, or all occurrences of a series, have ended according to the state. */
export function isOver(timed: Timed, { id, stored }: Kept): boolean {
  const { definition, collection } = timed;
  const first = wireIn(definition, asDeployed(stored));
  const isKnown = !isSeries(definition, stored) || areKnown(stored);
  if (!isKnown && definition.series?.nextOffset(first, collection.serverTime()) !== null) return false;
  const ids = [id, ...Object.keys(occurrencesIn(stored) ?? {})];
  return ids.every((each) => hasEnded(timed, expected(definition, stored, each)));
}

/** Returns the known occurrences that have ended according to the state. */
export function endedIn(timed: Timed, stored: Stored): Occurrences {
  const isEnded = ([id]: [string, number]) => hasEnded(timed, expected(timed.definition, stored, id));
  return Object.fromEntries(Object.entries(occurrencesIn(stored) ?? {}).filter(isEnded));
}

/**
 * Returns the time from the first declared date to the first one that isn't over, in milliseconds; `undefined` if all are
 * over, or the meaning of the pattern isn't known.
 */
export function nextDate(timed: Timed, declared: Declared): number | undefined {
  const { definition, collection } = timed;
  const first = wireIn(definition, declared);
  if (!hasEnded(timed, first)) return 0;
  if (!declaresSeries(definition, declared)) return undefined;
  return definition.series?.nextOffset(first, collection.serverTime()) ?? undefined;
}

/**
 * Returns the known occurrences that are left on the hub and haven't ended.
 *
 * @param except the IDs of occurrences that don't count
 */
export async function findLeft(scope: Scope, stored: Stored, except: readonly string[]): Promise<Writable[]> {
  const { definition, collection } = scope;
  const ids = Object.keys(occurrencesIn(stored) ?? {}).filter((id) => !except.includes(id));
  if (ids.length === 0) return [];
  const listed = await ifListed(collection.listNow);
  const times = (id: string) => {
    const record = listed?.find((live) => String(live.id) === id);
    return listed !== undefined && record === undefined
      ? undefined
      : { ...expected(definition, stored, id), ...record };
  };
  return ids.flatMap((id) => {
    const shown = times(id);
    return (shown && writable({ ...scope, id }, shown)) ?? [];
  });
}

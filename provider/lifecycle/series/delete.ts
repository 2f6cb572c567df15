import type { Live, Stored } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { withoutCode } from "../../../model/problem.ts";
import { isDeleted } from "../../client/collection.ts";
import { isRecordGone, isRejected, isStatusHubError, StatusHubError } from "../../client/errors.ts";
import { historyStays, occurrencesKept, occurrencesRemain, recordKept } from "../../errors/read.ts";
import { liveValue, sameMeaning } from "../forms/compare.ts";
import {
  adoptionKey,
  asDeployed,
  declaredIn,
  type Kept,
  mayBeSeries,
  occurrencesIn,
  occurrencesKey,
} from "../forms/state.ts";
import { wireIn, withRepeated } from "../forms/wire.ts";
import { deleteRecord, removeRecord } from "../record/delete.ts";
import { findReason } from "../record/explain.ts";
import { subject } from "../record/operation-error.ts";
import { hasEnded } from "../record/scope.ts";
import { findCurrent, findOpen, findUnended } from "./current.ts";
import { areKnown, endedIn, type Occurrence, type SeriesScope, type SeriesTarget } from "./occurrence.ts";
import { findPossible } from "./occurrences.ts";

/*
 * A series is ended, then what is left of it is deleted. What has ended stays.
 *
 *     state      id "1", __occurrences { 1: 0, 2: 7 days, 3: 14 days } from 2 December
 *     clock      5 December
 *     sent       PUT 2 { event_repeat: null, recurring: { update_following: true } }, DELETE 2
 *                and, if the list still shows it, DELETE 3
 */

/**
 * @param taken the IDs of records that other resources have
 * @returns what stays, or may remain
 */
export async function removeSeries(
  record: SeriesTarget,
  { stored }: Kept,
  taken: readonly string[],
): Promise<string | undefined> {
  if (!mayBeSeries(record.definition, stored)) return removeRecord(record, { id: record.id, stored });
  return taken.length > 0 ? deleteOthers(record, stored, taken) : deleteSeries(record, stored);
}

export async function deleteSeries(record: SeriesTarget, before: Stored): Promise<string | undefined> {
  const { definition, collection, id } = record;
  const { stored, target: current, isLast } = await findOpen(record, { id, stored: before }, collection.listNow);
  const spared = await findSpared(record, stored);
  if (spared.length > 0) return deleteOthers(record, stored, spared);
  const { target, obstacle } = current === undefined ? {} : await endAt(current, stored);
  if (target !== undefined && !isLast) await deleteRecord(target);
  await deleteLeft(record, stored, target === undefined ? [] : [target.id]);
  const what = subject({ definition, stored: before, recordId: id });
  const possible = areKnown(stored) && current !== undefined ? [] : await findPossible(record, { id, stored });
  if (possible.length > 0) return occurrencesRemain.unclear({ what, ids: possible.join(", ") });
  if (!areKnown(stored)) return current === undefined ? occurrencesRemain.ended({ what }) : obstacle?.({ what });
  const hasHistory = current?.id !== id || Object.keys(endedIn(record, stored)).length > 0;
  return hasHistory ? historyStays.series({ what }) : undefined;
}

/**
 * Deletes the occurrences that haven't ended, except those that other resources have adopted. The series isn't ended, because
 * that would delete them, too.
 */
async function deleteOthers(record: SeriesTarget, stored: Stored, taken: readonly string[]): Promise<string> {
  const known = { [record.id]: 0, ...occurrencesIn(stored) };
  await deleteLeft(record, { ...stored, [occurrencesKey]: known }, taken);
  return recordKept.adopted({ what: subject({ ...record, stored, recordId: taken.join(", ") }) });
}

/** Finds the occurrences that a resource leaves alone when it ends the series, because others have them or the program looks them up. */
export async function findSpared(record: SeriesTarget, stored: Stored): Promise<string[]> {
  const { definition, owners } = record;
  const isClaimed = (id: string) => {
    const claims = owners.claimsOn(definition, { id, stored: { [adoptionKey]: stored[adoptionKey] } });
    return claims.taken.length > 0 || claims.isAwaited || claims.isLookedUp;
  };
  const known = Object.keys(occurrencesIn(stored)).filter(isClaimed);
  return [...known, ...(await findAdopted(record, stored))];
}

/** Finds the occurrences that this resource never had, because others had adopted them before it adopted the series. */
async function findAdopted(record: SeriesTarget, stored: Stored): Promise<string[]> {
  const { definition, collection, owners } = record;
  const first = wireIn(definition, asDeployed(stored));
  const known = Object.values(occurrencesIn(stored));
  const ids = owners.adoptedElsewhere(definition, stored[adoptionKey]).map(async (id) => {
    const live = await collection.read(id);
    if (live === undefined || isDeleted(live) || hasEnded(record, live)) return [];
    const offset = definition.series?.offsetOf(first, live, { isNew: false });
    return offset === undefined || known.includes(offset) ? [] : [id];
  });
  return (await Promise.all(ids)).flat();
}

interface SeriesEnd {
  /** The occurrence after which the series ends; undefined if none is left. */
  readonly target?: Occurrence;
  /** Returns the warning that the API didn't end the series. */
  readonly obstacle?: (named: { what: string }) => string;
}

/** Ends the series after an occurrence; if that is gone, after the next one. */
async function endAt(target: Occurrence, stored: Stored, isRetry = false): Promise<SeriesEnd> {
  const { definition, collection, id } = target;
  const { series } = definition;
  const ending = withRepeated(definition, series.ending, declaredIn(definition, stored));
  try {
    const live = await collection.put(id, series.reaching(ending, "following"));
    return isEnded(definition, live) ? { target } : { target, obstacle: occurrencesRemain.ignored };
  } catch (error) {
    if (!isRecordGone(error) && !isRejected(error)) throw error;
    const live = await findReason(error, () => collection.get(id));
    if (live !== undefined && !isDeleted(live)) {
      if (!isRejected(error)) throw error;
      const { serverMessage } = error;
      return { target, obstacle: ({ what }) => occurrencesRemain.rejected({ what, serverMessage }) };
    }
    const next = isRetry ? undefined : await findCurrent(target, stored);
    return next === undefined ? { target } : endAt(next.target, stored, true);
  }
}

/** A response that doesn't carry the pattern is taken for success. */
function isEnded({ series, properties }: Definition, live: Live): boolean {
  const property = properties[series?.property ?? ""];
  const pattern = property && liveValue(property, live, property.cleared);
  return property === undefined || pattern === undefined || sameMeaning(property, pattern, property.cleared);
}

/** Deletes the known occurrences that haven't ended, except some by their IDs. */
export async function deleteLeft(scope: SeriesScope, stored: Stored, except: readonly string[]): Promise<void> {
  const left = await findUnended(scope, stored, except);
  const results = await Promise.allSettled(left.map(deleteRecord));
  const cause: unknown = results.find((result) => result.status === "rejected")?.reason;
  if (cause === undefined) return;
  if (!isStatusHubError(cause)) throw cause;
  const kept = left.filter((_, index) => results[index]?.status === "rejected");
  const ids = kept.map(({ id }) => id).join(", ");
  throw new StatusHubError(occurrencesKept({ ids, reason: withoutCode(cause.message) }), { cause });
}

import type { Live, Stored } from "../../../model/api/form.ts";
import { isDeleted } from "../../../model/api/live.ts";
import { withoutCode } from "../../../model/problem.ts";
import { isRecordGone, isRejected, isStatusHubError, StatusHubError } from "../../client/errors.ts";
import { historyStays, occurrencesKept, occurrencesRemain } from "../../errors/read.ts";
import { isDraft, isHistory, wasOver } from "../forms/history.ts";
import { asDeployed, declaredIn, isSeries, isUnconfirmed, type Kept } from "../forms/state.ts";
import { storedAfterRead } from "../forms/stored.ts";
import { shownOfDate, withRepeated } from "../forms/wire.ts";
import { deleteRecord } from "../record/delete.ts";
import { isHiddenOnPage } from "../record/leftover.ts";
import { subject } from "../record/operation-error.ts";
import { asWritable, type Target } from "../record/scope.ts";
import {
  type CurrentDate,
  dateAt,
  goesOn,
  isDateOver,
  isPast,
  isRepeating,
  type NotedDate,
  notedIn,
  type SeriesScope,
} from "./dates.ts";
import { findCurrentOrNote, findUnnoted } from "./note.ts";

/*
 * What is deleted is what the live record is: a series is ended, then the noted dates that are left are deleted. History stays.
 *
 *     state      id "1", __occurrences { 1: 0, 2: 7 days, 3: 14 days } from 2 December
 *     clock      5 December
 *     sent       PUT 2 { event_repeat: null, recurring: { update_following: true } }, DELETE 2
 *                and, if it is still there, DELETE 3
 */

type SeriesTarget = SeriesScope & Target;

/** @returns what stays, or may remain */
export async function removeSeries(record: SeriesTarget, { stored: before }: Kept): Promise<string | undefined> {
  const { definition, collection, id } = record;
  let stored = before;
  const what = subject({ definition, stored, recordId: id });
  if (isHistory(definition, stored, collection.serverTime())) return historyStays.all({ what });
  if (!isSeries(definition, stored)) {
    const live = await collection.get(id);
    const isLeft = live !== undefined && !isDeleted(live);
    if (!isLeft && !isUnconfirmed(definition, stored)) return undefined;
    if (isLeft && !isRepeating(definition, live)) {
      if (isPublishedHistory(record, stored, live)) return historyStays.all({ what });
      await deleteRecord(asWritable(record));
      return undefined;
    }
    // Somebody, or a write without a response, has made a series of it.
    if (isLeft) stored = storedAfterRead({ ...record, live: shownOfDate(definition, live, true) }, before);
  }
  const { date, stored: known } = await findCurrentOrNote(record, { id, stored });
  const kept = { id, stored: known };
  const isToEnd = date !== undefined && date !== "over" && (!date.isOver || goesOn(record, known));
  const obstacle = isToEnd ? await endAfter(date, kept) : undefined;
  await deleteLeft(record, kept);
  const unnoted = await findUnnoted(record, kept);
  if (unnoted.length > 0) return occurrencesRemain.unclear({ what, ids: unnoted.join(", ") });
  if (obstacle !== undefined && notedIn(kept).length === 1)
    return occurrencesRemain.notEnded({ what, reason: obstacle });
  const hasHistory =
    !isDraft(definition, stored) && notedIn(kept).some(([, offset]) => isDateOver(record, kept, offset));
  return hasHistory ? historyStays.some({ what }) : undefined;
}

/** Whether a single maintenance is over by the program, or its date is, there and on the page. */
function isPublishedHistory(scope: SeriesScope, stored: Stored, live: Live): boolean {
  const { definition, collection } = scope;
  const date = dateAt(definition, asDeployed(definition, stored), 0);
  const isOver =
    wasOver(definition, stored, collection.serverTime()) || [date, live].every((times) => isPast(scope, times));
  return isOver && !isHiddenOnPage(definition, live);
}

/** Ends the series after a date. @returns why the API didn't */
async function endAfter(date: CurrentDate, { stored }: Kept): Promise<string | undefined> {
  const { definition, collection, id } = date;
  const ending = withRepeated(definition, definition.series.ending, declaredIn(definition, stored));
  try {
    const live = await collection.put(id, definition.series.following(ending));
    return isRepeating(definition, live) ? "StatusHub ignored it" : undefined;
  } catch (error) {
    if (isRecordGone(error)) return undefined;
    if (isRejected(error)) return error.serverMessage;
    throw error;
  }
}

/** Deletes the noted dates that are left, and are hidden or not over. */
async function deleteLeft(scope: SeriesScope, kept: Kept): Promise<void> {
  const isDraftStill = isDraft(scope.definition, kept.stored);
  const isDue = ([, offset]: NotedDate) => isDraftStill || !isDateOver(scope, kept, offset);
  const due = notedIn(kept).filter(isDue);
  const results = await Promise.allSettled(
    due.map(async ([id, offset]) => {
      const live = await scope.collection.get(id);
      const isHidden = live !== undefined && isHiddenOnPage(scope.definition, live);
      if (live === undefined || isDeleted(live) || (!isHidden && isDateOver(scope, kept, offset, live))) return;
      await deleteRecord(asWritable({ ...scope, id }));
    }),
  );
  const cause: unknown = results.find((result) => result.status === "rejected")?.reason;
  if (cause === undefined) return;
  if (!isStatusHubError(cause)) throw cause;
  const ids = due.filter((_, index) => results[index]?.status === "rejected").map(([id]) => id);
  throw new StatusHubError(occurrencesKept({ ids: ids.join(", "), reason: withoutCode(cause.message) }), { cause });
}

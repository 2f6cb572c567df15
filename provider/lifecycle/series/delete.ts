import { isLeft } from "../../../model/api/live.ts";
import { withoutCode } from "../../../model/problem.ts";
import { isRecordGone, isRejected, isStatusHubError, StatusHubError } from "../../client/errors.ts";
import { historyStays, occurrencesKept, occurrencesRemain } from "../../errors/stays.ts";
import { declaredIn, isSeries, isUnconfirmed, type Known, type State } from "../forms/state.ts";
import { stateAfterRead } from "../forms/stored.ts";
import { shownOfOccurrence, withRepeated } from "../forms/wire.ts";
import { deleteRecord, isHistoryOnPage } from "../record/delete.ts";
import type { Target } from "../record/scope.ts";
import { subject } from "../record/subject.ts";
import { findCurrentAndNote, isToCome } from "./current.ts";
import { findUnnoted } from "./later.ts";
import {
  type Current,
  type CurrentOccurrence,
  goesOn,
  isAheadByProgram,
  isRepeating,
  notedIn,
  occurrencesOnPage,
  type SeriesScope,
  type ShownOccurrence,
} from "./occurrences.ts";

/*
 * The live record decides what is deleted: a series is ended, then the noted occurrences that are left are deleted. Those that are
 * published and over on the page stay.
 *
 *     state      id "1", __occurrences { 1: 0, 2: 7 days, 3: 14 days } from 2 December
 *     clock      5 December
 *     sent       PUT 2 { event_repeat: null, recurring: { update_following: true } }, DELETE 2
 *                and, if it is still there, DELETE 3
 */

type SeriesTarget = SeriesScope & Target;

/** Says what stays, or may remain. */
export async function removeSeries(record: SeriesTarget, { state }: Known): Promise<void> {
  const { definition, collection, id } = record;
  const what = subject({ ...record, stored: state.values, recordId: id });
  if (isSeries(definition, state)) return removeOccurrences(record, state, what);
  const live = await collection.get(id);
  if (!isLeft(live)) {
    // A write without a response may have made a series of it. Then others may be left.
    const mayBeSeries = isUnconfirmed(definition, state);
    return mayBeSeries ? removeOccurrences(record, state, what) : undefined;
  }
  if (isRepeating(definition, live)) {
    // Somebody, or a write without a response, has made a series of it.
    const shown = shownOfOccurrence(definition, live, true);
    return removeOccurrences(record, stateAfterRead(record, shown, state), what);
  }
  const outcome = await deleteRecord(record, live);
  if (outcome === "stays") record.say("info", historyStays.all({ what }));
}

async function removeOccurrences(record: SeriesTarget, state: State, what: string): Promise<void> {
  const { id, say } = record;
  const { current, state: noted } = await findCurrentAndNote(record, { id, state });
  const known = { id, state: noted };
  const reason = await endSeries(record, known, current);
  const stays = await deleteLeft(record, known);
  const unnoted = await findUnnoted(record, known);
  // A series that wasn't ended has other occurrences, but no other is noted.
  const mayHaveOthers = reason !== undefined && notedIn(known).length === 1;
  if (unnoted.length > 0) say("info", occurrencesRemain.unclear({ what, ids: unnoted.join(", ") }));
  else if (mayHaveOthers) say("info", occurrencesRemain.notEnded({ what, reason }));
  else if (stays !== "none") say("info", historyStays[stays]({ what }));
}

/** Ends the series if the service may make other occurrences. @returns why the API didn't */
async function endSeries(scope: SeriesScope, known: Known, current: Current): Promise<string | undefined> {
  if (current === "gone" || current === "over") return undefined;
  const mayGoOn = isToCome(current) || goesOn(scope, known.state.values);
  return mayGoOn ? endAfter(current, known) : undefined;
}

/** Ends the series after an occurrence. @returns why the API didn't */
async function endAfter(current: CurrentOccurrence, { state }: Known): Promise<string | undefined> {
  const { definition, collection, id } = current;
  const ending = withRepeated(definition, definition.series.ending, declaredIn(definition, state));
  try {
    const live = await collection.put(id, definition.series.following(ending));
    return isRepeating(definition, live) ? "StatusHub ignored it" : undefined;
  } catch (error) {
    if (isRecordGone(error)) return undefined;
    if (isRejected(error)) return error.serverMessage;
    throw error;
  }
}

/** Deletes the noted occurrences that are left, and are hidden or not over. @returns which of those that were left stay */
async function deleteLeft(scope: SeriesScope, known: Known): Promise<"none" | "some" | "all"> {
  const shown = await occurrencesOnPage(scope, known);
  const due = shown.filter((occurrence) => !isKept(scope, known, occurrence));
  const results = await Promise.allSettled(due.map(({ id }) => deleteOccurrence(scope, id)));
  const failed = due.filter((_, index) => results[index]?.status === "rejected");
  if (failed.length > 0) {
    const cause: unknown = results.find((result) => result.status === "rejected")?.reason;
    if (!isStatusHubError(cause)) throw cause;
    const ids = failed.map(({ id }) => id).join(", ");
    throw new StatusHubError(occurrencesKept({ ids, reason: withoutCode(cause.message) }), { cause });
  }
  const outcomes = results.map((result) => (result.status === "fulfilled" ? result.value : undefined));
  const wasKept = shown.some((occurrence) => occurrence.live !== undefined && !due.includes(occurrence));
  const staysAny = wasKept || outcomes.includes("stays");
  if (!staysAny) return "none";
  return outcomes.includes("deleted") ? "some" : "all";
}

/**
 * Whether an occurrence is history, which stays. Lists show when most occurrences end. One that they leave out may be there, unless it is
 * over by the program.
 */
function isKept(scope: SeriesScope, known: Known, occurrence: ShownOccurrence): boolean {
  const { live } = occurrence;
  return live === undefined ? !isAheadByProgram(scope, known, occurrence) : isHistoryOnPage(scope, live);
}

async function deleteOccurrence(scope: SeriesScope, id: string): Promise<"deleted" | "stays" | "gone"> {
  const live = await scope.collection.get(id);
  return isLeft(live) ? deleteRecord({ ...scope, id }, live) : "gone";
}

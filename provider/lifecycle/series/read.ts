import type { Live } from "../../../model/api/form.ts";
import { ifError, isStatusHubError } from "../../client/errors.ts";
import { asDeployed } from "../forms/deployed.ts";
import { deployedEnd } from "../forms/end.ts";
import { wasHidden } from "../forms/hidden.ts";
import { declaresSeries, isSeries, isUnconfirmed, type Known, type State } from "../forms/state.ts";
import { shownOfOccurrence } from "../forms/wire.ts";
import { ifListed } from "../record/find.ts";
import { findExisting, foundAs, foundUnchanged, type ReadResult } from "../record/read.ts";
import { findCurrent, findCurrentAndNote, isToCome } from "./current.ts";
import { requireNoUnnoted } from "./later.ts";
import {
  type Current,
  type CurrentOccurrence,
  goesOn,
  isRepeating,
  notedIn,
  type ReadLeft,
  type SeriesScope,
} from "./occurrences.ts";
import { readSingle } from "./read-single.ts";

/*
 * A series is read by its current occurrence, without the times of that: a change of times on the page is the team's business.
 *
 *     state      id "1", startTime "2 December", __occurrences { 1: 0, 2: 7 days }
 *     records    1: deleted    2: 10 December, because somebody has moved it
 *     clock      1 December
 *     read       id "1", startTime "2 December": no drift
 */

/** @returns undefined if it is gone */
export async function readSeries(scope: SeriesScope, known: Known): Promise<ReadResult | undefined> {
  if (isSeries(scope.definition, known.state)) return readOccurrences(scope, known);
  const single = await readSingle(scope, known);
  return single?.isSeriesNow ? readOccurrences(scope, single.found) : single?.found;
}

/**
 * Reads the current occurrence:
 *
 *     the program's series is over    only one that the team has postponed counts, otherwise it stays as it is in the state
 *     it isn't                        the series is gone if somebody has deleted all occurrences that aren't over
 */
async function readOccurrences(scope: SeriesScope, known: Known): Promise<ReadResult | undefined> {
  const { id, state } = known;
  const readOne: ReadLeft = (occurrenceId) => readOccurrence(scope, known, occurrenceId);
  if (isHistoryByProgram(scope, state)) {
    return foundSeries(scope, known, await findPostponed(scope, known, readOne));
  }
  const found = await findCurrentAndNote(scope, known, { read: readOne });
  // The next update would make the series again.
  const isToBeMadeAgain = found.current === "gone" && goesOn(scope, state.values);
  if (isToBeMadeAgain) await requireNoUnnoted(scope, known);
  return foundSeries(scope, { id, state: found.state }, found.current);
}

/** Reads one occurrence. As a list shows it, it is enough if the state would stay the same. */
function readOccurrence(scope: SeriesScope, { id, state }: Known, occurrenceId: string): Promise<Live | undefined> {
  const isFirst = occurrenceId === id;
  const asFound = (live: Live) => foundAs({ ...scope, id }, shownOfOccurrence(scope.definition, live, isFirst), state);
  return findExisting(scope, { id: occurrenceId, state }, asFound);
}

/** Whether the series is over by the program that was deployed, and no one else may have made occurrences that are to come. */
function isHistoryByProgram({ definition, collection }: SeriesScope, state: State): boolean {
  const isOver = deployedEnd(definition, state, collection.serverTime()) === "over";
  // Otherwise, somebody has made a series of a single maintenance.
  const hasDeployedSeries = declaresSeries(definition, asDeployed(definition, state));
  // A write without a response may have changed the pattern.
  const isPatternKnown = !isUnconfirmed(definition, state);
  // A draft never becomes history.
  const wasPublic = !wasHidden(definition, state);
  return isOver && hasDeployedSeries && isPatternKnown && wasPublic;
}

/** Finds an occurrence that the team has postponed, of a series that is over. */
async function findPostponed(scope: SeriesScope, known: Known, read: ReadLeft): Promise<CurrentOccurrence | "over"> {
  // History never makes a run fail.
  const over = ifError(isStatusHubError, () => "over" as const);
  const current = await findCurrent(scope, known, { read }).catch(over);
  return isToCome(current) ? current : "over";
}

/**
 * Returns what the state gets of a series:
 *
 *     gone                  undefined
 *     over                  what it has already
 *     the first is current  the values of that record, its creation time, and whether it still repeats
 *     a later one is        the values of that record. That this one doesn't repeat means nothing
 */
async function foundSeries(scope: SeriesScope, known: Known, current: Current): Promise<ReadResult | undefined> {
  const { definition } = scope;
  const { id, state } = known;
  if (current === "gone") return undefined;
  if (current === "over") return foundUnchanged(definition, known);
  const { live } = current;
  const isFirst = current.id === id;
  // If later ones are left, somebody has taken only this one out of the pattern.
  const isTakenOut = !isRepeating(definition, live) && (await isLaterLeft(scope, known, current.id));
  return foundAs({ ...scope, id }, shownOfOccurrence(definition, live, isFirst && !isTakenOut), state);
}

/** Whether a list has occurrences that are noted after one. */
async function isLaterLeft({ collection }: SeriesScope, known: Known, id: string): Promise<boolean> {
  const ids = notedIn(known).map((occurrence) => occurrence.id);
  const later = ids.slice(ids.indexOf(id) + 1);
  if (later.length === 0) return false;
  const listed = (await ifListed(collection.list)) ?? [];
  return listed.some((live) => later.includes(String(live.id)));
}

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
 * A series is read by its current occurrence, without the times of that. It is gone if the program has occurrences that aren't over, and
 * somebody has deleted them all. Once the end of the deployed program is over, the page decides (`forms/phase.ts`).
 *
 *     state      id "1", startTime "2 December", __occurrences { 1: 0, 2: 7 days }
 *     records    1: deleted    2: 10 December, because somebody has moved it
 *     clock      1 December
 *     read       id "1", startTime "2 December": no drift
 */

export async function readSeries(scope: SeriesScope, known: Known): Promise<ReadResult | undefined> {
  if (isSeries(scope.definition, known.state)) return readOccurrences(scope, known);
  const single = await readSingle(scope, known);
  return single?.isSeriesNow ? readOccurrences(scope, single.found) : single?.found;
}

async function readOccurrences(scope: SeriesScope, known: Known): Promise<ReadResult | undefined> {
  const { definition } = scope;
  const { id, state } = known;
  const read = (each: string) =>
    findExisting(scope, { id: each, state }, (live) => {
      const isFirst = String(live.id) === id;
      return foundAs({ ...scope, id }, shownOfOccurrence(definition, live, isFirst), state);
    });
  if (isHistoryByProgram(scope, state)) return foundSeries(scope, known, await findExtended(scope, known, read));
  const { current, state: noted } = await findCurrentAndNote(scope, known, { read });
  if (current === "gone" && goesOn(scope, state.values)) await requireNoUnnoted(scope, known);
  return foundSeries(scope, { id, state: noted }, current);
}

/** Whether the program has deployed a series that is over by now. Unless the team has postponed one of its occurrences, it is history. */
function isHistoryByProgram({ definition, collection }: SeriesScope, state: State): boolean {
  // Otherwise, somebody or a write without a response may have made more occurrences.
  const isAsDeployed = declaresSeries(definition, asDeployed(definition, state)) && !isUnconfirmed(definition, state);
  const isOver = deployedEnd(definition, state, collection.serverTime()) === "over";
  return isOver && isAsDeployed && !wasHidden(definition, state);
}

/** Finds an occurrence that the team has postponed, of a series that is over. History never makes a run fail. */
async function findExtended(scope: SeriesScope, known: Known, read: ReadLeft): Promise<CurrentOccurrence | "over"> {
  const current = await findCurrent(scope, known, { read }).catch(ifError(isStatusHubError, () => "over" as const));
  return isToCome(current) ? current : "over";
}

/** Returns a series as its current occurrence shows it. */
async function foundSeries(scope: SeriesScope, known: Known, current: Current): Promise<ReadResult | undefined> {
  const { definition } = scope;
  const { id, state } = known;
  if (current === "gone") return undefined;
  if (current === "over") return foundUnchanged(definition, known);
  const { live } = current;
  // Somebody may have taken only this occurrence out of the pattern.
  const isTakenOut = !isRepeating(definition, live) && (await isLaterLeft(scope, known, current.id));
  const showsSeries = current.id === id && !isTakenOut;
  return foundAs({ ...scope, id }, shownOfOccurrence(definition, live, showsSeries), state);
}

/** Whether a list has occurrences that are noted after one. */
async function isLaterLeft({ collection }: SeriesScope, known: Known, id: string): Promise<boolean> {
  const ids = notedIn(known).map((occurrence) => occurrence.id);
  const later = ids.slice(ids.indexOf(id) + 1);
  if (later.length === 0) return false;
  const listed = (await ifListed(collection.list)) ?? [];
  return listed.some((live) => later.includes(String(live.id)));
}

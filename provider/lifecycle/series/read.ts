import type { Declared, Live } from "../../../model/api/form.ts";
import { isLeft } from "../../../model/api/live.ts";
import { ifError, isStatusHubError, StatusHubError } from "../../client/errors.ts";
import { deletedOnHub } from "../../errors/up.ts";
import { datesOf, withDeployedDates } from "../forms/dates.ts";
import { asDeployed } from "../forms/deployed.ts";
import { deployedEnd } from "../forms/end.ts";
import { wasHidden } from "../forms/hidden.ts";
import { courseOf, phaseOf } from "../forms/phase.ts";
import {
  adoptIn,
  declaredIn,
  declaresSeries,
  isLookup,
  isSeries,
  isUnconfirmed,
  type Known,
  type State,
} from "../forms/state.ts";
import { shownOfOccurrence } from "../forms/wire.ts";
import { ifListed } from "../record/find.ts";
import { findExisting, foundAs, type ReadResult, readRecord } from "../record/read.ts";
import { type Current, type CurrentOccurrence, findCurrent, findCurrentOrNote, isToCome } from "./current.ts";
import { findUnnoted } from "./later.ts";
import { goesOn, isRepeating, notedIn, type SeriesScope } from "./occurrences.ts";

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
  const { definition, collection } = scope;
  const { id, state } = known;
  const isOver = deployedEnd(definition, state, collection.serverTime()) === "over";
  if (!isSeries(definition, state)) return isOver ? readSingleOver(scope, known) : readSingle(scope, known);
  const read = (each: string) =>
    findExisting(scope, { id: each, state }, (live) => {
      const isFirst = String(live.id) === id;
      return foundAs({ ...scope, id }, shownOfOccurrence(definition, live, isFirst), state);
    });
  // Otherwise, somebody or a write without a response may have made more occurrences.
  const wasSeries = declaresSeries(definition, asDeployed(definition, state)) && !isUnconfirmed(definition, state);
  const mayBeHistory = isOver && wasSeries && !wasHidden(definition, state);
  if (mayBeHistory) return foundSeries(scope, known, await findExtended(scope, known, read));
  const { current, state: noted } = await findCurrentOrNote(scope, known, { read });
  if (current === "gone" && goesOn(scope, state.values)) await requireNoOthers(scope, known);
  return foundSeries(scope, { id, state: noted }, current);
}

/** Returns a series as its current occurrence shows it. */
async function foundSeries(scope: SeriesScope, known: Known, current: Current): Promise<ReadResult | undefined> {
  const { definition } = scope;
  const { id, state } = known;
  if (current === "gone") return undefined;
  if (current === "over") return unchanged(definition, known);
  const { live } = current;
  // Somebody may have taken only this occurrence out of the pattern.
  const isTakenOut = !isRepeating(definition, live) && (await isLaterLeft(scope, known, current.id));
  const showsSeries = current.id === id && !isTakenOut;
  return foundAs({ ...scope, id }, shownOfOccurrence(definition, live, showsSeries), state);
}

/** Finds an occurrence that the team has postponed, of a series that is over. History never makes a run fail. */
async function findExtended(
  scope: SeriesScope,
  known: Known,
  read: (id: string) => Promise<Live | undefined>,
): Promise<CurrentOccurrence | "over"> {
  const current = await findCurrent(scope, known, { read }).catch(ifError(isStatusHubError, () => "over" as const));
  return isToCome(current) ? current : "over";
}

/** History isn't compared with the page. */
const unchanged = (definition: SeriesScope["definition"], { id, state }: Known): ReadResult => ({
  id,
  state,
  declared: { ...declaredIn(definition, state), ...adoptIn(state) },
});

async function readSingle(scope: SeriesScope, { id, state }: Known): Promise<ReadResult | undefined> {
  const { definition } = scope;
  // While a series lacks its pattern, and begins later than its first occurrence, its times aren't those of the program.
  const beginsLater = (state.occurrences[id] ?? 0) > 0;
  // A write without a response may have made a series of it. If it carried times, those on the page are ours.
  const mayBeOurSeries = isUnconfirmed(definition, state);
  const hasSentTimes = state.unconfirmed.some((name) => definition.series.timed.includes(name));
  const found = await readRecord(scope, { id, state }, (live) => {
    // Somebody else has made a series of it.
    const hasOtherTimes = isRepeating(definition, live) && !hasSentTimes;
    return beginsLater || hasOtherTimes ? shownOfOccurrence(definition, live, String(live.id) === id) : live;
  });
  if (found === undefined && mayBeOurSeries) await requireNoOthers(scope, { id, state });
  const isOurSeries = found !== undefined && mayBeOurSeries && isSeries(definition, found.state);
  return isOurSeries ? readSeries(scope, found) : found;
}

/** Reads a single maintenance whose deployed end is over: the page decides. */
async function readSingleOver(scope: SeriesScope, known: Known): Promise<ReadResult | undefined> {
  const { definition, collection } = scope;
  const { id, state } = known;
  const live = await readLeft(scope, known);
  if (live === "unreadable") return withProgramsDates(definition, unchanged(definition, known));
  const page = live === undefined ? [] : [live];
  const declared = declaredIn(definition, withDeployedDates(definition, state));
  const course = courseOf(phaseOf(definition, { state, declared, page }, collection.serverTime()));
  const found = live && foundSingle(scope, known, live);
  if (course === "extended") {
    const isSingle = found !== undefined && !isSeries(definition, found.state);
    if (isSingle) return withProgramsDates(definition, found);
    return found && readSeries(scope, found);
  }
  // An import has no state yet.
  if (course !== "history" || isLookup(definition, state.values)) return found;
  // The page settles what a lost response has left open. Otherwise, every later preview would read it.
  const isOpen = state.unconfirmed.length > 0;
  if (found !== undefined && isOpen) return withProgramsDates(definition, found);
  return withProgramsDates(definition, unchanged(definition, { id, state: withTimesOf(definition, known, found) }));
}

/** Returns a single maintenance, which somebody may have made recurring. */
function foundSingle(scope: SeriesScope, { id, state }: Known, live: Live): ReadResult {
  const { definition } = scope;
  const shown = isRepeating(definition, live) ? shownOfOccurrence(definition, live, true) : live;
  return foundAs({ ...scope, id }, shown, state);
}

/** Reads a record that may be history, which never makes a run fail. */
async function readLeft(scope: SeriesScope, { id, state }: Known): Promise<Live | "unreadable" | undefined> {
  const asFound = (live: Live) => foundAs({ ...scope, id }, live, state);
  try {
    const live = await findExisting(scope, { id, state }, asFound);
    return isLeft(live) ? live : undefined;
  } catch (error) {
    if (!isStatusHubError(error) || wasHidden(scope.definition, state)) throw error;
    return "unreadable";
  }
}

/** Returns a state with the times of the page, or with those that were deployed if the record is deleted there. */
function withTimesOf(definition: SeriesScope["definition"], { state }: Known, found?: ReadResult): State {
  const from = found?.state ?? withDeployedDates(definition, state);
  const times = definition.series.timed.map((name) => [name, from.values[name]]);
  return { ...state, values: { ...state.values, ...Object.fromEntries(times) } };
}

/** The team may have other dates on the page, but a refresh leaves those of the program in the inputs. */
function withProgramsDates(definition: SeriesScope["definition"], found: ReadResult): ReadResult {
  const deployed: Declared = declaredIn(definition, withDeployedDates(definition, found.state));
  const dates = datesOf(definition).filter((name) => deployed[name] !== undefined);
  return {
    ...found,
    declared: { ...found.declared, ...Object.fromEntries(dates.map((name) => [name, deployed[name]])) },
  };
}

/** Whether a list has occurrences that are noted after one. */
async function isLaterLeft({ collection }: SeriesScope, known: Known, id: string): Promise<boolean> {
  const ids = notedIn(known).map((occurrence) => occurrence.id);
  const later = ids.slice(ids.indexOf(id) + 1);
  if (later.length === 0) return false;
  const listed = (await ifListed(collection.list)) ?? [];
  return listed.some((live) => later.includes(String(live.id)));
}

/** Requires that a series that is gone isn't made and announced again beside occurrences that aren't noted. */
async function requireNoOthers(scope: SeriesScope, known: Known): Promise<void> {
  const others = await findUnnoted(scope, known);
  if (others.length > 0) throw new StatusHubError(deletedOnHub.others({ ids: others.join(", ") }));
}

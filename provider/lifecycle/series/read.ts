import type { Declared, Live } from "../../../model/api/form.ts";
import { isLeft } from "../../../model/api/live.ts";
import { ifError, isStatusHubError, StatusHubError } from "../../client/errors.ts";
import { deletedOnHub } from "../../errors/up.ts";
import { datesOf, withDeployedDates } from "../forms/dates.ts";
import { deployedEnd } from "../forms/end.ts";
import { wasHidden } from "../forms/hidden.ts";
import { courseOf, phaseOf } from "../forms/phase.ts";
import {
  adoptIn,
  asDeployed,
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
import { findCurrentOrNote, findUnnoted } from "./note.ts";
import { type CurrentOccurrence, findCurrent, goesOn, isRepeating, notedIn, type SeriesScope } from "./occurrences.ts";

/*
 * A series is read by its current occurrence, without the times of that. It is gone if occurrences are left that aren't over, and somebody has
 * deleted them all. Once what was deployed is over, the page decides (`forms/phase.ts`).
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
  // Somebody, or a write without a response, may have made more occurrences.
  const wasSeries = declaresSeries(definition, asDeployed(definition, state)) && !isUnconfirmed(definition, state);
  const mayBeHistory = isOver && wasSeries && !wasHidden(definition, state);
  if (!isSeries(definition, state)) return isOver ? readOver(scope, known) : readSingle(scope, known);
  const shownOf = (live: Live) => shownOfOccurrence(definition, live, String(live.id) === id);
  const read = (each: string) =>
    findExisting(scope, { id: each, state }, (live) => foundAs({ ...scope, id }, shownOf(live), state));
  const { occurrence, state: withOccurrences } = mayBeHistory
    ? { occurrence: await findExtended(scope, known, read), state }
    : await findCurrentOrNote(scope, known, { read });
  if (occurrence === "over") return unchanged(definition, { id, state: withOccurrences });
  if (occurrence !== undefined) {
    const withNoted = { id, state: withOccurrences };
    // Somebody may have taken only this occurrence out of the pattern.
    const isTakenOut =
      !isRepeating(definition, occurrence.live) && (await isLaterLeft(scope, withNoted, occurrence.id));
    const isFirst = occurrence.id === id && !isTakenOut;
    return foundAs({ ...scope, id }, shownOfOccurrence(definition, occurrence.live, isFirst), withOccurrences);
  }
  if (goesOn(scope, state.values)) await requireNoOthers(scope, known);
  return undefined;
}

/** Finds an occurrence that the team has postponed, of a series that is over. History never makes a run fail. */
async function findExtended(
  scope: SeriesScope,
  known: Known,
  read: (id: string) => Promise<Live | undefined>,
): Promise<CurrentOccurrence | "over"> {
  const occurrence = await findCurrent(scope, known, { read }).catch(ifError(isStatusHubError, () => undefined));
  return occurrence === undefined || occurrence === "over" || occurrence.isOver ? "over" : occurrence;
}

/** History isn't compared with the page. */
const unchanged = (definition: SeriesScope["definition"], { id, state }: Known): ReadResult => ({
  id,
  state,
  declared: { ...declaredIn(definition, state), ...adoptIn(state) },
});

async function readSingle(scope: SeriesScope, { id, state }: Known): Promise<ReadResult | undefined> {
  const { definition } = scope;
  // Somebody may have made a series of it. If it was a write without a response that carried times, they are ours, too.
  const mayHaveMade = isUnconfirmed(definition, state);
  const hasOurTimes = state.unconfirmed.some((name) => definition.series.timed.includes(name));
  // While a series lacks its pattern, and begins later than its first occurrence, its times aren't those of the program either.
  const isLater = (state.occurrences[id] ?? 0) > 0;
  const found = await readRecord(scope, { id, state }, (live) => {
    const areTimesOfDate = isLater || (isRepeating(definition, live) && !hasOurTimes);
    return areTimesOfDate ? shownOfOccurrence(definition, live, String(live.id) === id) : live;
  });
  if (found === undefined && mayHaveMade) await requireNoOthers(scope, { id, state });
  return found && mayHaveMade && isSeries(definition, found.state) ? readSeries(scope, found) : found;
}

/** Reads a single maintenance whose deployed end is over: the page decides. */
async function readOver(scope: SeriesScope, known: Known): Promise<ReadResult | undefined> {
  const { definition, collection } = scope;
  const { id, state } = known;
  const found = await readLeft(scope, known);
  if (found === "unreadable") return withProgramsDates(definition, unchanged(definition, known));
  const page = found === undefined ? [] : [found];
  const declared = declaredIn(definition, withDeployedDates(definition, state));
  const phase = phaseOf(definition, { state, declared, page }, collection.serverTime());
  const repeats = found !== undefined && isRepeating(definition, found);
  const shown = found && foundAs({ ...scope, id }, repeats ? shownOfOccurrence(definition, found, true) : found, state);
  switch (courseOf(phase)) {
    case "history":
      // An import has no state yet.
      if (isLookup(definition, state.values)) return shown;
      // The page settles what a lost response has left open. Otherwise, every later preview would read it.
      if (shown !== undefined && state.unconfirmed.length > 0) return withProgramsDates(definition, shown);
      return withProgramsDates(definition, unchanged(definition, { id, state: timesOf(definition, known, shown) }));
    case "extended":
      if (shown === undefined || isSeries(definition, shown.state)) return shown && readSeries(scope, shown);
      return withProgramsDates(definition, shown);
    default:
      return shown;
  }
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
function timesOf(definition: SeriesScope["definition"], { state }: Known, shown?: ReadResult): State {
  const from = shown?.state ?? withDeployedDates(definition, state);
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

async function isLaterLeft({ collection }: SeriesScope, known: Known, id: string): Promise<boolean> {
  const ids = notedIn(known).map((occurrence) => occurrence.id);
  const later = ids.slice(ids.indexOf(id) + 1);
  const listed = (later.length > 0 && (await ifListed(collection.list))) || [];
  return listed.some((live) => later.includes(String(live.id)));
}

/** Requires that a series that is gone isn't made and announced again beside occurrences that aren't noted. */
async function requireNoOthers(scope: SeriesScope, known: Known): Promise<void> {
  const others = await findUnnoted(scope, known);
  if (others.length > 0) throw new StatusHubError(deletedOnHub.others({ ids: others.join(", ") }));
}

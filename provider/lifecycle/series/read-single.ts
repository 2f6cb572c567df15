import type { Live } from "../../../model/api/form.ts";
import { isLeft } from "../../../model/api/live.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { isStatusHubError } from "../../client/errors.ts";
import { datesOf, withDeployedDates } from "../forms/dates.ts";
import { deployedEnd } from "../forms/end.ts";
import { wasHidden } from "../forms/hidden.ts";
import { type Course, courseOf, phaseOf } from "../forms/phase.ts";
import { declaredIn, isLookup, isSeries, isUnconfirmed, type Known } from "../forms/state.ts";
import { shownOfOccurrence } from "../forms/wire.ts";
import { findExisting, foundAs, foundUnchanged, type ReadResult, readRecord } from "../record/read.ts";
import { requireNoUnnoted } from "./later.ts";
import { isRepeating, type SeriesScope } from "./occurrences.ts";

/*
 * Reads a maintenance that is no series by the state. A write without a response, or somebody on the page, may have made one of it.
 */

interface Single {
  readonly found: ReadResult;
  /** Whether it has turned out to be a series of the program or of the team, whose occurrences have to be read. */
  readonly isSeriesNow: boolean;
}

/** @returns undefined if it is gone */
export function readSingle(scope: SeriesScope, known: Known): Promise<Single | undefined> {
  const { definition, collection } = scope;
  const isOver = deployedEnd(definition, known.state, collection.serverTime()) === "over";
  return isOver ? readOver(scope, known) : readToCome(scope, known);
}

async function readToCome(scope: SeriesScope, known: Known): Promise<Single | undefined> {
  const { definition } = scope;
  const mayBeOurSeries = isUnconfirmed(definition, known.state);
  const found = await readRecord(scope, known, (live) => shownToCome(definition, known, live));
  if (found !== undefined) return { found, isSeriesNow: mayBeOurSeries && isSeries(definition, found.state) };
  if (mayBeOurSeries) await requireNoUnnoted(scope, known);
  return undefined;
}

/** Returns what counts of a record: not its times, if they aren't those of the program. */
function shownToCome(definition: SeriesDefinition, { id, state }: Known, live: Live): Live {
  // A series that lacks its pattern so far has begun later than with its first occurrence.
  const beginsLater = (state.occurrences[id] ?? 0) > 0;
  // If a write without a response carried times, those on the page are ours. Otherwise, somebody else has made a series of it.
  const hasSentTimes = state.unconfirmed.some((name) => definition.series.timed.includes(name));
  const isSeriesOfOthers = isRepeating(definition, live) && !hasSentTimes;
  const hasOtherTimes = beginsLater || isSeriesOfOthers;
  return hasOtherTimes ? shownOfOccurrence(definition, live, String(live.id) === id) : live;
}

/**
 * Reads a maintenance whose deployed end is over. The page decides:
 *
 *     a draft               as it is on the page; undefined if somebody has deleted it
 *     extended              as it is on the page, with the program's dates; a series is read as such
 *     history               as it is in the state
 *     it can't be read      as it is in the state: history never makes a run fail
 */
async function readOver(scope: SeriesScope, known: Known): Promise<Single | undefined> {
  const { definition } = scope;
  const live = await findLeft(scope, known);
  if (live === "unreadable") return asSingle(withProgramsDates(definition, foundUnchanged(definition, known)));
  const found = live && foundOver(scope, known, live);
  const course = courseOnPage(scope, known, live);
  // An import has no state yet.
  const isImport = isLookup(definition, known.state.values);
  if (course === "history" && !isImport) return asSingle(foundHistory(definition, known, found));
  if (found === undefined) return undefined;
  if (course !== "extended") return asSingle(found);
  if (isSeries(definition, found.state)) return { found, isSeriesNow: true };
  return asSingle(withProgramsDates(definition, found));
}

const asSingle = (found: ReadResult): Single => ({ found, isSeriesNow: false });

/** Reads the record if it is left. */
async function findLeft(scope: SeriesScope, { id, state }: Known): Promise<Live | "unreadable" | undefined> {
  const asFound = (live: Live) => foundAs({ ...scope, id }, live, state);
  try {
    const live = await findExisting(scope, { id, state }, asFound);
    return isLeft(live) ? live : undefined;
  } catch (error) {
    const mayBeHistory = !wasHidden(scope.definition, state);
    if (mayBeHistory && isStatusHubError(error)) return "unreadable";
    throw error;
  }
}

/** Returns the record as it is on the page. If somebody has made it recurring, its times there are those of the series. */
function foundOver(scope: SeriesScope, { id, state }: Known, live: Live): ReadResult {
  const { definition } = scope;
  const shown = isRepeating(definition, live) ? shownOfOccurrence(definition, live, true) : live;
  return foundAs({ ...scope, id }, shown, state);
}

/** Decides by the program that was deployed, whatever dates a refresh has left in the state. */
function courseOnPage({ definition, collection }: SeriesScope, { state }: Known, live: Live | undefined): Course {
  const declared = declaredIn(definition, withDeployedDates(definition, state));
  const page = live === undefined ? [] : [live];
  return courseOf(phaseOf(definition, { state, declared, page }, collection.serverTime()));
}

/** Returns history. Only its times in the state follow the page. */
function foundHistory(definition: SeriesDefinition, { id, state }: Known, found: ReadResult | undefined): ReadResult {
  // The page settles what a lost response has left open. Otherwise, every later preview would read it.
  const isOpen = state.unconfirmed.length > 0;
  if (found !== undefined && isOpen) return withProgramsDates(definition, found);
  // If somebody has deleted it, its times are those that were deployed.
  const { values } = found?.state ?? withDeployedDates(definition, state);
  const times = definition.series.timed.map((name) => [name, values[name]]);
  const withTimes = { ...state, values: { ...state.values, ...Object.fromEntries(times) } };
  return withProgramsDates(definition, foundUnchanged(definition, { id, state: withTimes }));
}

/** The team may have other dates on the page, but a refresh leaves those of the program in the inputs. */
function withProgramsDates(definition: SeriesDefinition, found: ReadResult): ReadResult {
  const deployed = declaredIn(definition, withDeployedDates(definition, found.state));
  const dates = datesOf(definition).filter((name) => deployed[name] !== undefined);
  const ofProgram = Object.fromEntries(dates.map((name) => [name, deployed[name]]));
  return { ...found, declared: { ...found.declared, ...ofProgram } };
}

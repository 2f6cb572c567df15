import type { Declared } from "../../../model/api/form.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { declaresSeries, isSeries, isUnconfirmed, type Known, type State } from "../forms/state.ts";
import { unlessDeleted } from "../record/read.ts";
import { findIfNoneIsToCome } from "./none-to-come.ts";
import { noteLater } from "./note.ts";
import {
  afterHistory,
  type Current,
  type CurrentOccurrence,
  isAheadByProgram,
  isOccurrenceOver,
  type NotedOccurrence,
  notedIn,
  occurrencesOnPage,
  type ReadLeft,
  type SeriesScope,
  type ShownOccurrence,
} from "./occurrences.ts";

/*
 * The current occurrence of a series: the first that is left and isn't over. A change of the series, or its end, is sent to it, and the series
 * is read by it.
 *
 *     records    1: 2 December    2: deleted    3: 17 December, because somebody has moved it
 *     clock      5 December: the current occurrence is 3
 */

/** For which operation the current occurrence is searched: a read gives `read`, an update `declared`, and a delete neither. */
export interface Purpose {
  /** How the read of the resource reads an occurrence. */
  readonly read?: ReadLeft;
  /** The program that changes the series. */
  readonly declared?: Declared;
}

/**
 * Finds the current occurrence. If the series may have occurrences that aren't noted, it notes them and searches again. It may have some if
 * none of the noted ones is to come, or in the cases of `mayHaveUnnoted`.
 */
export async function findCurrentAndNote(
  scope: SeriesScope,
  known: Known,
  purpose: Purpose = {},
): Promise<{ readonly current: Current; readonly state: State }> {
  const { definition } = scope;
  const { state } = known;
  const current = await findCurrent(scope, known, purpose);
  const areAllNoted = isToCome(current) && !mayHaveUnnoted(definition, known);
  if (areAllNoted || !isSeries(definition, state)) return { current, state };
  const noted = await noteLater(scope, known);
  return { current: await findCurrent(scope, { ...known, state: noted }, purpose), state: noted };
}

/** Whether there is an occurrence to come. If not, the series is over, or deleted, or only an occurrence is left that is over itself. */
export const isToCome = (current: Current): current is CurrentOccurrence =>
  current !== "over" && current !== "gone" && !current.isOver;

/** Whether a series may have occurrences that aren't noted, whatever is to come. */
export function mayHaveUnnoted(definition: SeriesDefinition, known: Known): boolean {
  // The program repeats it, and yet only one is noted: the others may not have been found, or somebody may have changed the pattern.
  const lacksOthers = declaresSeries(definition, known.state.values) && notedIn(known).length === 1;
  // Or the response to the write of its pattern was lost.
  return lacksOthers || isUnconfirmed(definition, known.state);
}

/** Finds the current occurrence among those that are noted. */
export async function findCurrent(
  scope: SeriesScope,
  known: Known,
  { read, declared }: Purpose = {},
): Promise<Current> {
  const readLeft = unlessDeleted(read ?? scope.collection.get);
  // A read doesn't compare the times, so for it the next one by the program is as good as the next one on the page.
  if (read !== undefined) {
    const next = await findFirstToCome(scope, notedAheadByProgram(scope, known), readLeft);
    if (next !== undefined) return next;
  }
  // Somebody may have moved one. Inferred (update-following): the times on the page decide which occurrences follow.
  const shown = await occurrencesOnPage(scope, known);
  const aheadOnPage = afterHistory(scope, shown).filter((occurrence) => isAheadOnPage(scope, known, occurrence));
  const next = await findFirstToCome(scope, aheadOnPage, readLeft);
  if (next !== undefined) return next;
  return findIfNoneIsToCome(scope, known, { shown, pattern: declared ?? known.state.values, readLeft });
}

const notedAheadByProgram = (scope: SeriesScope, known: Known): readonly NotedOccurrence[] =>
  notedIn(known).filter((occurrence) => isAheadByProgram(scope, known, occurrence));

/** Whether an occurrence is to come by its times on the page; by those in the program if the page doesn't show it. */
function isAheadOnPage(scope: SeriesScope, known: Known, occurrence: ShownOccurrence): boolean {
  const { live } = occurrence;
  return live === undefined ? isAheadByProgram(scope, known, occurrence) : !isOccurrenceOver(scope, live);
}

/** Returns the first of some occurrences that is left and isn't over. */
async function findFirstToCome(
  scope: SeriesScope,
  occurrences: readonly NotedOccurrence[],
  readLeft: ReadLeft,
): Promise<CurrentOccurrence | undefined> {
  for (const { id } of occurrences) {
    const live = await readLeft(id);
    if (live !== undefined && !isOccurrenceOver(scope, live)) return { ...scope, id, live, isOver: false };
  }
  return undefined;
}

import type { Declared } from "../../../model/api/form.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { declaresSeries, isSeries, isUnconfirmed, type Known, type State } from "../forms/state.ts";
import { unlessDeleted } from "../record/read.ts";
import { findIfNoneIsToCome } from "./none-to-come.ts";
import { withLater } from "./note.ts";
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
 * The current occurrence of a series, to which a change or the end of the series goes, and by which the series is read: the first that is
 * left and isn't over.
 *
 *     records    1: 2 December    2: deleted    3: 17 December, because somebody has moved it
 *     clock      5 December: the current occurrence is 3
 */

export const isToCome = (current: Current): current is CurrentOccurrence =>
  current !== "over" && current !== "gone" && !current.isOver;

/** Who looks for the current occurrence. */
export interface Purpose {
  /** How a read of the resource reads an occurrence. @default it is a change */
  readonly read?: ReadLeft;
  /** The program, if it changes the series. @default it stays as it is in the state */
  readonly declared?: Declared;
}

/**
 * Finds the current occurrence. If a series is left with one occurrence, or with none, its list is asked for others: somebody may have
 * changed its pattern, or the response to a write that made them was lost.
 */
export async function findCurrentOrNote(
  scope: SeriesScope,
  known: Known,
  purpose: Purpose = {},
): Promise<{ readonly current: Current; readonly state: State }> {
  const { definition } = scope;
  const current = await findCurrent(scope, known, purpose);
  const isNoneToCome = !isToCome(current);
  const mayLackOthers = isNoneToCome || mayHaveUnnoted(definition, known);
  if (!isSeries(definition, known.state) || !mayLackOthers) return { current, state: known.state };
  const state = await withLater(scope, known);
  return { current: await findCurrent(scope, { ...known, state }, purpose), state };
}

/** Whether a series may have occurrences that aren't noted. */
export function mayHaveUnnoted(definition: SeriesDefinition, known: Known): boolean {
  const hasOne = notedIn(known).length === 1 && declaresSeries(definition, known.state.values);
  return hasOne || isUnconfirmed(definition, known.state);
}

/** Finds the current occurrence among those that are noted. */
export async function findCurrent(
  scope: SeriesScope,
  known: Known,
  { read, declared }: Purpose = {},
): Promise<Current> {
  const readLeft = unlessDeleted(read ?? scope.collection.get);
  if (read !== undefined) {
    // A read doesn't compare the times, so the next one by the program is enough.
    const aheadByProgram = notedIn(known).filter((occurrence) => isAheadByProgram(scope, known, occurrence));
    const next = await findFirstToCome(scope, aheadByProgram, readLeft);
    if (next !== undefined) return next;
  }
  // Somebody may have moved one. Inferred (update-following): the times on the page decide which occurrences follow.
  const shown = await occurrencesOnPage(scope, known);
  const aheadOnPage = afterHistory(scope, shown).filter((occurrence) => isAheadOnPage(scope, known, occurrence));
  const next = await findFirstToCome(scope, aheadOnPage, readLeft);
  if (next !== undefined) return next;
  return findIfNoneIsToCome(scope, known, { shown, pattern: declared ?? known.state.values, readLeft });
}

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

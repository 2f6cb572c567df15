import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { isHiddenOnPage, wasHidden } from "../forms/hidden.ts";
import { declaresSeries, isSeries, isUnconfirmed, type Known, type State } from "../forms/state.ts";
import { unlessDeleted } from "../record/read.ts";
import type { Target } from "../record/scope.ts";
import { withLater } from "./note.ts";
import {
  afterHistory,
  findLastLeft,
  goesOn,
  isOccurrenceOver,
  type NotedOccurrence,
  notedIn,
  occurrenceAt,
  occurrencesOnPage,
  type SeriesScope,
  type ShownOccurrence,
} from "./occurrences.ts";

/*
 * The current occurrence of a series, to which a change or the end of the series goes, and by which the series is read: the first that is
 * left and isn't over.
 *
 *     records    1: 2 December    2: deleted    3: 17 December, because somebody has moved it
 *     clock      5 December: the current occurrence is 3
 *
 * If there is none, it depends:
 *
 *     a draft                                a hidden one is left                    the last of those, although it is over
 *                                            only published ones are left            over: that is history
 *                                            none is left                            gone
 *     some are to come by the program        somebody has moved one into the past    over: that isn't a deletion
 *                                            the pattern has ended                   over
 *                                            anything else                           gone: somebody has deleted them
 *     none is to come by the program         the pattern goes on                     the last that is left, although it is over
 *                                            the pattern has ended                   over
 *
 * A write to an occurrence that is over reaches those that follow.
 */

export type Current = CurrentOccurrence | "over" | "gone";

export type CurrentOccurrence = SeriesScope & Target & { readonly live: Live; readonly isOver: boolean };

export const isToCome = (current: Current): current is CurrentOccurrence =>
  current !== "over" && current !== "gone" && !current.isOver;

/** Who looks for the current occurrence. */
export interface Purpose {
  /** How a read of the resource reads an occurrence. @default it is a change */
  readonly read?: (id: string) => Promise<Live | undefined>;
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
  const isCertain = isToCome(current) && !mayHaveOthers(definition, known);
  if (isCertain || !isSeries(definition, known.state)) return { current, state: known.state };
  const state = await withLater(scope, known);
  return { current: await findCurrent(scope, { ...known, state }, purpose), state };
}

/** Whether a series may have occurrences that aren't noted. */
export function mayHaveOthers(definition: SeriesDefinition, known: Known): boolean {
  const hasOne = notedIn(known).length === 1 && declaresSeries(definition, known.state.values);
  return hasOne || isUnconfirmed(definition, known.state);
}

type ReadLeft = (id: string) => Promise<Live | undefined>;

/**
 * Finds the current occurrence among those that are noted: for a read, by their times in the program; for a change, and if a read finds
 * none, by their times on the page. Inferred (update-following): the times on the page decide which occurrences follow.
 */
export async function findCurrent(
  scope: SeriesScope,
  known: Known,
  { read, declared }: Purpose = {},
): Promise<Current> {
  const readLeft = unlessDeleted(read ?? scope.collection.get);
  const isRead = read !== undefined;
  if (isRead) {
    const aheadByProgram = notedIn(known).filter((occurrence) => isAheadByProgram(scope, known, occurrence));
    const first = await findFirst(scope, aheadByProgram, readLeft);
    if (first !== undefined) return first;
  }
  // Only the page knows those that somebody has moved.
  const shown = await occurrencesOnPage(scope, known);
  const aheadOnPage = afterHistory(scope, shown).filter((occurrence) => isAheadOnPage(scope, known, occurrence));
  const first = await findFirst(scope, aheadOnPage, readLeft);
  if (first !== undefined) return first;
  return findIfNoneIsToCome(scope, known, { shown, pattern: declared ?? known.state.values, readLeft });
}

const isAheadByProgram = (scope: SeriesScope, { state }: Known, { offset }: NotedOccurrence): boolean =>
  !isOccurrenceOver(scope, occurrenceAt(scope.definition, state.values, offset));

/** Whether an occurrence is to come by its times on the page; by those in the program if the page doesn't show it. */
const isAheadOnPage = (scope: SeriesScope, known: Known, occurrence: ShownOccurrence): boolean =>
  occurrence.live === undefined
    ? isAheadByProgram(scope, known, occurrence)
    : !isOccurrenceOver(scope, occurrence.live);

/** Says what it means that no occurrence is to come: the table above, row by row. */
async function findIfNoneIsToCome(
  scope: SeriesScope,
  known: Known,
  {
    shown,
    pattern,
    readLeft,
  }: { readonly shown: readonly ShownOccurrence[]; readonly pattern: Declared | Stored; readonly readLeft: ReadLeft },
): Promise<Current> {
  const { definition } = scope;
  if (wasHidden(definition, known.state)) return findForDraft(scope, shown, readLeft);
  const aheadByProgram = shown.filter((occurrence) => isAheadByProgram(scope, known, occurrence));
  if (aheadByProgram.length > 0) {
    const isMovedBack = aheadByProgram.some(({ live }) => live !== undefined && isOccurrenceOver(scope, live));
    if (isMovedBack) return "over";
    // Without a pattern, only somebody on the page can have ended it.
    const hasPatternEnded = declaresSeries(definition, pattern) && !goesOn(scope, pattern);
    return hasPatternEnded ? "over" : "gone";
  }
  return goesOn(scope, pattern) ? findLast(scope, shown, readLeft) : "over";
}

/** Returns the first of some occurrences that is left and isn't over. */
async function findFirst(
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

/** The first three rows. */
async function findForDraft(
  scope: SeriesScope,
  shown: readonly ShownOccurrence[],
  readLeft: ReadLeft,
): Promise<Current> {
  const isHidden = (live: Live) => isHiddenOnPage(scope.definition, live);
  const lastHidden = await findLast(scope, shown, readLeft, isHidden);
  if (lastHidden !== "gone") return lastHidden;
  const arePublishedLeft = shown.some(({ live }) => live !== undefined);
  return arePublishedLeft ? "over" : "gone";
}

/** Finds the last occurrence that is left. */
async function findLast(
  scope: SeriesScope,
  shown: readonly ShownOccurrence[],
  readLeft: ReadLeft,
  isUsable?: (live: Live) => boolean,
): Promise<CurrentOccurrence | "gone"> {
  const last = await findLastLeft(shown, readLeft, isUsable);
  return last === undefined ? "gone" : { ...scope, id: last.id, live: last.live, isOver: true };
}

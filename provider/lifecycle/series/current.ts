import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { isHiddenOnPage, wasHidden } from "../forms/hidden.ts";
import type { Page } from "../forms/phase.ts";
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
 * The current occurrence of a series, to which a change or the end of the series goes, and by which the series is read.
 *
 *     records    1: 2 December    2: deleted    3: 17 December, because somebody has moved it
 *     clock      5 December: the current occurrence is 3
 */

/**
 * An occurrence that isn't over. Or, if `isOver`, the last that is left of a pattern that goes on, or of a draft: it is over, and a write
 * to it reaches those that follow.
 */
export type CurrentOccurrence = SeriesScope & Target & { readonly live: Live; readonly isOver: boolean };

/** "over" if none is to come; undefined if somebody has deleted those that were. */
export type Current = CurrentOccurrence | "over" | undefined;

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
  const isToCome = current !== undefined && current !== "over" && !current.isOver;
  const isCertain = isToCome && !mayHaveOthers(definition, known);
  if (isCertain || !isSeries(definition, known.state)) return { current, state: known.state };
  const state = await withLater(scope, known);
  return { current: await findCurrent(scope, { ...known, state }, purpose), state };
}

/** Whether a series may have occurrences that aren't noted. */
function mayHaveOthers(definition: SeriesDefinition, known: Known): boolean {
  const hasOne = notedIn(known).length === 1 && declaresSeries(definition, known.state.values);
  return hasOne || isUnconfirmed(definition, known.state);
}

/**
 * Finds the first noted occurrence that is left and isn't over: for a read, by the program; for a change, and if a read finds none, by the
 * page. Inferred (update-following): the times on the page decide which occurrences follow. If all are over, another may stand for them.
 */
export async function findCurrent(
  scope: SeriesScope,
  known: Known,
  { read, declared }: Purpose = {},
): Promise<Current> {
  const { definition } = scope;
  const { values } = known.state;
  const readLeft = unlessDeleted(read ?? scope.collection.get);
  const isOverInProgram = (offset: number) => isOccurrenceOver(scope, occurrenceAt(definition, values, offset));
  const ahead = notedIn(known).filter(({ offset }) => !isOverInProgram(offset));
  if (read !== undefined) {
    const found = await findToCome(scope, ahead, readLeft);
    if (found !== undefined) return found;
  }
  // Only the page knows those that somebody has moved.
  const shown = await occurrencesOnPage(scope, known);
  const isToCome = ({ live, offset }: ShownOccurrence) =>
    live === undefined ? !isOverInProgram(offset) : !isOccurrenceOver(scope, live);
  const found = await findToCome(scope, afterHistory(scope, shown).filter(isToCome), readLeft);
  if (found !== undefined) return found;
  if (wasHidden(definition, known.state)) return findLastOfDraft(scope, shown, readLeft);
  return findLast(scope, { pattern: declared ?? values, shown, ahead, readLeft });
}

/** Returns the first of some occurrences that is left and isn't over. */
async function findToCome(
  scope: SeriesScope,
  occurrences: readonly NotedOccurrence[],
  readLeft: (id: string) => Promise<Live | undefined>,
): Promise<CurrentOccurrence | undefined> {
  for (const { id } of occurrences) {
    const live = await readLeft(id);
    if (live !== undefined && !isOccurrenceOver(scope, live)) return { ...scope, id, live, isOver: false };
  }
  return undefined;
}

/** Finds the occurrence that stands for a draft if none is to come. If somebody has published one, that is history. */
async function findLastOfDraft(
  scope: SeriesScope,
  shown: readonly ShownOccurrence[],
  readLeft: (id: string) => Promise<Live | undefined>,
): Promise<Current> {
  const last = await findLastLeft(shown, readLeft, (live) => isHiddenOnPage(scope.definition, live));
  if (last !== undefined) return { ...scope, id: last.id, live: last.live, isOver: true };
  const isPublished = shown.some(({ live }) => live !== undefined);
  return isPublished ? "over" : undefined;
}

interface Past {
  readonly pattern: Declared | Stored;
  readonly shown: readonly ShownOccurrence[];
  /** Those that are to come by the program. */
  readonly ahead: readonly NotedOccurrence[];
  readonly readLeft: (id: string) => Promise<Live | undefined>;
}

/** Finds the occurrence that stands for a published series if none is to come on the page. */
async function findLast(scope: SeriesScope, { pattern, shown, ahead, readLeft }: Past): Promise<Current> {
  const isAhead = ({ id }: NotedOccurrence) => ahead.some((occurrence) => occurrence.id === id);
  // Whoever moves an occurrence into the past hasn't deleted the series.
  const isMovedBack = shown.some((occurrence) => {
    const { live } = occurrence;
    return live !== undefined && isAhead(occurrence) && isOccurrenceOver(scope, live);
  });
  if (isMovedBack) return "over";
  // A pattern that somebody has removed on the page hasn't ended by the program.
  const isRemoved = !declaresSeries(scope.definition, pattern);
  const hasEnded = !goesOn(scope, pattern) && !(isRemoved && ahead.length > 0);
  if (hasEnded) return "over";
  if (ahead.length > 0) return undefined;
  const last = await findLastLeft(shown, readLeft);
  return last && { ...scope, id: last.id, live: last.live, isOver: true };
}

/** Reads what the page shows of a record, or of all occurrences of a series. */
export async function readPage(scope: SeriesScope, known: Known): Promise<Page> {
  const { definition } = scope;
  const mayBeMore = isSeries(definition, known.state) && mayHaveOthers(definition, known);
  const state = mayBeMore ? await withLater(scope, known) : known.state;
  const shown = await occurrencesOnPage(scope, { ...known, state });
  const writable = afterHistory(scope, shown);
  // A write to what begins before history would reach that, so it counts as over, too.
  const page: Live[] = [];
  for (const occurrence of shown) {
    const { live } = occurrence;
    if (live === undefined) continue;
    if (writable.includes(occurrence) || isOccurrenceOver(scope, live)) page.push(live);
  }
  return page;
}

/** Reads the first occurrence that isn't over, by which a program adopts a series; if all are over, the last that is left. */
export async function readLeftOfSeries(scope: SeriesScope, known: Known): Promise<Live | undefined> {
  const shown = await occurrencesOnPage(scope, known);
  const left = shown.map(({ live }) => live).filter((live) => live !== undefined);
  return left.find((live) => !isOccurrenceOver(scope, live)) ?? left.at(-1);
}

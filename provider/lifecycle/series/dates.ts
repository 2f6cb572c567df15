import type { Declared, Live, Stored, Wire } from "../../../model/api/form.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { isHiddenOnPage, saysWhetherHidden, wasHidden } from "../forms/hidden.ts";
import { endIn, endOfDate } from "../forms/phase.ts";
import { declaresSeries, type Known } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { isHistoryOnPage } from "../record/delete.ts";
import { ifListed } from "../record/find.ts";
import { unlessDeleted } from "../record/read.ts";
import type { Scope, Target } from "../record/scope.ts";

/*
 * The dates of a series. A program declares the first one; the state has the IDs of those that a write has made, and when each
 * begins. Their times on the page aren't compared: if somebody moves or deletes one, that's the team's business.
 *
 *     program    Sundays from 2 December, 02:00 to 03:00
 *     state      __occurrences { 1: 0, 2: 7 days, 3: 14 days }
 *     records    1: 2 December    2: deleted    3: 17 December, because somebody has moved it
 *     clock      5 December: the current date, to which a change or the end of the series goes, is 3
 */

/** The records of a kind that may repeat. */
export interface SeriesScope extends Scope {
  readonly definition: SeriesDefinition;
}

export const mayBeSeries = <Place extends Scope>(place: Place): place is Place & SeriesScope =>
  place.definition.series !== undefined;

/** Who looks for a date of a series. */
export interface Purpose {
  /** How a read of the resource reads a date. @default it is a change */
  readonly read?: (id: string) => Promise<Live | undefined>;
  /** The program, if it changes the series. @default it stays as it is in the state */
  readonly declared?: Declared;
}

/** A date whose ID is in the state, with the time from the first declared one in milliseconds. */
export interface NotedDate {
  readonly id: string;
  readonly offset: number;
}

/** Returns the noted dates in order. */
export function notedIn({ id, state }: Known): NotedDate[] {
  const noted = Object.entries(state.dates).map(([each, offset]) => ({ id: each, offset }));
  if (noted.length === 0) return [{ id, offset: 0 }];
  return noted.sort((one, other) => one.offset - other.offset);
}

/** Returns what the program declares for one date. */
export const dateAt = (definition: SeriesDefinition, values: Declared | Stored, offset: number): Wire =>
  definition.series.shifted(wireIn(definition, values), offset);

/** Whether a date is over: its record, or what the program declares for it. */
export const isDateOver = ({ definition, collection }: SeriesScope, times: Wire | Live): boolean =>
  endOfDate(definition, times, collection.serverTime()) === "over";

/** Whether a pattern has dates that aren't over; also if its meaning isn't known. */
export const goesOn = ({ definition, collection }: SeriesScope, values: Declared | Stored): boolean =>
  declaresSeries(definition, values) && endIn(definition, values, collection.serverTime()) !== "over";

export const patternKey = ({ properties, series }: SeriesDefinition): string => properties[series.property]?.key ?? "";

/** Whether a record repeats on the page, whatever the program says. */
export const isRepeating = (definition: SeriesDefinition, live: Live): boolean =>
  (live[patternKey(definition)] ?? null) !== null;

export function declaredAt(definition: SeriesDefinition, declared: Declared, offset: number): Declared {
  if (offset === 0) return declared;
  const wire = dateAt(definition, declared, offset);
  const times = definition.series.timed.flatMap((name) => {
    const property = definition.properties[name];
    return property === undefined ? [] : [[name, property.type.fromWire(wire[property.key], undefined)]];
  });
  return { ...declared, ...Object.fromEntries(times) };
}

/** A noted date with its record, as a list or its own request shows it; undefined if a list leaves it out, or it is deleted. */
export interface ShownDate extends NotedDate {
  readonly live: Live | undefined;
}

/**
 * Returns the noted dates as the page shows them, by their times there: somebody may have moved one past another. Where a list
 * doesn't say when a date ends, or whether it is hidden, the date is read.
 */
export async function datesOnPage(scope: SeriesScope, known: Known): Promise<ShownDate[]> {
  const { definition, collection } = scope;
  const { startOf, endOf } = definition.series;
  const noted = notedIn(known);
  const listed = noted.length > 1 ? await ifListed(collection.list) : undefined;
  const readLeft = unlessDeleted(collection.get);
  const mayBeDraft = wasHidden(definition, known.state);
  const shown = noted.map(async (date): Promise<ShownDate & { start: number }> => {
    const found = listed?.find((live) => String(live.id) === date.id);
    const saysEnd = found !== undefined && !Number.isNaN(endOf(found));
    const isTold = saysEnd && (!mayBeDraft || saysWhetherHidden(definition, found));
    const isLeftOut = listed !== undefined && found === undefined;
    const live = isTold || isLeftOut ? found : await readLeft(date.id);
    const start = startOf(live ?? {});
    return {
      ...date,
      live,
      start: Number.isNaN(start) ? startOf(dateAt(definition, known.state.values, date.offset)) : start,
    };
  });
  return (await Promise.all(shown)).sort((one, other) => one.start - other.start);
}

/** Reads the first date that isn't over, by which a program adopts a series; if all are over, the last that is left. */
export async function readLeftOfSeries(scope: SeriesScope, known: Known): Promise<Live | undefined> {
  const shown = await datesOnPage(scope, known);
  const left = shown.map(({ live }) => live).filter((live) => live !== undefined);
  return left.find((live) => !isDateOver(scope, live)) ?? left.at(-1);
}

/**
 * A date that isn't over. Or, if `isOver`, the last that is left of a pattern that goes on, or of a draft: it is over, and a write to
 * it reaches those that follow.
 */
export type CurrentDate = SeriesScope & Target & { readonly live: Live; readonly isOver: boolean };

/**
 * Finds the first noted date that is left and isn't over; if all are over and the pattern goes on, the last on the page. For a
 * change, also the first is that on the page. Inferred (update-following): their times there decide which dates follow.
 *
 * @returns "over" if none is to come; undefined if somebody has deleted those that were
 */
export async function findCurrent(
  scope: SeriesScope,
  known: Known,
  { read, declared }: Purpose = {},
): Promise<CurrentDate | "over" | undefined> {
  const { definition } = scope;
  const readLeft = unlessDeleted(read ?? scope.collection.get);
  const ahead = notedIn(known).filter(
    ({ offset }) => !isDateOver(scope, dateAt(definition, known.state.values, offset)),
  );
  const found = read === undefined ? undefined : await findToCome(scope, ahead, readLeft);
  if (found !== undefined) return found;
  // Only the page knows those that somebody has moved.
  const shown = await datesOnPage(scope, known);
  const isToCome = ({ live, offset }: ShownDate) =>
    !isDateOver(scope, live ?? dateAt(definition, known.state.values, offset));
  const current = await findToCome(scope, afterHistory(scope, shown).filter(isToCome), readLeft);
  if (current !== undefined) return current;
  const isAhead = ({ id }: NotedDate) => ahead.some((date) => date.id === id);
  const isMovedBack = shown.some((date) => isAhead(date) && date.live !== undefined && isDateOver(scope, date.live));
  const pattern = declared ?? known.state.values;
  return findLast(scope, known, { pattern, shown, readLeft, isMovedBack, hasAhead: ahead.length > 0 });
}

/** Whether a record takes as long as a date of a series. */
export function isAsLong({ definition }: SeriesScope, date: Wire | Live, live: Live): boolean {
  const { startOf, endOf } = definition.series;
  return endOf(live) - startOf(live) === endOf(date) - startOf(date);
}

/** Leaves out what begins before a date that is history, such as one that the team has extended: a write there reaches history. */
export function afterHistory(scope: SeriesScope, shown: readonly ShownDate[]): readonly ShownDate[] {
  const isHistory = ({ live }: ShownDate) => live !== undefined && isHistoryOnPage(scope, live);
  return shown.slice(shown.findLastIndex(isHistory) + 1);
}

/** Returns the first of some dates that is left and isn't over. */
async function findToCome(
  scope: SeriesScope,
  dates: readonly NotedDate[],
  readLeft: (id: string) => Promise<Live | undefined>,
): Promise<CurrentDate | undefined> {
  for (const { id } of dates) {
    const live = await readLeft(id);
    if (live !== undefined && !isDateOver(scope, live)) return { ...scope, id, live, isOver: false };
  }
  return undefined;
}

interface Past {
  readonly pattern: Declared | Stored;
  readonly shown: readonly ShownDate[];
  readonly readLeft: (id: string) => Promise<Live | undefined>;
  /** Whether somebody has moved a date into the past that is to come by the program: whoever does so hasn't deleted the series. */
  readonly isMovedBack: boolean;
  readonly hasAhead: boolean;
}

/** Finds the date that stands for a series if none is to come. */
async function findLast(
  scope: SeriesScope,
  { state }: Known,
  { pattern, shown, readLeft, isMovedBack, hasAhead }: Past,
): Promise<CurrentDate | "over" | undefined> {
  const { definition } = scope;
  const isDraft = wasHidden(definition, state);
  const isEnded = !goesOn(scope, pattern);
  if (!isDraft) {
    // A pattern that somebody has removed on the page hasn't ended by the program.
    if (isMovedBack || (isEnded && (!hasAhead || declaresSeries(definition, pattern)))) return "over";
    if (hasAhead) return undefined;
  }
  // If somebody has published a date of a draft, it is history.
  const isUsable = (live: Live) => !isDraft || isHiddenOnPage(definition, live);
  const last = await findLastLeft(shown, readLeft, isUsable);
  if (last !== undefined) return { ...scope, id: last.id, live: last.live, isOver: true };
  const isPublished = isDraft && shown.some(({ live }) => live !== undefined);
  return isPublished ? "over" : undefined;
}

/** Returns the last of some dates that is left. */
export async function findLastLeft(
  dates: readonly NotedDate[],
  readLeft: (id: string) => Promise<Live | undefined>,
  isUsable: (live: Live) => boolean = () => true,
): Promise<(NotedDate & { readonly live: Live }) | undefined> {
  for (const { id, offset } of dates.toReversed()) {
    const live = await readLeft(id);
    if (live !== undefined && isUsable(live)) return { id, offset, live };
  }
  return undefined;
}

import type { Declared, Live, Stored, Wire } from "../../../model/api/form.ts";
import { isDeleted } from "../../../model/api/live.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { isDraft } from "../forms/history.ts";
import { declaresSeries, type Kept, occurrencesIn } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { ifListed } from "../record/find.ts";
import { asWritable, type Scope, type Writable } from "../record/scope.ts";

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

/** A series in the state, and what the program makes of it, if that changes. */
export type Sought = Kept & { readonly declared?: Declared };

/** A date, with the time from the first declared one in milliseconds. */
export type NotedDate = readonly [id: string, offset: number];

/** Returns the noted dates in order. */
export function notedIn({ id, stored }: Kept): NotedDate[] {
  const noted = Object.entries(occurrencesIn(stored));
  return noted.length === 0 ? [[id, 0]] : noted.sort(([, one], [, other]) => one - other);
}

/** Returns what the program declares for one date. */
export const dateAt = (definition: SeriesDefinition, values: Declared | Stored, offset: number): Wire =>
  definition.series.shifted(wireIn(definition, values), offset);

/** Whether a record, or what the program declares for a date, is over. */
export const isPast = ({ definition, collection }: SeriesScope, times: Wire | Live): boolean =>
  definition.series.endOf(times) <= collection.serverTime();

/** Whether a date of the state is over, by the program or on the page. */
export const isDateOver = (scope: SeriesScope, { stored }: Kept, offset: number, live?: Live): boolean =>
  [dateAt(scope.definition, stored, offset), live ?? {}].some((times) => isPast(scope, times));

/** Whether a pattern has dates that aren't over; also if its meaning isn't known. */
export const goesOn = ({ definition, collection }: SeriesScope, values: Declared | Stored): boolean =>
  declaresSeries(definition, values) &&
  definition.series.nextOffset(wireIn(definition, values), collection.serverTime()) !== null;

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

/**
 * A date that isn't over, neither by the program nor on the page. Or, if `isOver`, the last that is left of a pattern that goes on:
 * it is over, and a write to it reaches those that follow.
 */
export type CurrentDate = SeriesScope & Writable & { readonly live: Live; readonly isOver: boolean };

/**
 * Finds the first noted date that is left and isn't over; if all are over and the pattern goes on, the last on the page. For a
 * change, also the first is that on the page. Inferred (update-following): their times there decide which dates follow.
 *
 * @param read how to read a date. @default with its own request
 * @returns "over" if none is to come; undefined if somebody has deleted those that were
 */
export async function findCurrent(
  scope: SeriesScope,
  kept: Sought,
  read: (id: string) => Promise<Live | undefined> = scope.collection.get,
): Promise<CurrentDate | "over" | undefined> {
  const { stored } = kept;
  const readLeft = unlessDeleted(read);
  const noted = notedIn(kept);
  const ahead = noted.filter(([, offset]) => !isDateOver(scope, kept, offset));
  const due = kept.declared === undefined ? ahead : await inOrderOfPage(scope, kept, ahead);
  const dateOf = (id: string, live: Live) => ({ ...asWritable({ ...scope, id }), live });
  let isMovedBack = false;
  for (const [id, offset] of due) {
    const live = await readLeft(id);
    if (live === undefined) continue;
    if (!isDateOver(scope, kept, offset, live)) return { ...dateOf(id, live), isOver: false };
    // Whoever has moved the rest into the past has not deleted the series.
    isMovedBack = true;
  }
  // A draft is never over: its last date stands for it.
  if (!isDraft(scope.definition, stored)) {
    const pattern = kept.declared ?? stored;
    const isEnded = !goesOn(scope, pattern);
    // A pattern that somebody has removed on the page hasn't ended by the program.
    if (isMovedBack || (isEnded && (due.length === 0 || declaresSeries(scope.definition, pattern)))) return "over";
    if (due.length > 0) return undefined;
  }
  const last = await findLastLeft(await inOrderOfPage(scope, kept, noted), readLeft);
  return last && { ...dateOf(last.id, last.live), isOver: true };
}

/** Returns the last of some dates that is left. */
export async function findLastLeft(
  dates: readonly NotedDate[],
  readLeft: (id: string) => Promise<Live | undefined>,
): Promise<{ readonly id: string; readonly offset: number; readonly live: Live } | undefined> {
  for (const [id, offset] of dates.toReversed()) {
    const live = await readLeft(id);
    if (live !== undefined) return { id, offset, live };
  }
  return undefined;
}

/** Returns how to read a date that somebody might have deleted; the result is undefined if so. */
export const unlessDeleted =
  (read: (id: string) => Promise<Live | undefined>) =>
  async (id: string): Promise<Live | undefined> => {
    const live = await read(id);
    return live === undefined || isDeleted(live) ? undefined : live;
  };

/** Sorts dates by their times on the page, as far as a list shows them: somebody may have moved one past another. */
async function inOrderOfPage(
  { definition, collection }: SeriesScope,
  { stored }: Kept,
  dates: readonly NotedDate[],
): Promise<readonly NotedDate[]> {
  const { startOf } = definition.series;
  const listed = (dates.length > 1 && (await ifListed(collection.list))) || [];
  const timed = dates.map(async ([id, offset]) => {
    const live = listed.find((each) => String(each.id) === id);
    const shown = startOf((live && Number.isNaN(startOf(live)) ? await collection.get(id) : live) ?? {});
    return {
      date: [id, offset] as const,
      start: Number.isNaN(shown) ? startOf(dateAt(definition, stored, offset)) : shown,
    };
  });
  return (await Promise.all(timed)).sort((one, other) => one.start - other.start).map(({ date }) => date);
}

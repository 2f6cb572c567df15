import type { Live, Stored } from "../../../model/api/form.ts";
import { isDeleted } from "../../../model/api/live.ts";
import { declaredIn, declaresSeries, isSeries, type Kept, unconfirmedIn } from "../forms/state.ts";
import { ifListed } from "../record/find.ts";
import { asWritable, type Writable } from "../record/scope.ts";
import { dateAt, goesOn, isDateOver, type NotedDate, notedIn, type SeriesScope, type Sought } from "./dates.ts";
import { withLater } from "./note.ts";

/*
 * Finds the date to which a change or the end of a series goes.
 *
 *     state      __occurrences { 1: 0, 2: 7 days, 3: 14 days }, from 2 December
 *     records    1: 2 December    2: deleted    3: 16 December
 *     clock      5 December: the current date is 3
 */

/**
 * A date that isn't over, neither by the program nor on the page. Or, if `isOver`, the last that is left of a pattern that goes on:
 * it is over, and a write to it reaches those that follow.
 */
export type CurrentDate = SeriesScope & Writable & { readonly live: Live; readonly isOver: boolean };

/**
 * Finds the first noted date that is left and isn't over; if all are over and the pattern goes on, the last one. For a change, it is
 * the first on the page. Inferred (update-following): their times there decide which dates follow it.
 *
 * @param read how to read a date. @default with its own request
 */
export async function findCurrent(
  scope: SeriesScope,
  kept: Sought,
  read: (id: string) => Promise<Live | undefined> = scope.collection.get,
): Promise<CurrentDate | undefined> {
  const { stored } = kept;
  const readLeft = async (id: string) => {
    const live = await read(id);
    return live === undefined || isDeleted(live) ? undefined : live;
  };
  const noted = notedIn(kept);
  const ahead = noted.filter(([, offset]) => !isDateOver(scope, kept, offset));
  const due = kept.declared === undefined ? ahead : await inOrderOfPage(scope, kept, ahead);
  const dateOf = (id: string, live: Live) => ({ ...asWritable({ ...scope, id }), live });
  let movedBack: CurrentDate | undefined;
  for (const [id, offset] of due) {
    const live = await readLeft(id);
    if (live === undefined) continue;
    if (!isDateOver(scope, kept, offset, live)) return { ...dateOf(id, live), isOver: false };
    // Whoever has moved the rest into the past has not deleted the series.
    movedBack = { ...dateOf(id, live), isOver: true };
  }
  if (due.length > 0 || !goesOn(scope, kept.declared ?? stored)) return movedBack;
  for (const [id] of noted.toReversed()) {
    const live = await readLeft(id);
    if (live !== undefined) return { ...dateOf(id, live), isOver: true };
  }
  return undefined;
}

/** Sorts dates by their times on the page, as far as a list shows them: somebody may have moved one past another. */
async function inOrderOfPage(
  { definition, collection }: SeriesScope,
  { stored }: Kept,
  dates: readonly NotedDate[],
): Promise<readonly NotedDate[]> {
  const { startOf } = definition.series;
  const listed = (await ifListed(collection.list)) ?? [];
  const startOn = ([id, offset]: NotedDate) => {
    const shown = startOf(listed.find((live) => String(live.id) === id) ?? {});
    return Number.isNaN(shown) ? startOf(dateAt(definition, stored, offset)) : shown;
  };
  return dates.toSorted((one, other) => startOn(one) - startOn(other));
}

/**
 * Finds the current date. If a series is left with one date, or with none, its list is asked for others: somebody may have changed
 * its pattern, or the response to a write that made them was lost.
 */
export async function findCurrentOrNote(
  scope: SeriesScope,
  kept: Sought,
  read?: (id: string) => Promise<Live | undefined>,
): Promise<{ readonly date: CurrentDate | undefined; readonly stored: Stored }> {
  const { definition } = scope;
  const { stored } = kept;
  const date = await findCurrent(scope, kept, read);
  const isUncertain = notedIn(kept).length === 1 || unconfirmedIn(stored).includes(definition.series.property);
  const asksList = isUncertain && declaresSeries(definition, declaredIn(definition, stored));
  if ((date?.isOver === false && !asksList) || !isSeries(definition, stored)) return { date, stored };
  const withDates = await withLater(scope, kept);
  return { date: await findCurrent(scope, { ...kept, stored: withDates }, read), stored: withDates };
}

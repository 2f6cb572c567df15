import type { Declared, Live } from "../../../model/api/form.ts";
import { isDeleted } from "../../../model/api/live.ts";
import type { Kept } from "../forms/state.ts";
import { asWritable, type Writable } from "../record/scope.ts";
import { goesOn, isDateOver, notedIn, type SeriesScope } from "./dates.ts";

/*
 * Finds the date to which a change or the end of a series goes.
 *
 *     state      __occurrences { 1: 0, 2: 7 days, 3: 14 days }, from 2 December
 *     records    1: 2 December    2: deleted    3: 16 December
 *     clock      5 December: the current date is 3
 */

/**
 * A date that isn't over, neither by the program nor on the page. Or, if `isLast`, the last that is left of a pattern that goes on:
 * it is over, and a write to it reaches those that follow.
 */
export type CurrentDate = SeriesScope & Writable & { readonly live: Live; readonly isLast: boolean };

/** A series in the state, and what the program makes of it, if that changes. */
type Sought = Kept & { readonly declared?: Declared };

/**
 * Finds the first noted date that is left and isn't over; if all are over and the pattern goes on, the last one. The dates of a
 * draft are never over.
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
  const due = noted.filter(([, offset]) => !isDateOver(scope, kept, offset));
  const dateOf = (id: string, live: Live) => ({ ...asWritable({ ...scope, id }), live });
  let moved: CurrentDate | undefined;
  for (const [id, offset] of due) {
    const live = await readLeft(id);
    if (live === undefined) continue;
    if (!isDateOver(scope, kept, offset, live)) return { ...dateOf(id, live), isLast: false };
    // Whoever has moved the rest into the past has not deleted the series.
    moved = { ...dateOf(id, live), isLast: true };
  }
  if (due.length > 0 || !goesOn(scope, kept.declared ?? stored)) return moved;
  for (const [id] of noted.toReversed()) {
    const live = await readLeft(id);
    if (live !== undefined) return { ...dateOf(id, live), isLast: true };
  }
  return undefined;
}

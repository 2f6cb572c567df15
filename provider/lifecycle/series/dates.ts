import type { Declared, Live, Stored, Wire } from "../../../model/api/form.ts";
import type { Kept } from "../forms/known.ts";
import { asDeployed, declaresSeries, isSeries, type Occurrences, occurrencesIn } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { hasEnded, type Timed } from "../record/writable.ts";
import { expected } from "./occurrence.ts";

/*
 * Which dates of a series are over, according to the state or the program.
 *
 *     state      startTime "2 December", __occurrences { 1: 0, 2: 7 days }
 *     clock      5 December: 1 has ended, the next date is in 7 days from the first; 12 December: all are over
 */

/** Whether the state has the occurrences of a series. It may have only the offset of its own record. */
export const areKnown = (stored: Stored): boolean => Object.keys(occurrencesIn(stored) ?? {}).length > 1;

/** Whether a record, or all occurrences of a series, have ended according to the state. A pattern that goes on isn't over. */
export function isOver(timed: Timed, { id, stored }: Kept): boolean {
  const { definition, collection } = timed;
  const first = wireIn(definition, asDeployed(stored));
  if (isSeries(definition, stored) && definition.series?.nextOffset(first, collection.serverTime()) !== null)
    return false;
  const ids = [id, ...Object.keys(occurrencesIn(stored) ?? {})];
  return ids.every((each) => hasEnded(timed, expected(definition, stored, each)));
}

export function endedIn(timed: Timed, stored: Stored): Occurrences {
  const isEnded = ([id]: [string, number]) => hasEnded(timed, expected(timed.definition, stored, id));
  return Object.fromEntries(Object.entries(occurrencesIn(stored) ?? {}).filter(isEnded));
}

/**
 * Tells whether a record that hasn't ended began before one that has: somebody has given it an end beyond that. Then it is left
 * behind, because a change of this one and those that follow would also reach the other.
 */
export function overtakenIn(timed: Timed, stored: Stored): (record: Wire | Live) => boolean {
  const { definition } = timed;
  const { series } = definition;
  if (series === undefined) return () => false;
  const starts = Object.keys(endedIn(timed, stored)).map((id) => series.startOf(expected(definition, stored, id)));
  const last = Math.max(...starts);
  return (record) => last > series.startOf(record);
}

/**
 * Returns the time from the first declared date to the first one that isn't over, in milliseconds; `undefined` if all are
 * over, or the meaning of the pattern isn't known.
 */
export function nextDate(timed: Timed, declared: Declared): number | undefined {
  const { definition, collection } = timed;
  const first = wireIn(definition, declared);
  if (!hasEnded(timed, first)) return 0;
  if (!declaresSeries(definition, declared)) return undefined;
  return definition.series?.nextOffset(first, collection.serverTime()) ?? undefined;
}

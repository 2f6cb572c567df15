import type { Declared, Stored } from "../../../model/api/form.ts";
import { type Definition, isHidden } from "../../../model/kinds/kind.ts";
import { asDeployed, declaresSeries, isManaged, type Kept, occurrencesIn } from "./state.ts";
import { wireIn } from "./wire.ts";

/*
 * History is what the program says is over, whatever the page says: it is not compared, changed, deleted or made again. A draft
 * is never history.
 *
 *     isOver        by a program or a state            isHistory     by the program that was deployed, and no draft
 *     isPast        one date on the page, or declared  isDateOver    one date of a series, by the state or on the page
 *     goesOn        a pattern has dates that aren't over
 *
 * The last three are in `series/dates.ts`.
 */

/** Whether all dates of a declaration or a state are over. A pattern of unknown meaning goes on. */
export function isOver(definition: Definition, values: Declared | Stored, now: number): boolean {
  const { period, series } = definition;
  if (period === undefined) return false;
  const first = wireIn(definition, values);
  return declaresSeries(definition, values) ? series?.nextOffset(first, now) === null : period.endOf(first) <= now;
}

/** Whether a declaration announces what is over. */
export const announcesOver = (definition: Definition, declared: Declared, now: number): boolean =>
  definition.period?.announces(declared) === true && isOver(definition, declared, now);

/** Whether the program that was deployed hides the record, and nobody has published it since, as far as the state says. */
export const isDraft = (definition: Definition, stored: Stored): boolean =>
  isHidden(definition, asDeployed(definition, stored)) && isHidden(definition, stored);

/** Whether a resource is history, as far as the state says. */
export const isHistory = (definition: Definition, stored: Stored, now: number): boolean =>
  isManaged(stored) && !isDraft(definition, stored) && wasOver(definition, stored, now);

/** Returns the records of a resource that are over: also the dates of a series that goes on. */
export function historyIn(definition: Definition, { id, stored }: Kept, now: number): string[] {
  const { period, series } = definition;
  if (period === undefined || !isManaged(stored) || isDraft(definition, stored)) return [];
  const first = wireIn(definition, asDeployed(definition, stored));
  const isPast = ([, offset]: [string, number]) => period.endOf(series?.shifted(first, offset) ?? first) <= now;
  const dates = Object.entries({ [id]: 0, ...occurrencesIn(stored) });
  return dates.filter(isPast).map(([each]) => each);
}

/** Whether all dates that were deployed are over. A service may have made dates elsewhere than its pattern says. */
export function wasOver(definition: Definition, stored: Stored, now: number): boolean {
  const { period, series } = definition;
  const deployed = asDeployed(definition, stored);
  if (period === undefined || !isOver(definition, deployed, now)) return false;
  const last = series?.shifted(wireIn(definition, deployed), Math.max(0, ...Object.values(occurrencesIn(stored))));
  return last === undefined || period.endOf(last) <= now;
}

/** Returns the time from the first declared date to the first that isn't over; 0 if that isn't known, or all are. */
export const beginOffset = (definition: Definition, declared: Declared, now: number): number =>
  (declaresSeries(definition, declared) && definition.series?.nextOffset(wireIn(definition, declared), now)) || 0;

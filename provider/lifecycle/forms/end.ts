import { type Declared, holdsUnknown, type Live, type Stored, type Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { datesOf } from "./dates.ts";
import { asDeployed } from "./deployed.ts";
import { isManaged, lastOffsetIn, type State } from "./state.ts";
import { wireIn } from "./wire.ts";

/*
 * Whether an end has passed. On 5 December, for a record of 2 December that repeats on Sundays until 9 December:
 *
 *     endOfRecord     over: this record, as the page shows it or as it is sent
 *     endOfAll        to come: this record, and all that follow by its pattern
 *     endIn           to come: the same for the values of a program or a state
 *     deployedEnd     to come: the same for the program that was deployed, and for the last occurrence that the service has made
 */

export type End = "to come" | "over" | "unknown";

/** Whether one record is over. If it is part of a series, the others don't count. */
export function endOfRecord({ period }: Definition, times: Wire | Live, now: number): End {
  if (period === undefined) return "unknown";
  const end = period.endOf(times);
  if (Number.isNaN(end)) return "unknown";
  return end <= now ? "over" : "to come";
}

/** Whether the last occurrence of a record's pattern is over. */
export function endOfAll(definition: Definition, times: Wire | Live, now: number): End {
  const { series, properties } = definition;
  const end = endOfRecord(definition, times, now);
  if (series === undefined || end !== "over") return end;
  const key = properties[series.property]?.key ?? "";
  const hasPattern = (times[key] ?? null) !== null;
  if (!hasPattern) return "over";
  // Null if it has none that ends later, a number if it has one, and undefined if nobody knows what the pattern means: then it goes on.
  const next = series.nextOffset(times, now);
  const hasEnded = next === null;
  return hasEnded ? "over" : "to come";
}

/** Whether what a program or a state says is over. Dates that aren't known yet are never calculated with. */
export function endIn(definition: Definition, values: Declared | Stored, now: number): End {
  if (definition.period === undefined) return "unknown";
  const isUnknown = datesOf(definition).some((name) => holdsUnknown(values[name]));
  return isUnknown ? "unknown" : endOfAll(definition, wireIn(definition, values), now);
}

/** Whether what was deployed is over. A lookup has deployed nothing. */
export function deployedEnd(definition: Definition, state: State, now: number): End {
  const { period, series } = definition;
  if (period === undefined || !isManaged(state)) return "unknown";
  const first = wireIn(definition, asDeployed(definition, state));
  const endByPattern = endOfAll(definition, first, now);
  if (endByPattern !== "over" || series === undefined) return endByPattern;
  // The service may have made occurrences later than the pattern says, and the state has noted them.
  const lastNoted = series.shifted(first, lastOffsetIn(state));
  return endOfRecord(definition, lastNoted, now);
}

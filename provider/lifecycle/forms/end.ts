import { type Declared, holdsUnknown, type Live, type Stored, type Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { datesOf } from "./dates.ts";
import { asDeployed } from "./deployed.ts";
import { declaresSeries, isManaged, lastOffsetIn, type State } from "./state.ts";
import { wireIn } from "./wire.ts";

/*
 * Whether an end has passed. Each function asks it of something else:
 *
 *     endOfRecord    one record, as the page shows it or as it is sent, whatever its pattern
 *     lastEnd        the same record with all occurrences of its pattern
 *     endIn          a program or a state, with its pattern
 *     deployedEnd    the program that was deployed, with the occurrences that the service has made of it
 */

export type End = "to come" | "over" | "unknown";

/** Whether one record is over. If it is part of a series, the others don't count. */
export function endOfRecord({ period }: Definition, times: Wire | Live, now: number): End {
  const end = period?.endOf(times) ?? Number.NaN;
  if (Number.isNaN(end)) return "unknown";
  return end <= now ? "over" : "to come";
}

/** Whether the last occurrence of a record's pattern is over. A pattern of unknown meaning goes on. */
export function lastEnd(definition: Definition, times: Wire | Live, now: number): End {
  const { series, properties } = definition;
  const ofFirst = endOfRecord(definition, times, now);
  if (series === undefined || ofFirst !== "over") return ofFirst;
  const pattern = times[properties[series.property]?.key ?? ""] ?? null;
  if (pattern === null) return "over";
  return series.nextOffset(times, now) === null ? "over" : "to come";
}

/** Whether what a program or a state says is over. Dates that aren't known yet are never calculated with. */
export function endIn(definition: Definition, values: Declared | Stored, now: number): End {
  const isUnknown = datesOf(definition).some((name) => holdsUnknown(values[name]));
  if (isUnknown || definition.period === undefined) return "unknown";
  return lastEnd(definition, wireIn(definition, values), now);
}

/** Whether what was deployed is over. A lookup has deployed nothing. */
export function deployedEnd(definition: Definition, state: State, now: number): End {
  const { period, series } = definition;
  if (period === undefined || !isManaged(state)) return "unknown";
  const deployed = wireIn(definition, asDeployed(definition, state));
  const end = lastEnd(definition, deployed, now);
  if (end !== "over" || series === undefined) return end;
  // The service may have made occurrences elsewhere than the pattern says.
  const last = series.shifted(deployed, lastOffsetIn(state));
  return endOfRecord(definition, last, now);
}

/**
 * Returns the time from the first declared occurrence of a series to the first that isn't over; 0 if that isn't known, or all are over.
 */
export function beginOffset(definition: Definition, declared: Declared, now: number): number {
  const goesOn = declaresSeries(definition, declared) && endIn(definition, declared, now) === "to come";
  if (!goesOn) return 0;
  return definition.series?.nextOffset(wireIn(definition, declared), now) ?? 0;
}

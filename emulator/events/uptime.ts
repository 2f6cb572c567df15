import type { Effect } from "./effect.ts";

/** A period in milliseconds since 1970. The end is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export const dayLength = 86_400_000;

/** Documented: uptime uses UTC, so a day begins at 00:00 UTC in every time zone. */
export const startOfDay = (time: number): number => Math.floor(time / dayLength) * dayLength;

/**
 * Returns the share of a period, from 0 to 1, in which nothing was down, for one service or for all services of a group
 * or hub. A period without length is up. Documented: a group is up only while none of its services is down; the same
 * applies to a hub.
 */
export function uptime(effects: readonly Effect[], period: Period): number {
  const length = period.to - period.from;
  if (length <= 0) return 1;
  const down = outages(effects).map((outage) => overlap(outage, period));
  return 1 - down.reduce((sum, part) => sum + part, 0) / length;
}

/** Splits a period into days; the first and the last may be partial. */
export function daysOf(period: Period): readonly Period[] {
  const days: Period[] = [];
  for (let start = startOfDay(period.from); start < period.to; start += dayLength)
    days.push({ from: Math.max(start, period.from), to: Math.min(start + dayLength, period.to) });
  return days;
}

/**
 * Returns when something was down, in order and without overlaps, so that no time counts twice. Documented: only `down`
 * counts as downtime, and of several events at the same time the worst status.
 */
function outages(effects: readonly Effect[]): readonly Period[] {
  const merged: Period[] = [];
  for (const { from, to } of effects.filter(({ status }) => status === "down").toSorted(byFrom)) {
    const last = merged.at(-1);
    if (last && from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else merged.push({ from, to });
  }
  return merged;
}

const byFrom = (first: Period, second: Period): number => first.from - second.from;

const overlap = (first: Period, second: Period): number =>
  Math.max(0, Math.min(first.to, second.to) - Math.max(first.from, second.from));

import { calendar, formatInstant, parseInstant } from "../../api/instant.ts";
import type { EventRepeat } from "../state/row.ts";

const dayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const dayMilliseconds = 86_400_000;

// Ours: a series to the end of the calendar must not fill the memory.
const mostOccurrences = 1000;

/**
 * Starts of the occurrences that follow the first one. Inferred, as the description shows no values: `interval` may be
 * `daily`, `weekly`, `monthly` or `yearly`, any other makes no occurrences; `enabled_days` holds English day names
 * with commas between and is used with `weekly`. All in UTC. Without `end_on` they go on for `seriesDays`.
 */
export function occurrenceStarts(start: string, repeat: EventRepeat, seriesDays: number): string[] {
  const first = Date.parse(start);
  const end = (repeat.end_on ? parseInstant(repeat.end_on) : undefined) ?? first + seriesDays * dayMilliseconds;
  const starts: string[] = [];
  for (const candidate of candidates(new Date(first), repeat)) {
    if (candidate > end || starts.length === mostOccurrences) break;
    starts.push(formatInstant(candidate));
  }
  return starts;
}

function* candidates(first: Date, repeat: EventRepeat): Generator<number> {
  const { interval } = repeat;
  if (interval === "daily" || interval === "weekly")
    yield* byDays(first, interval === "daily" ? undefined : enabledDays(first, repeat));
  if (interval === "monthly") yield* byMonths(first, 1);
  if (interval === "yearly") yield* byMonths(first, 12);
}

function* byDays(first: Date, enabled: ReadonlySet<number> | undefined): Generator<number> {
  for (let time = first.getTime() + dayMilliseconds; calendar.contains(time); time += dayMilliseconds)
    if (!enabled || enabled.has(new Date(time).getUTCDay())) yield time;
}

/** A month without that day, such as one without a 31st, is left out. */
function* byMonths(first: Date, step: number): Generator<number> {
  for (let months = step; ; months += step) {
    const time = new Date(first);
    time.setUTCMonth(first.getUTCMonth() + months);
    if (!calendar.contains(time.getTime())) return;
    if (time.getUTCDate() === first.getUTCDate()) yield time.getTime();
  }
}

function enabledDays(first: Date, repeat: EventRepeat): ReadonlySet<number> {
  const names = repeat.interval_options?.enabled_days?.split(",").map((name) => name.trim()) ?? [];
  const days = names.map((name) => dayNames.indexOf(name));
  // Inferred: empty means the weekday of the start; other text has no effect.
  return days.length === 0 || days.includes(-1) ? new Set([first.getUTCDay()]) : new Set(days);
}

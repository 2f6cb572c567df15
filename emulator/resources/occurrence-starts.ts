import { calendar, formatInstant, parseInstant } from "../../model/api/instant.ts";
import type { Settings } from "../call.ts";
import type { EventRepeat } from "../tables/maintenance.ts";

const dayMilliseconds = 86_400_000;

// Our own limit: a series up to the end of the calendar must not fill the memory.
const mostOccurrences = 1000;

/**
 * Returns the starts of the occurrences that follow the first one. Inferred, because the API's description shows no
 * values: `interval` may be `daily`, `weekly`, `monthly` or `yearly`, and any other creates no occurrences;
 * `enabled_days` holds English day names separated by commas and is used with `weekly`. All times are in UTC. Without
 * `end_on` they continue for `seriesDays`.
 */
export function occurrenceStarts(start: string, repeat: EventRepeat, { seriesDays, seriesClock }: Settings): string[] {
  const first = Date.parse(start);
  const declaredEnd = repeat.end_on ? parseInstant(repeat.end_on) : undefined;
  const end = declaredEnd ?? first + seriesDays * dayMilliseconds;
  const clock = seriesClock === "local" ? berlinClock : utcClock;
  const ifDayIsMissing = seriesClock === "clamped" ? "last day" : "skip";
  const starts: string[] = [];
  for (const wallTime of wallTimesAfter(new Date(clock.toWall(first)), repeat, ifDayIsMissing)) {
    const time = clock.fromWall(wallTime);
    if (time > end || starts.length === mostOccurrences) break;
    starts.push(formatInstant(time));
  }
  return starts;
}

/** The clock by which a hub counts days. */
interface HubClock {
  /** Returns the date and time of day at an instant, as the instant at which they are the ones in UTC. */
  toWall(instant: number): number;
  fromWall(wallTime: number): number;
}

const utcClock: HubClock = { toWall: (instant) => instant, fromWall: (wallTime) => wallTime };

// Swedish dates are in the order of the API's.
const berlinTime = new Intl.DateTimeFormat("sv", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "Europe/Berlin",
});

const berlinClock: HubClock = {
  toWall: (instant) => parseInstant(berlinTime.format(instant)) ?? instant,
  fromWall: (wallTime) => {
    const offsetAt = (instant: number) => berlinClock.toWall(instant) - instant;
    // Near the instant, so that its offset is the right one, except within the hours of a change.
    const estimate = wallTime - offsetAt(wallTime);
    return wallTime - offsetAt(estimate);
  },
};

/** What becomes of a month without the day, such as one without a 31st. */
type IfDayIsMissing = "skip" | "last day";

function wallTimesAfter(first: Date, repeat: EventRepeat, ifDayIsMissing: IfDayIsMissing): Iterable<number> {
  switch (repeat.interval) {
    case "daily":
      return daysAfter(first, everyDay);
    case "weekly":
      return daysAfter(first, enabledDays(first, repeat));
    case "monthly":
      return monthsAfter(first, 1, ifDayIsMissing);
    case "yearly":
      return monthsAfter(first, 12, ifDayIsMissing);
    default:
      return [];
  }
}

/** In the order of their numbers in JavaScript. */
const dayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const everyDay: ReadonlySet<number> = new Set(dayNames.keys());

/** Inferred: without days, it is the weekday of the start; text with anything else than days has no effect. */
function enabledDays(first: Date, repeat: EventRepeat): ReadonlySet<number> {
  const names = repeat.interval_options?.enabled_days?.split(",") ?? [];
  const days = names.map((name) => dayNames.indexOf(name.trim()));
  const isUnderstood = days.length > 0 && !days.includes(-1);
  return new Set(isUnderstood ? days : [first.getUTCDay()]);
}

function* daysAfter(first: Date, enabled: ReadonlySet<number>): Generator<number> {
  for (let time = first.getTime() + dayMilliseconds; calendar.contains(time); time += dayMilliseconds) {
    const weekday = new Date(time).getUTCDay();
    if (enabled.has(weekday)) yield time;
  }
}

function* monthsAfter(first: Date, step: number, ifDayIsMissing: IfDayIsMissing): Generator<number> {
  for (let months = step; ; months += step) {
    const date = new Date(first);
    date.setUTCMonth(first.getUTCMonth() + months);
    // JavaScript makes a missing day one of the next month. Day 0 of that one is the last of the month before.
    const isMissing = date.getUTCDate() !== first.getUTCDate();
    const isSkipped = isMissing && ifDayIsMissing === "skip";
    if (isMissing && !isSkipped) date.setUTCDate(0);
    if (!calendar.contains(date.getTime())) return;
    if (!isSkipped) yield date.getTime();
  }
}

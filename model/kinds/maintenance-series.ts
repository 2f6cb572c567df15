import { holdsUnknown, type Live, type Wire } from "../api/form.ts";
import { endOfDay, formatInstant, parseInstant } from "../api/instant.ts";
import { textOf } from "../api/object.ts";
import type { Period, Series } from "./kind.ts";
import { repeat } from "./maintenance-repeat.ts";

/*
 * Says which records may be occurrences of a series. Inferred (occurrences): StatusHub creates all occurrences as records with their own
 * IDs, and no field of a response links them. So the start of a record decides, and not its end: somebody may have extended it.
 * Inferred (series-clock): the pattern is in UTC.
 *
 *     the first                      Sunday 2 December, 02:00, weekly until 20 December
 *     on its pattern                 Sunday 9 December, 02:00
 *     at another time of the day     Sunday 9 December, 03:00
 *     after its end                  Sunday 23 December, 02:00
 */

const day = 86_400_000;

/** The most days from one occurrence to the next: from one 29 February to the next, over 2100. */
const mostDaysBetween = 8 * 366;
const dayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

interface Pattern {
  readonly interval?: unknown;
  readonly interval_options?: { readonly enabled_days?: unknown } | null;
  readonly end_on?: unknown;
}

export const patternOf = (live: Wire | Live): Pattern | undefined => (live.event_repeat as Pattern | null) ?? undefined;

/** Start in milliseconds since 1970; NaN if it is missing. */
export const startOf = (times: Wire | Live): number => parseInstant(textOf(times.start_time)) ?? Number.NaN;

/** End in milliseconds since 1970; NaN if it is missing. */
export const endOf = (times: Wire | Live): number => parseInstant(textOf(times.end_time)) ?? Number.NaN;

/**
 * Whether a record starts at the time of a later occurrence. `undefined` if the meaning of the pattern is unknown, because
 * the API's description doesn't list the values.
 */
export function isOnPattern(first: Wire | Live, live: Wire | Live): boolean | undefined {
  const pattern = patternOf(first);
  const firstStart = startOf(first);
  const start = startOf(live);
  const isLater = start > firstStart;
  if (pattern === undefined || !isLater || start > latestStart(pattern)) return false;
  const isWholeDaysLater = (start - firstStart) % day === 0;
  if (pattern.interval === "daily") return isWholeDaysLater;
  if (pattern.interval === "weekly") return isWholeDaysLater && isEnabledDay(pattern, firstStart, start);
  if (pattern.interval === "monthly") return dayOfMonthAndTime(firstStart) === dayOfMonthAndTime(start);
  if (pattern.interval === "yearly") return dateAndTime(firstStart) === dateAndTime(start);
  return undefined;
}

/** Whether we know how far apart occurrences are at an interval. */
export const isKnownInterval = (interval: unknown): boolean => /^(daily|weekly|monthly|yearly)$/.test(String(interval));

/** When a pattern ends: no occurrence starts later. Inferred (series-end): a service may keep the end as a date, which includes that day. */
const latestStart = (pattern: Pattern | undefined): number =>
  parseInstant(textOf(endOfDay(pattern?.end_on))) ?? Number.POSITIVE_INFINITY;

/** Returns the numbers of the weekdays that a pattern names; -1 for a name that we don't know. */
function daysIn(options: Pattern["interval_options"]): number[] {
  const text = options?.enabled_days;
  const names = typeof text === "string" ? text.split(",").map((name) => name.trim().toLowerCase()) : [];
  return names.map((name) => dayNames.indexOf(name));
}

/** Inferred (repeat-values): comma-separated English names; otherwise the weekday of the start. */
function isEnabledDay({ interval_options: options }: Pattern, firstStart: number, start: number): boolean {
  const days = daysIn(options);
  const weekday = new Date(start).getUTCDay();
  const areKnown = days.length > 0 && !days.includes(-1);
  return areKnown ? days.includes(weekday) : weekday === new Date(firstStart).getUTCDay();
}

// Of 2026-12-06T02:00:00Z: 06T02:00:00Z, and 12-06T02:00:00Z.
const dayOfMonthAndTime = (instant: number) => formatInstant(instant).slice(8);
const dateAndTime = (instant: number) => formatInstant(instant).slice(5);

/** Whether a pattern ends before the day of a start. Inferred (series-end): an earlier time of the same day is a valid end. */
export function isDayBefore(endOn: unknown, start: number): boolean {
  const end = parseInstant(textOf(endOfDay(endOn)));
  return end !== undefined && Math.floor(end / day) < Math.floor(start / day);
}

/** Returns an occurrence at other times. A time that is missing stays so. */
function shifted<Form extends Wire | Live>(occurrence: Form, milliseconds: number): Form {
  const times: Record<string, string> = {};
  for (const key of ["start_time", "end_time"]) {
    const time = parseInstant(textOf(occurrence[key]));
    if (time !== undefined) times[key] = formatInstant(time + milliseconds);
  }
  return { ...occurrence, ...times };
}

/** Returns the time from the first occurrence to the first that ends after a time: see `Series`. */
function nextOffset(first: Wire | Live, time: number): number | null | undefined {
  const start = startOf(first);
  // After fewer days, an occurrence that is as long as the first has ended by then.
  const fewestDays = Math.max(0, Math.floor((time - endOf(first)) / day) + 1);
  const areTimesKnown = Number.isFinite(fewestDays) && !Number.isNaN(start);
  if (!areTimesKnown) return undefined;
  // The first counts, also if the pattern ends before it on its day.
  if (fewestDays === 0) return 0;
  const daysToEnd = Math.floor((latestStart(patternOf(first)) - start) / day);
  // One occurrence is earlier than `fewestDays`, so the next one is at most so many days after that.
  const mostDays = Math.min(daysToEnd, fewestDays - 1 + mostDaysBetween);
  // At any interval, occurrences are whole days apart. Inferred (series-clock): in UTC.
  for (let days = fewestDays; days <= mostDays; days += 1) {
    const isOccurrence = isOnPattern(first, shifted(first, days * day));
    if (isOccurrence === undefined) return undefined;
    if (isOccurrence) return days * day;
  }
  return null;
}

/** Whether a pattern repeats like an earlier one, and ends on the same day, later, or never. */
function continues(previous: unknown, pattern: unknown): boolean {
  if (previous == null || pattern == null) return false;
  const withoutEnd = (each: Pattern) => JSON.stringify(repeat.canonical({ ...each, end_on: undefined }));
  if (withoutEnd(previous) !== withoutEnd(pattern)) return false;
  const lastDay = (each: Pattern) => Math.floor(latestStart(each) / day);
  return lastDay(pattern) >= lastDay(previous);
}

export const maintenancePeriod: Period = {
  timed: ["startTime", "endTime"],
  end: "endTime",
  // What isn't known yet may hide it.
  announces: ({ state, silent }) => ![state, silent].some(holdsUnknown) && state !== "draft" && silent !== true,
  startOf,
  endOf,
};

export const maintenanceSeries: Series = {
  ...maintenancePeriod,
  property: "repeat",
  offsetOf(first, live) {
    const offset = startOf(live) - startOf(first);
    return offset === 0 || isOnPattern(first, live) === true ? offset : undefined;
  },
  nextOffset,
  isUnderstood(pattern) {
    const { interval, interval_options: options } = (pattern ?? {}) as Pattern;
    return isKnownInterval(interval) && !daysIn(options).includes(-1);
  },
  continues,
  shifted,
  // Documented: only in the update request. Inferred (update-following): true means this record and the later
  // ones of its series.
  following: (wire) => ({ ...wire, recurring: { update_following: true } }),
  // Inferred (empty-repeat): an empty recurrence removes the later occurrences. Inferred (series-delete): a DELETE doesn't.
  ending: { event_repeat: null },
};

import { holdsUnknown, type Live, type Wire } from "../api/form.ts";
import { endOfDay, formatInstant, parseInstant } from "../api/instant.ts";
import { textOf } from "../api/object.ts";
import type { Period, Series } from "./kind.ts";
import { repeat } from "./maintenance-repeat.ts";

/*
 * Says which records belong to a series. Inferred (occurrences): StatusHub creates all occurrences as records with their own IDs,
 * and no field of a response links them. So an occurrence is as long as the first one and starts on its pattern.
 * Inferred (series-clock): the pattern is in UTC.
 */

const day = 86_400_000;

/** The most days between two dates: from one 29 February to the next, over 2100. */
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
  const begin = startOf(first);
  const start = startOf(live);
  const isLater = start > begin;
  if (pattern === undefined || !isLater || start > lastStart(pattern)) return false;
  const isAtSameTime = (start - begin) % day === 0;
  if (pattern.interval === "daily") return isAtSameTime;
  if (pattern.interval === "weekly") return isAtSameTime && isEnabledDay(pattern, begin, start);
  if (pattern.interval === "monthly") return dayOfMonthAndTime(begin) === dayOfMonthAndTime(start);
  if (pattern.interval === "yearly") return dateAndTime(begin) === dateAndTime(start);
  return undefined;
}

/** Whether we know which dates an interval means. */
export const isKnownInterval = (interval: unknown): boolean => /^(daily|weekly|monthly|yearly)$/.test(String(interval));

/** Inferred (series-end): a service may keep the end as a date, which includes that day. */
const lastStart = (pattern: Pattern | undefined): number =>
  parseInstant(textOf(endOfDay(pattern?.end_on))) ?? Number.POSITIVE_INFINITY;

/** Returns the numbers of the weekdays that a pattern names; -1 for a name that we don't know. */
function daysIn(options: Pattern["interval_options"]): number[] {
  const text = options?.enabled_days;
  const names = typeof text === "string" ? text.split(",").map((name) => name.trim().toLowerCase()) : [];
  return names.map((name) => dayNames.indexOf(name));
}

/** Inferred (repeat-values): comma-separated English names; otherwise the weekday of the start. */
function isEnabledDay({ interval_options: options }: Pattern, first: number, start: number): boolean {
  const days = daysIn(options);
  const weekday = new Date(start).getUTCDay();
  const areKnown = days.length > 0 && !days.includes(-1);
  return areKnown ? days.includes(weekday) : weekday === new Date(first).getUTCDay();
}

// Of 2026-12-06T02:00:00Z: 06T02:00:00Z, and 12-06T02:00:00Z.
const dayOfMonthAndTime = (instant: number) => formatInstant(instant).slice(8);
const dateAndTime = (instant: number) => formatInstant(instant).slice(5);

/** Inferred (series-end): the time of day of an end may not count, so the day of the start is a valid end. */
export function isDayBefore(endOn: unknown, start: number): boolean {
  const end = parseInstant(textOf(endOfDay(endOn)));
  return end !== undefined && Math.floor(end / day) < Math.floor(start / day);
}

function shifted<Form extends Wire | Live>(date: Form, milliseconds: number): Form {
  const times: Record<string, string> = {};
  for (const key of ["start_time", "end_time"]) {
    const time = parseInstant(textOf(date[key]));
    if (time !== undefined) times[key] = formatInstant(time + milliseconds);
  }
  return { ...date, ...times };
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
  // At any interval, dates are whole days apart. Inferred (series-clock): in UTC. So it tries day by day.
  nextOffset(first, time) {
    const start = startOf(first);
    const fewestDays = Math.max(0, Math.floor((time - endOf(first)) / day) + 1);
    const areTimesKnown = Number.isFinite(fewestDays) && !Number.isNaN(start);
    if (!areTimesKnown) return undefined;
    // The first date is one, also if the end is earlier on its day.
    if (fewestDays === 0) return 0;
    const daysToEnd = Math.floor((lastStart(patternOf(first)) - start) / day);
    const mostDays = Math.min(daysToEnd, fewestDays + mostDaysBetween - 1);
    for (let days = fewestDays; days <= mostDays; days += 1) {
      const isDate = isOnPattern(first, shifted(first, days * day));
      const isPatternKnown = isDate !== undefined;
      if (!isPatternKnown) return undefined;
      if (isDate) return days * day;
    }
    return null;
  },
  isUnderstood(pattern) {
    const { interval, interval_options: options } = (pattern ?? {}) as Pattern;
    return isKnownInterval(interval) && !daysIn(options).includes(-1);
  },
  endsLater(previous, pattern) {
    if (previous == null || pattern == null) return false;
    const withoutEnd = (each: Pattern) => JSON.stringify(repeat.canonical({ ...each, end_on: undefined }));
    if (withoutEnd(previous) !== withoutEnd(pattern)) return false;
    const lastDay = (each: Pattern) => Math.floor(lastStart(each) / day);
    return lastDay(pattern) >= lastDay(previous);
  },
  shifted,
  // Documented: only in the update request. Inferred (update-following): true means this record and the later
  // ones of its series.
  following: (wire) => ({ ...wire, recurring: { update_following: true } }),
  // Inferred (empty-repeat): an empty recurrence removes the later dates. Inferred (series-delete): a DELETE doesn't.
  ending: { event_repeat: null },
};

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
const longestPause = 8 * 366;
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
  if (pattern === undefined || !(start > begin)) return false;
  if (start > lastStart(pattern)) return false;
  if (pattern.interval === "daily") return (start - begin) % day === 0;
  if (pattern.interval === "weekly") return (start - begin) % day === 0 && isEnabledDay(pattern, begin, start);
  if (pattern.interval === "monthly") return afterTheMonth(begin) === afterTheMonth(start);
  if (pattern.interval === "yearly") return afterTheYear(begin) === afterTheYear(start);
  return undefined;
}

/** Whether we know which dates an interval means. */
export const isKnownInterval = (interval: unknown): boolean => /^(daily|weekly|monthly|yearly)$/.test(String(interval));

/** Inferred (series-end): a service may keep the end as a date, which includes that day. */
const lastStart = (pattern: Pattern | undefined): number =>
  parseInstant(textOf(endOfDay(pattern?.end_on))) ?? Number.POSITIVE_INFINITY;

function daysIn(options: Pattern["interval_options"]): number[] {
  const text = options?.enabled_days;
  const names = typeof text === "string" ? text.split(",").map((name) => name.trim().toLowerCase()) : [];
  return names.map((name) => dayNames.indexOf(name));
}

/** Inferred (repeat-values): comma-separated English names; otherwise the weekday of the start. */
function isEnabledDay({ interval_options: options }: Pattern, first: number, start: number): boolean {
  const days = daysIn(options);
  const weekday = new Date(start).getUTCDay();
  const isUsual = days.length === 0 || days.includes(-1);
  return isUsual ? weekday === new Date(first).getUTCDay() : days.includes(weekday);
}

// 2026-12-06T02:00:00Z: day and time, or month, day and time.
const afterTheMonth = (instant: number) => formatInstant(instant).slice(8);
const afterTheYear = (instant: number) => formatInstant(instant).slice(5);

/** Inferred (series-end): the time of day of an end may not count, so the day of the start is a valid end. */
export function isDayBefore(endOn: unknown, start: number): boolean {
  const end = parseInstant(textOf(endOfDay(endOn)));
  return end !== undefined && Math.floor(end / day) < Math.floor(start / day);
}

function shifted<Form extends Wire | Live>(date: Form, milliseconds: number): Form {
  const later = ["start_time", "end_time"].flatMap((key) => {
    const time = parseInstant(textOf(date[key]));
    return time === undefined ? [] : [[key, formatInstant(time + milliseconds)]];
  });
  return { ...date, ...Object.fromEntries(later) };
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
  // At any interval, dates are whole days apart. Inferred (series-clock): in UTC.
  nextOffset(first, time) {
    const start = startOf(first);
    const from = Math.max(0, Math.floor((time - endOf(first)) / day) + 1);
    if (!Number.isFinite(from) || Number.isNaN(start)) return undefined;
    // The first date is one, also if the end is earlier on its day.
    if (from === 0) return 0;
    const last = Math.floor((lastStart(patternOf(first)) - start) / day);
    const end = Math.min(last, from + longestPause - 1);
    for (let days = from; days <= end; days += 1) {
      const isDate = isOnPattern(first, shifted(first, days * day));
      const isUnderstood = isDate !== undefined;
      if (!isUnderstood) return undefined;
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

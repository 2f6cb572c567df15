import { formatInstant, parseInstant } from "../../api/instant.ts";
import type { ApiRecord } from "../../provider/client/request.ts";

/*
 * Recognizes the occurrences of a series. Inferred (occurrences): StatusHub creates all occurrences as records with their
 * own IDs, and no field of a response links them. So they are recognized by their common title and length, and a start on the pattern.
 */

const day = 86_400_000;
const dayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

interface Pattern {
  readonly interval?: unknown;
  readonly interval_options?: { readonly enabled_days?: unknown } | null;
  readonly end_on?: unknown;
}

export const patternOf = (record: ApiRecord): Pattern | undefined =>
  (record.event_repeat as Pattern | null) ?? undefined;

export const startOf = (record: ApiRecord): number => parseInstant(String(record.start_time)) ?? Number.NaN;
export const endOf = (record: ApiRecord): number => parseInstant(String(record.end_time)) ?? Number.NaN;

/** The values that all records of a series share, from fields that lists contain. */
export const seriesKey = (record: ApiRecord): string =>
  JSON.stringify([
    record.title,
    endOf(record) - startOf(record),
    (record.flags as { draft?: unknown } | undefined)?.draft,
  ]);

/**
 * Whether a record starts at the time of an occurrence. `undefined` if the meaning of the pattern is unknown, because the
 * API's description doesn't list the values.
 */
export function isOnPattern(series: ApiRecord, record: ApiRecord): boolean | undefined {
  const pattern = patternOf(series);
  const [first, start] = [startOf(series), startOf(record)];
  if (pattern === undefined || !(start > first)) return false;
  if (start > (parseInstant(String(pattern.end_on)) ?? Number.POSITIVE_INFINITY)) return false;
  if (pattern.interval === "daily") return (start - first) % day === 0;
  if (pattern.interval === "weekly") return (start - first) % day === 0 && isEnabledDay(pattern, first, start);
  if (pattern.interval === "monthly") return afterTheMonth(first) === afterTheMonth(start);
  if (pattern.interval === "yearly") return afterTheYear(first) === afterTheYear(start);
  return undefined;
}

/** Inferred (repeat-values): comma-separated English names; without any, the weekday of the start. */
function isEnabledDay({ interval_options: options }: Pattern, first: number, start: number): boolean {
  const text = options?.enabled_days;
  const names = typeof text === "string" ? text.split(",").map((name) => name.trim().toLowerCase()) : [];
  const days = names.map((name) => dayNames.indexOf(name));
  const weekday = new Date(start).getUTCDay();
  const isUsual = days.length === 0 || days.includes(-1);
  return isUsual ? weekday === new Date(first).getUTCDay() : days.includes(weekday);
}

// 2026-12-06T02:00:00Z: day and time, or month, day and time.
const afterTheMonth = (instant: number) => formatInstant(instant).slice(8);
const afterTheYear = (instant: number) => formatInstant(instant).slice(5);

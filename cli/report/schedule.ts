import type { Stored } from "../../model/api/form.ts";
import { endOfDay, formatInstant, parseInstant } from "../../model/api/instant.ts";
import { isObject } from "../../model/api/object.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { wireIn } from "../../provider/inspect.ts";
import { joinWithAnd } from "../terminal/output.ts";

/** When a maintenance takes place. */
export interface Schedule {
  readonly start: string;
  readonly end: string;
  /** The pattern of a series in words. */
  readonly repeats?: string;
  /** Starts of the next three occurrences; empty if the meaning of the pattern is unknown. */
  readonly next?: readonly string[];
}

/**
 * Returns the schedule in a record's values; undefined if it has none, or its times aren't known.
 *
 * @param dates the starts of the dates that are to come
 */
export function scheduleOf(definition: Definition, values: Stored, dates: readonly string[]): Schedule | undefined {
  const { properties, period, series } = definition;
  if (period === undefined) return undefined;
  const wire = wireIn(definition, values);
  const start = period.startOf(wire);
  const end = period.endOf(wire);
  if (Number.isNaN(start) || Number.isNaN(end)) return undefined;
  const times: Schedule = { start: formatInstant(start), end: formatInstant(end) };
  const pattern = series && values[series.property];
  if (series === undefined || !isPattern(pattern)) return times;
  // A pattern that we don't know has no further dates on the copy.
  const isKnown = series.isUnderstood(wire[properties[series.property]?.key ?? ""]);
  return { ...times, repeats: patternInWords(pattern), next: isKnown ? dates.slice(0, 3) : [] };
}

interface Repeat {
  readonly interval?: unknown;
  readonly options?: { readonly enabledDays?: unknown };
  readonly endOn?: unknown;
}

export const isPattern = (value: unknown): value is Repeat => isObject(value) && "interval" in value;

export function patternInWords({ interval, options, endOn }: Repeat): string {
  const days = typeof options?.enabledDays === "string" ? options.enabledDays.split(",").map(capitalized) : [];
  const on = interval === "weekly" && days.length > 0 ? ` on ${joinWithAnd(days)}` : "";
  const end = parseInstant(String(endOfDay(endOn)));
  return `${interval}${on}${end === undefined ? "" : ` until ${dateInWords(end)}`}`;
}

const capitalized = (text: string) => text.trim().replace(/^./, (letter) => letter.toUpperCase());

const dates = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** A date such as `Sunday 6 December 2026`. */
export const dateInWords = (time: number): string => dates.format(time).replace(",", "");

const clock = (text: string) => text.slice(11, 16);

/** A time such as `Sunday 6 December 2026, 02:00 to 03:00 UTC`. */
export function periodInWords({ start, end }: Schedule): string {
  const from = dateInWords(Date.parse(start));
  const to = dateInWords(Date.parse(end));
  return `${from}, ${clock(start)} to ${from === to ? "" : `${to}, `}${clock(end)} UTC`;
}

/** A time in any form that programs use, in words; undefined if the text isn't one. */
export function instantInWords(text: string): string | undefined {
  const time = parseInstant(text);
  return time === undefined ? undefined : `${dateInWords(time)}, ${clock(formatInstant(time))} UTC`;
}

import type { Stored, Wire } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { definitions } from "../../model/kinds/index.ts";
import { isOnPattern } from "../../model/kinds/maintenance-series.ts";
import { findWire } from "../../provider/lifecycle/forms/compare.ts";

/** When a maintenance takes place. */
export interface Schedule {
  readonly start: string;
  readonly end: string;
  /** The pattern of a series in words. */
  readonly repeats?: string;
  /** Starts of the next three occurrences; empty if the meaning of the pattern is unknown. */
  readonly next?: readonly string[];
}

const day = 86_400_000;

/** No pattern has three dates that are further apart: 29 February, across a century without a leap year. */
const farthest = 25 * 366;

/** Returns the schedule in a maintenance's values; undefined if its times aren't known. */
export function scheduleOf(values: Stored, now: number): Schedule | undefined {
  const [start, end] = [values.startTime, values.endTime].map((time) => parseInstant(String(time)));
  if (start === undefined || end === undefined) return undefined;
  const times = { start: formatInstant(start), end: formatInstant(end) };
  const repeat = values.repeat as Repeat | null | undefined;
  if (repeat === null || typeof repeat !== "object") return times;
  return { ...times, repeats: patternInWords(repeat), next: nextDates(values, start, now) };
}

function nextDates(values: Stored, start: number, now: number): string[] {
  const properties = definitions.Maintenance?.properties ?? {};
  const wire: Wire = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [property.wire, findWire(property, values[name])]),
  );
  const first = Math.max(0, Math.ceil((now - start) / day));
  const dates: number[] = [];
  for (let index = first; dates.length < 3 && index < first + farthest; index += 1) {
    const time = start + index * day;
    const isOccurrence = index === 0 || isOnPattern(wire, { start_time: formatInstant(time) });
    if (isOccurrence === undefined) return [];
    if (isOccurrence) dates.push(time);
  }
  return dates.map(formatInstant);
}

interface Repeat {
  readonly interval?: unknown;
  readonly options?: { readonly enabledDays?: unknown };
  readonly endOn?: unknown;
}

function patternInWords({ interval, options, endOn }: Repeat): string {
  const days = typeof options?.enabledDays === "string" ? options.enabledDays.split(",").map(capitalized) : [];
  const on = interval === "weekly" && days.length > 0 ? ` on ${listed(days)}` : "";
  const end = parseInstant(String(endOn));
  return `${interval}${on}${end === undefined ? "" : ` until ${dateInWords(end)}`}`;
}

const capitalized = (text: string) => text.trim().replace(/^./, (letter) => letter.toUpperCase());

/** Joins texts like a sentence does. */
export const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

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
  const [from, to] = [start, end].map((time) => dateInWords(Date.parse(time)));
  return `${from}, ${clock(start)} to ${from === to ? "" : `${to}, `}${clock(end)} UTC`;
}

/** A time in any form that programs use, in words; undefined if the text isn't one. */
export function instantInWords(text: string): string | undefined {
  const time = parseInstant(text);
  return time === undefined ? undefined : `${dateInWords(time)}, ${clock(formatInstant(time))} UTC`;
}

import { longestRetryAfter } from "./limits.ts";

/** Returns the value of a header; the first one if it is repeated. */
export const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

const seconds = /^\d+(\.\d+)?$/;

// The three forms of an HTTP date. Two are obsolete but must be read; only the third has no "GMT".
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? [a-z0-9 -]+ \d\d:\d\d:\d\d( gmt| \d{4})$/i;

/** Parses an HTTP date to milliseconds since 1970; undefined if it is missing or malformed. */
export function parseHttpDate(header: string | undefined): number | undefined {
  const text = header?.trim() ?? "";
  const [, ending] = httpDate.exec(text) ?? [];
  if (ending === undefined) return undefined;
  const time = Date.parse(ending.toLowerCase() === " gmt" ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Parses `Retry-After`. Documented: a 429 carries it. Not stated: whether as seconds or as a date.
 *
 * @param now time of day at the server (its `Date` header) or of this machine, in milliseconds since 1970
 * @returns milliseconds from now, 0 to one day; undefined if the header is missing or malformed
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (seconds.test(text)) return Math.min(Number(text) * 1000, longestRetryAfter);
  const moment = parseHttpDate(text);
  return moment === undefined ? undefined : Math.min(Math.max(0, moment - now), longestRetryAfter);
}

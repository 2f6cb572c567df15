import { longestRetryAfter } from "./limits.ts";
import { parseHttpDate } from "./server-time.ts";

const seconds = /^\d+(\.\d+)?$/;

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

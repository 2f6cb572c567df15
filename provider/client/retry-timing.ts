/** No server is believed that asks for more: one day, in milliseconds. */
const longestPause = 86_400_000;

const seconds = /^\d+(\.\d+)?$/;

// The three forms of an HTTP date; two are obsolete but must be read; only the third goes without "GMT".
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? [a-z0-9 -]+ \d\d:\d\d:\d\d( gmt| \d{4})$/i;

/** Reads a date of HTTP as milliseconds since 1970; undefined where it is missing or none. */
export function parseHttpDate(header: string | undefined): number | undefined {
  const text = header?.trim() ?? "";
  const [, ending] = httpDate.exec(text) ?? [];
  if (ending === undefined) return undefined;
  const time = Date.parse(ending.toLowerCase() === " gmt" ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Reads `Retry-After`. Documented: a 429 carries it. Not stated: whether as seconds or as a date.
 *
 * @param now time of day at the server (its `Date` header) or of this machine, in milliseconds since 1970
 * @returns milliseconds from now, 0 to one day; undefined where the header is missing or makes no sense
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (seconds.test(text)) return Math.min(Number(text) * 1000, longestPause);
  const moment = parseHttpDate(text);
  return moment === undefined ? undefined : Math.min(Math.max(0, moment - now), longestPause);
}

const firstBackoff = 500;
const longestBackoff = 8000;

/**
 * Milliseconds to wait before a request is repeated that failed for another reason than the limit: doubles from 0.5 to
 * 8 s, and the upper half of it is left to chance, so that those who failed together do not come back together.
 *
 * @param attempt 0 after the first failure
 * @param chance from 0 to below 1
 */
export function backoff(attempt: number, chance: number): number {
  const longest = Math.min(firstBackoff * 2 ** attempt, longestBackoff);
  return (longest * (1 + chance)) / 2;
}

/*
 * Defines the rate limits, and every limit on how long a request of the provider waits. None waits forever: each wait for
 * a response, for recovery or for the rate limit ends after the time given here. Times are in milliseconds.
 */

export type LimitName = "reads" | "writes";

/** Documented: 30 GET requests and 5 other requests a second for each API key. */
export const requestsPerSecond: Readonly<Record<LimitName, number>> = { reads: 30, writes: 5 };

/** Length of the window in which the server counts requests. Not stated: where it begins, so we assume anywhere. */
export const limitWindow = 1000;

/** Timeouts of a single attempt. */
export interface TimeLimits {
  /** Until a connection is open, and then until the response begins. */
  readonly response: number;
  /** Until the response is complete. */
  readonly complete: number;
}

export const timeLimits: TimeLimits = { response: 30_000, complete: 60_000 };

/** How long a request keeps waiting. */
export interface WaitLimits {
  /**
   * How long a failing request (5xx, broken connection, timeout) is retried. Attempts and the pauses after them count;
   * waits for the rate limit don't. The last attempt may begin just before the end, so a request takes at most two
   * minutes plus one attempt: three minutes. If the server asks for a longer pause, we give up.
   */
  readonly failing: number;
  /**
   * How long requests wait without progress while the API returns 429. Any other response within the same limit is
   * progress, so our own queue may be of any length: ten thousand creates take half an hour, and that's fine. All
   * waiting requests fail if there was no progress for this long since the first 429, or if the API asks for a pause
   * that ends later.
   */
  readonly rateLimited: number;
}

export const waitLimits: WaitLimits = { failing: 120_000, rateLimited: 900_000 };

/**
 * How often a failing request is retried, and how often we search again for a record whose response was lost. The pauses
 * add up to between 7.75 and 15.5 seconds, unless the server asks for longer ones. A 429 isn't a failure: the rate
 * limiter waits.
 */
export const retries = 5;

/** The pause after the first failure, which doubles with each one, and the longest one. */
const pauses = { first: 500, longest: 8_000 } as const;

/**
 * Returns the pause before a retry after any failure other than a 429. The upper half is random, so that requests which
 * failed together aren't retried together.
 *
 * @param attempt 0 after the first failure
 * @param chance from 0 to below 1
 */
export function backoff(attempt: number, chance: number): number {
  const longest = Math.min(pauses.first * 2 ** attempt, pauses.longest);
  return (longest * (1 + chance)) / 2;
}

/** The longest `Retry-After` that we believe: one day. A longer one is shortened. */
export const longestRetryAfter = 86_400_000;

/** In bytes. A longer response, compressed or not, can't be a record of this API. */
export const largestResponse = 32 * 1024 * 1024;

/*
 * Every limit and every bound on waiting, in one place. No request waits for ever: what waits for a response, to
 * recover or to let requests in again waits for as long as is written here. Times are in milliseconds.
 */

export type LimitName = "reads" | "writes";

/** Documented: 30 GET and 5 other requests a second, for one API key. */
export const requestsPerSecond: Readonly<Record<LimitName, number>> = { reads: 30, writes: 5 };

/** How long one attempt may take. */
export interface TimeLimits {
  /** Until a connection is open, and from the request until its response begins. */
  readonly response: number;
  /** Until the response is complete. */
  readonly complete: number;
}

export const timeLimits: TimeLimits = { response: 30_000, complete: 60_000 };

/** How long a request goes on waiting. */
export interface WaitLimits {
  /**
   * In which a request that fails (a 5xx, a broken connection, a time-out) is sent again: the time of its attempts and of
   * the pauses after them, and not that of its waits for the limit. The last attempt may begin at the end of it, so that two
   * minutes and one attempt, three minutes in all, are the most. A server that asks for a longer pause is not waited for.
   */
  readonly failing: number;
  /**
   * Without progress while the API returns 429. Progress is any other response to any request of the same limit, so a queue
   * of our own may be as long as it likes: ten thousand creates take half an hour and nothing is wrong. When there was no
   * progress for this long since the first refusal, or when the API asks for a pause that ends later, all that wait fail.
   */
  readonly refused: number;
}

export const waitLimits: WaitLimits = { failing: 120_000, refused: 900_000 };

/** How often a request that fails is sent again, about eight seconds in all. A 429 is not a failure: it is waited out. */
export const retries = 5;

/** Bytes: a response longer than this, packed or not, is not a record of this API. */
export const largestResponse = 32 * 1024 * 1024;

/*
 * Defines the rate limits, how long a request waits, and how lists are read. The client's estimates have their numbers beside them,
 * in `rate-limiter/send-window.ts` and `server-time.ts`. Nothing waits forever: each wait for a response, for recovery or for the
 * rate limit ends after the time given here. Times are in milliseconds.
 */

export type LimitName = "reads" | "writes";

/** Documented: 30 GET requests and 5 other requests a second for each API key. */
export const requestsPerSecond: Readonly<Record<LimitName, number>> = { reads: 30, writes: 5 };

/** Length of the window in which the server counts requests. Not stated: where it begins, so we assume anywhere. */
export const limitWindow = 1000;

/** What the pace of writes leaves to chance; tools/bench/README.md has what each costs. */
export const paceMargins = {
  /** A server with a coarse clock may count two arrivals in one window that are this far apart. */
  guard: 1,
  /** How much the time that requests take to arrive may vary. */
  variation: 150,
  /**
   * How much more the first burst may be delayed than later ones: requests sent together share a delay, and a process
   * that has just started is slow. Divided by the square of the number of bursts sent.
   */
  coldStart: 150,
} as const;

/** A run that has used neither limit for this many seconds isn't worth a line. */
export const briefUsage = 5;

/** When the user sees how far requests have come that wait for the limit. */
export const progressTimes = {
  /** Shorter waits aren't worth a line. */
  interval: 5_000,
  /** Pulumi repeats every line at the end, so the time between two lines doubles up to this. */
  longestInterval: 60_000,
  /** Requests count as one batch if they are at most this far apart. */
  gap: 2_000,
} as const;

/** Timeouts of a single attempt. */
export const timeLimits = {
  /** Until a connection is open, and then until the response begins. */
  response: 30_000,
  /** Until the response is complete. */
  complete: 60_000,
};
export type TimeLimits = Readonly<typeof timeLimits>;

/** How long an unused connection stays open. */
export const keepAlive = 10_000;

/** How long a request keeps waiting. */
export const waitLimits = {
  /**
   * How long a failing request (5xx, broken connection, timeout) is retried. Attempts and the pauses after them count;
   * waits for the rate limit don't. The last attempt may begin just before the end, so a request takes at most two
   * minutes plus one attempt: three minutes. If the server asks for a longer pause, we give up.
   */
  failing: 120_000,
  /**
   * How long requests wait without progress while the API returns 429. Any other response within the same limit is
   * progress, so our own queue may be of any length: ten thousand creates take half an hour, and that's fine. All
   * waiting requests fail if there was no progress for this long since the first 429, or if the API asks for a pause
   * that ends later.
   */
  rateLimited: 900_000,
};
export type WaitLimits = Readonly<typeof waitLimits>;

/**
 * How often a failing request is retried, and how often we search again for a record whose response was lost. The pauses
 * add up to between 7.75 and 15.5 seconds, unless the server asks for longer ones. A 429 isn't a failure: the rate
 * limiter waits.
 */
export const retries = 5;

/**
 * Returns the pause before a retry after any failure other than a 429: 250 to 500 ms after the first one, twice as much after
 * each other one, and at most 8 s. Half of it is random, so that requests which failed together aren't retried together.
 *
 * @param attempt 0 after the first failure
 * @param chance from 0 to below 1
 */
export const backoff = (attempt: number, chance: number): number =>
  (Math.min(500 * 2 ** attempt, 8_000) * (1 + chance)) / 2;

/** The longest `Retry-After` that we believe: one day. A longer one is shortened. */
export const longestRetryAfter = 86_400_000;

/** In bytes. A longer response, compressed or not, can't be a record of this API. */
export const largestResponse = 32 * 1024 * 1024;

export const listLimits = {
  /** Documented: at most 100 records a page. */
  pageSize: 100,
  /** How many pages are read in parallel once the list has proven to page: one second of the limit. */
  pagesAtOnce: 30,
  /** A list that still has no end after this many pages, of 100,000 records, is endless. */
  mostPages: 1_000,
  /** With an older list, we might take a record that somebody else has created since then for our own. */
  longestAge: 10_000,
} as const;

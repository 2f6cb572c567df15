/** Round trips that are remembered. What the way to the server was like before them no longer matters. */
const memory = 100;

/** Trips that are seen before any conclusion. */
const fewest = 4;

/** The latest round trips, in milliseconds, and what they say about those to come. */
export class TripTimes {
  #firstAnswer = Number.POSITIVE_INFINITY;
  #recent: number[] = [];
  #fastest = 0;

  /** Takes down a request that left and was answered at these moments. */
  add(departed: number, answered: number): void {
    // What left before the first answer may have had to open its connection, and says nothing about an open one.
    if (departed >= this.#firstAnswer) {
      this.#recent = [...this.#recent, answered - departed].slice(-memory);
      this.#fastest = lowerBound(this.#recent);
    }
    this.#firstAnswer = Math.min(this.#firstAnswer, answered);
  }

  /** What any trip takes at the very least. 0 while too little is known. */
  get fastest(): number {
    return this.#fastest;
  }

  /** The slowest of the latest trips. 0 while none is known. */
  get slowest(): number {
    return Math.max(0, ...this.#recent);
  }
}

/**
 * The fastest trip seen, less an allowance for one that is faster still: some distances from it to the median, fewer the
 * more trips were seen. The numbers are from simulation: with 60 to 180 ms of latency, evenly spread, fewer than one run
 * of 100 requests in 500 meets a trip below the bound, and with the smallest jitter the allowance is next to nothing.
 */
function lowerBound(trips: readonly number[]): number {
  const sorted = trips.toSorted((one, other) => one - other);
  const least = sorted[0];
  const median = sorted[sorted.length >> 1];
  if (least === undefined || median === undefined || trips.length < fewest) return 0;
  const allowance = Math.max(20 / (trips.length - fewest + 1), 0.3) * (median - least);
  return Math.max(0, least - allowance);
}

/** Round trips that are remembered. What the way to the server was like before them no longer matters. */
const memory = 100;

/**
 * Rounds that are seen before any conclusion. The trips of one round leave before the first of them is answered: those
 * of the first may have had to open their connections, and all of one may have been slowed down by each other.
 */
const fewestRounds = 3;

/** The latest round trips, in milliseconds, and what they say about those to come. */
export class TripTimes {
  #rounds = 0;
  #roundEnd = 0;
  #recent: number[] = [];
  #fastest = 0;

  /** Takes down a request that left and was answered at these moments. */
  add(departed: number, answered: number): void {
    if (this.#rounds === 0 || departed >= this.#roundEnd) {
      this.#rounds += 1;
      this.#roundEnd = answered;
    }
    this.#recent = [...this.#recent, answered - departed].slice(-memory);
    if (this.#rounds >= fewestRounds) this.#fastest = lowerBound(this.#recent);
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
 * of 100 requests in 1,000 meets a trip below the bound, and with the smallest jitter the allowance is next to nothing.
 */
function lowerBound(trips: readonly number[]): number {
  const sorted = trips.toSorted((one, other) => one - other);
  const least = sorted[0];
  const median = sorted[sorted.length >> 1];
  if (least === undefined || median === undefined) return 0;
  const allowance = Math.max(20 / (trips.length - 2), 0.3) * (median - least);
  return Math.max(0, least - allowance);
}

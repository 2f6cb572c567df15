/** Durations that are remembered. What the network was like before them no longer matters. */
const memory = 100;

/** Fewer than this, as many as leave together at first, support no conclusion. */
const fewest = 5;

/** The latest durations of one kind, in milliseconds, and what they say about those to come. */
export class Durations {
  #latest: number[] = [];

  add(duration: number): void {
    this.#latest = [...this.#latest, duration].slice(-memory);
  }

  get isKnown(): boolean {
    return this.#latest.length >= fewest;
  }

  /** What any takes at the very least. 0 while too few are known. */
  get fastest(): number {
    return this.isKnown ? lowerBound(this.#latest) : 0;
  }

  /** The slowest of the latest. 0 while none is known. */
  get slowest(): number {
    return Math.max(0, ...this.#latest);
  }
}

/**
 * Chance that a run of 100 requests meets a duration below the bound: about e to the power of minus this, times 3. See
 * `lowerBound`.
 */
const caution = 8;

/**
 * The fastest of n durations, less an allowance for one that is faster still. Near its lower end any distribution looks
 * even, and there the median lies n / 2 steps above the fastest, so a step is 2 (median - fastest) / n. The next duration
 * falls more than c steps below the fastest with a chance of about e^-c / n; summed over n from 5 to 100 that is 3 e^-c.
 * `bench/simulation` counts how often it happens, and what the allowance costs.
 */
function lowerBound(durations: readonly number[]): number {
  const sorted = durations.toSorted((one, other) => one - other);
  const [fastest = 0] = sorted;
  const median = sorted[sorted.length >> 1] ?? fastest;
  const step = (2 * (median - fastest)) / durations.length;
  return Math.max(0, fastest - caution * step);
}

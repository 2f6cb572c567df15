/** Older samples are forgotten: the network may have changed since. */
const mostSamples = 100;

/** Fewer samples than a first burst sends support no conclusion. */
const fewestSamples = 5;

/** What samples of a duration say about the next one; in milliseconds, 0 where nothing is known. */
export interface Latency {
  readonly isKnown: boolean;
  /** The next one takes at least this long. */
  readonly lowerBound: number;
  readonly fastest: number;
  /** Nine of ten take at most this long, so that one lost packet or one busy moment decides nothing. */
  readonly slow: number;
}

/** Estimates a latency from its samples, the latest last. */
export function latencyOf(samples: readonly number[]): Latency {
  const sorted = samples.slice(-mostSamples).sort((one, other) => one - other);
  const slowIndex = Math.ceil((sorted.length - 1) * 0.9);
  const [fastest = 0, slow = 0] = [sorted[0], sorted[slowIndex]];
  const isKnown = sorted.length >= fewestSamples;
  return { isKnown, lowerBound: isKnown ? boundBelow(fastest, slow, slowIndex) : 0, fastest, slow };
}

/** How many steps below the fastest sample the bound lies. */
const caution = 6;

/**
 * The fastest sample, less an allowance for one that is faster still. Sorted samples climb in steps; the next one falls c
 * steps below the fastest with a probability of about e^-c / n. The slowest tenth would stretch every step, so it is left
 * out. With few samples the step itself is uncertain, so three of them do not count.
 */
const boundBelow = (fastest: number, slow: number, slowIndex: number) =>
  Math.max(0, fastest - caution * ((slow - fastest) / (slowIndex - 3)));

/** Older samples are dropped, because the network may have changed. */
const mostSamples = 100;

/** With fewer samples than a first burst sends, we draw no conclusion. */
const fewestSamples = 5;

/** Bounds of a duration, estimated from samples; in milliseconds, 0 if unknown. */
export interface Latency {
  readonly isKnown: boolean;
  /** The next sample takes at least this long. */
  readonly lowerBound: number;
  readonly fastest: number;
  /** Nine of ten samples take at most this long, so that one lost packet or busy moment has no effect. */
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

/** How many steps below the fastest sample the lower bound is. */
const caution = 6;

/**
 * Returns the fastest sample less an allowance for a faster one. Sorted samples rise in steps; the next sample is c
 * steps below the fastest with a probability of about e^-c / n. The slowest tenth would stretch every step, so it is
 * left out. With few samples the step is uncertain, so three of them don't count.
 */
const boundBelow = (fastest: number, slow: number, slowIndex: number) =>
  Math.max(0, fastest - caution * ((slow - fastest) / (slowIndex - 3)));

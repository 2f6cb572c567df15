/** Older samples are dropped, because the network may have changed. */
const mostSamples = 100;

/** With fewer samples than a first burst sends, we draw no conclusion. */
const fewestSamples = 5;

/** How many steps below the fastest sample the lower bound is. */
const caution = 6;

/** Bounds of a duration in milliseconds. */
export interface Latency {
  /** The next sample takes at least this long. */
  readonly least: number;
  /** Nine of ten samples take at most this long, so that one lost packet or busy moment has no effect. */
  readonly slow: number;
}

/**
 * Estimates a latency from its samples, the latest last; undefined if there are too few.
 *
 * Sorted samples rise in steps, and the next sample is c steps below the fastest with a probability of about e^-c / n.
 * The slowest tenth would stretch every step, so it is left out. With few samples the step is uncertain, so three of
 * them don't count.
 *
 * @param margin how far below the fastest sample the lower bound is at least
 */
export function latencyOf(samples: readonly number[], margin = 0): Latency | undefined {
  if (samples.length < fewestSamples) return undefined;
  const sorted = samples.slice(-mostSamples).sort((one, other) => one - other);
  const slowIndex = Math.ceil((sorted.length - 1) * 0.9);
  const [fastest = 0, slow = 0] = [sorted[0], sorted[slowIndex]];
  const step = (slow - fastest) / (slowIndex - 3);
  return { least: Math.max(0, fastest - Math.max(margin, caution * step)), slow };
}

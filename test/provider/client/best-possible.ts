import { spanOf, type Trip } from "./strict-server.ts";

/** The resolution of a server's clock, in milliseconds. */
const guard = 1;

export interface Requests {
  readonly limit: number;
  readonly window: number;
  readonly count: number;
}

/** What a client may know of the network. */
export interface Knowledge {
  /** Milliseconds that the shortest round trip takes. */
  readonly shortest: number;
  /** How many milliseconds later than the earliest possible moment the server may count a request, at most. */
  readonly variation: number;
}

/**
 * Returns the milliseconds from the first to the last arrival at the best pace that is possible without a 429.
 *
 * Assume a client that knows the shortest round trip, and even how long each request will take. It still can't know how
 * much of a longer round trip passed before the server counted the request, and how much after that. So a request may
 * have been counted as much later as its round trip exceeds the shortest one, or as the network varies, and the next one
 * in its slot may be counted as early as possible. That is how long it occupies the slot, besides the window.
 */
export function bestPossible(
  { limit, window, count }: Requests,
  trip: () => Trip,
  { shortest, variation }: Knowledge,
): number {
  const frees: number[] = [];
  const arrivals: number[] = [];
  for (let index = 0; index < count; index++) {
    const sent = frees.toSorted((one, other) => one - other).at(-limit) ?? 0;
    const { out, work = 0, back } = trip();
    const uncertainty = Math.min(out + work + back - shortest, variation);
    frees.push(sent + uncertainty + window + guard);
    arrivals.push(sent + out);
  }
  return spanOf(arrivals);
}

import { limitWindow, paceMargins } from "../limits.ts";

/** A request that may still count in the server's window. */
export interface Slot {
  /** When it was sent; before that, it waits for a connection. */
  startedAt?: number;
  /** Time from sending the request until the response began. */
  roundTrip?: number;
}

/** Only the latest samples count, because the network may have changed. */
const mostSamples = 100;

/** With fewer samples than a first burst sends, we draw no conclusion. */
const fewestSamples = 5;

/** The slowest tenth of the samples is left out, so that one lost packet or busy moment has no effect. */
const shareThatCounts = 0.9;

/** With few samples the step between them is uncertain, so this many steps don't count: of five samples, one step is left. */
const uncertainSteps = 3;

/** We expect no round trip that is further below the fastest of n samples: it is c steps below with a probability of about e^-c / n. */
const stepsBelowFastest = 6;

/** Round trips as we expect them, in milliseconds. */
interface Latency {
  /** The next one takes at least this long. */
  readonly least: number;
  /** Nine of ten take at most this long. */
  readonly slow: number;
  /** By how much the time until requests arrive may vary. */
  readonly variation: number;
}

/** Without an estimate, the server may have counted a request at any time until its response began. */
const notEstimated: Latency = { least: 0, slow: 0, variation: Number.POSITIVE_INFINITY };

/**
 * Decides when the next request may be sent, so that at most `limit` arrive at the server within one window.
 *
 * A request occupies a slot for one window after it was sent, and longer if it may have arrived later than the next one will. An example:
 * it was sent at 0, its response began at 300 ms, and the window is 1000 ms long.
 *
 *     no estimate                     it may have arrived at 300, and the next one arrives when it is sent:
 *                                     the slot is free at 1300
 *     round trips take 280 or more    so the way of the next request and the way back of this response take 280 or more.
 *                                     This request has arrived at most 300 - 280 later than the next will: 1020
 *     round trips take 50 or more     at most 300 - 50 later, but we assume that the network varies by 150 at most: 1150
 *
 * Without that assumption, work in the server would cost as much, because it is part of a round trip. With an estimate, a 429 is possible if
 * the latency varies more than it did.
 */
export class SendWindow {
  readonly #limit: number;
  readonly #isEstimated: boolean;
  readonly #roundTrips: number[] = [];
  #slots: Slot[] = [];
  #admitted = 0;

  /** @param isEstimated whether to risk a 429, when the network varies more than expected, for the last part of the pace */
  constructor(limit: number, { isEstimated }: { isEstimated: boolean }) {
    this.#limit = limit;
    this.#isEstimated = isEstimated;
  }

  /**
   * Returns when the next request may be sent, as known at `now`; later events can move it in either direction.
   *
   * @param usable how many slots there are at present
   */
  opensAt(now: number, usable: number): number {
    const latency = this.#isEstimated ? this.#estimate() : notEstimated;
    this.#slots = this.#slots.filter((slot) => freeAt(slot, now, latency) > now);
    if (this.#slots.length < usable) return now;
    const freeTimes = this.#slots.map((slot) => freeAt(slot, now, latency)).sort((one, other) => one - other);
    // Once this slot is free, only those that are freed later are occupied: fewer than `usable`.
    return freeTimes.at(-usable) ?? now;
  }

  /** Estimates round trips by the latest samples. */
  #estimate(): Latency {
    const bursts = Math.ceil(this.#admitted / this.#limit);
    // Requests of one burst may share a delay. Each further burst makes it less likely that all samples have it.
    const sharedDelay = paceMargins.coldStart / bursts ** 2;
    if (this.#roundTrips.length < fewestSamples) return { least: 0, slow: 0, variation: sharedDelay };
    const sorted = this.#roundTrips.slice(-mostSamples).sort((one, other) => one - other);
    const slowIndex = Math.ceil((sorted.length - 1) * shareThatCounts);
    const fastest = sorted[0] ?? 0;
    const slow = sorted[slowIndex] ?? 0;
    // Sorted samples rise in steps, from one to the next.
    const step = (slow - fastest) / (slowIndex - uncertainSteps);
    const below = Math.max(sharedDelay, stepsBelowFastest * step);
    return { least: Math.max(0, fastest - below), slow, variation: paceMargins.variation };
  }

  admit(): Slot {
    const slot = {};
    this.#slots.push(slot);
    this.#admitted += 1;
    return slot;
  }

  started(slot: Slot, now: number): void {
    slot.startedAt = now;
  }

  responded(slot: Slot, now: number): void {
    slot.startedAt ??= now;
    slot.roundTrip = now - slot.startedAt;
    this.#roundTrips.push(slot.roundTrip);
  }

  /** Records that a request got a 429 or no response. If the server has counted it, then before now: so it occupies a slot as if sent now. */
  lost(slot: Slot, now: number): void {
    slot.startedAt = now;
    slot.roundTrip = 0;
  }
}

/** Returns when a request no longer counts in the server's window. */
function freeAt({ startedAt, roundTrip }: Slot, now: number, { least, slow, variation }: Latency): number {
  const sentAt = startedAt ?? now;
  // A request without a response will take at least as long as it has taken, and probably as long as others.
  const expected = roundTrip ?? Math.max(now - sentAt, slow);
  const laterThanNext = Math.min(expected - least, variation);
  return sentAt + limitWindow + paceMargins.guard + Math.max(0, laterThanNext);
}

import { Backpressure, type BackpressureOptions } from "./backpressure.ts";
import { type Latency, latencyOf } from "./latency.ts";

/** A server may count two arrivals into one window that are this far apart, because its clock is coarse; in milliseconds. */
const guard = 1;

/**
 * By how much requests may differ behind the point where their connection ends, in milliseconds: that may be a proxy or
 * the edge of a network, and the server that counts is farther away.
 */
const detour = 150;

/** The same where no connection has shown anything, in milliseconds: within it three lost packets are sent again. */
const longestDetour = 3000;

/**
 * By how much the first burst may be delayed more than later ones, in milliseconds: requests that are sent together share
 * what slows them down, and a process that has just started is slow. Divided by the square of how many bursts were sent.
 */
const coldStart = 150;

/** A request that was admitted and may still count in the server's window. */
export interface Slot {
  readonly admitted: number;
  /** When it was sent; before that it waits for its connection. */
  sent?: number;
  /** From when it was sent to when its response began. */
  roundTrip?: number;
  /** When it no longer counts, where that is known without its response. */
  freeAt?: number;
}

/** What is known of the way to the server, apart from round trips. */
export interface Network {
  /** How long its connections took to open, in milliseconds. The server has no work to do for that, so it is all network. */
  readonly openings: readonly number[];
  /** Whether the next request finds a connection that is open and free. */
  hasConnection(): boolean;
}

export interface SendWindowOptions extends BackpressureOptions {
  readonly network: Network;
}

/**
 * Tells when the next request may be sent, so that a server never sees more than `limit` arrive within one window.
 *
 * A request takes a slot when it is admitted and frees it one window after it arrived. When it arrived is not known, only
 * that a later request can overtake it by no more than their ways differ. Two figures bound that, and the smaller counts:
 *
 * - its own round trip less the fastest one, because the way out of the next request and the way back of this response
 *   take at least the fastest round trip. At steady latency that is nothing.
 * - what the network can differ by: a slow opening of a connection less a fast one, and a detour behind it. Work in the
 *   server is part of round trips and not of openings, so it costs next to nothing.
 *
 * Before there are responses, only the openings count.
 */
export class SendWindow {
  readonly backpressure: Backpressure;
  readonly #options: SendWindowOptions;
  readonly #roundTrips: number[] = [];
  #slots: Slot[] = [];
  #bursts = 0;
  #burstEnd = Number.NEGATIVE_INFINITY;

  constructor(options: SendWindowOptions) {
    this.#options = options;
    this.backpressure = new Backpressure(options);
  }

  /**
   * When the next request may be sent, as far as is known `now`; later news can make it earlier or later. Infinity while
   * that depends on a request which still waits for its connection.
   */
  opensAt(now: number): number {
    const { network } = this.#options;
    const openings = latencyOf(network.openings);
    const roundTrips = latencyOf(this.#roundTrips);
    const freeAt = (slot: Slot) => this.#freeAt(slot, now, { openings, roundTrips });
    this.#slots = this.#slots.filter((slot) => {
      if (freeAt(slot) > now) return true;
      // Inferred: a 429 comes immediately, as it takes no work. Requests that are still under way were accepted.
      if (slot.freeAt === undefined && slot.roundTrip === undefined) this.backpressure.accepted(slot.admitted);
      return false;
    });
    const frees = this.#slots.map(freeAt).sort((one, other) => one - other);
    const free = frees[this.#slots.length - this.backpressure.usable] ?? now;
    // A request whose connection has to be opened first arrives that much later.
    const opening = network.hasConnection() ? 0 : openings.lowerBound;
    return Math.max(free - opening, this.backpressure.opensAt, now);
  }

  admit(now: number): Slot {
    const slot = { admitted: now };
    this.#slots.push(slot);
    return slot;
  }

  sent(slot: Slot, now: number): void {
    slot.sent = now;
    if (now < this.#burstEnd) return;
    this.#bursts += 1;
    this.#burstEnd = now + this.#options.window / 2;
  }

  responded(slot: Slot, now: number): void {
    if (slot.sent === undefined) this.sent(slot, slot.admitted);
    slot.roundTrip = now - (slot.sent ?? slot.admitted);
    this.#roundTrips.push(slot.roundTrip);
    this.backpressure.responded(slot.admitted);
  }

  rateLimited(slot: Slot, now: number, retryAfter?: number): void {
    // Not stated: whether a request that meets a 429 counts. We assume so, which also keeps "Retry-After: 0" from a hot loop.
    this.lost(slot, now);
    this.backpressure.rateLimited(slot.admitted, now, retryAfter);
  }

  lost(slot: Slot, now: number): void {
    slot.freeAt = now + this.#options.window;
  }

  #freeAt(
    { sent, roundTrip, freeAt }: Slot,
    now: number,
    latencies: { readonly openings: Latency; readonly roundTrips: Latency },
  ): number {
    if (freeAt !== undefined) return freeAt;
    if (sent === undefined) return Number.POSITIVE_INFINITY;
    const { openings, roundTrips } = latencies;
    const difference = openings.slow - openings.lowerBound;
    const cold = coldStart / this.#bursts ** 2;
    const freeFrom = sent + this.#options.window + guard;
    if (roundTrip === undefined && !roundTrips.isKnown && openings.isKnown) return freeFrom + difference + cold;
    const fastest = Math.max(0, Math.min(roundTrips.lowerBound, roundTrips.fastest - cold));
    const longest = roundTrip ?? Math.max(now - sent, roundTrips.slow);
    const most = openings.isKnown ? difference + detour : longestDetour;
    return freeFrom + Math.max(0, Math.min(longest - fastest, most));
  }
}

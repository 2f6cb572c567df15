import { Backpressure, type BackpressureOptions } from "./backpressure.ts";
import { type Latency, latencyOf } from "./latency.ts";

/** A server with a coarse clock may count two arrivals in one window that are this far apart; in milliseconds. */
const guard = 1;

/**
 * How much the time of requests may vary beyond the end of their connection, in milliseconds. The connection may end at
 * a proxy or at the edge of a network, farther from the server that counts.
 */
const detour = 150;

/** The same while no connection has been opened, in milliseconds: long enough to resend three lost packets. */
const longestDetour = 3000;

/**
 * How much more the first burst may be delayed than later ones, in milliseconds: requests sent together share a delay,
 * and a process that has just started is slow. Divided by the square of the number of bursts sent.
 */
const coldStart = 150;

/** An admitted request that may still count in the server's window. */
export interface Slot {
  readonly admitted: number;
  /** When it was sent; before that it waits for a connection. */
  sent?: number;
  /** Time from sending the request until the response began. */
  roundTrip?: number;
  /** When it stops counting, if that is known without its response. */
  freeAt?: number;
}

/** What we know of the connections to the server, apart from round trips. */
export interface Network {
  /**
   * How long connections took to open, in milliseconds. Opening needs no work in the server, so this is all network
   * time.
   */
  readonly openings: readonly number[];
  /** Whether an open connection is free for the next request. */
  hasConnection(): boolean;
}

export interface SendWindowOptions extends BackpressureOptions {
  readonly network: Network;
}

/**
 * Decides when the next request may be sent, so that the server never sees more than `limit` arrive within one window.
 *
 * A request takes a slot when it is admitted and frees it one window after it arrived. We don't know when it arrived,
 * only that a later request can overtake it by no more than the difference between their travel times. Two figures
 * bound that, and the smaller one counts:
 *
 * - its own round trip less the fastest one, because the next request and this response together take at least the
 *   fastest round trip. At steady latency that is nothing.
 * - how much the network can vary: a slow opening of a connection less a fast one, plus the distance behind it. Work in
 *   the server is part of round trips but not of openings, so it costs next to nothing.
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
   * Returns when the next request may be sent, as known at `now`; later events can move it in either direction.
   * Infinity while it depends on a request that waits for its connection.
   */
  opensAt(now: number): number {
    const { network } = this.#options;
    const openings = latencyOf(network.openings);
    const roundTrips = latencyOf(this.#roundTrips);
    const freeAt = (slot: Slot) => this.#freeAt(slot, now, { openings, roundTrips });
    this.#slots = this.#slots.filter((slot) => {
      if (freeAt(slot) > now) return true;
      // Inferred (early-429): a 429 comes immediately, because it needs no work. So requests still in progress were
      // accepted.
      if (slot.freeAt === undefined && slot.roundTrip === undefined) this.backpressure.accepted(slot.admitted);
      return false;
    });
    const frees = this.#slots.map(freeAt).sort((one, other) => one - other);
    const free = frees[this.#slots.length - this.backpressure.usable] ?? now;
    // A request that has to open a connection first arrives that much later.
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
    this.backpressure.responded(slot.admitted, now);
  }

  rateLimited(slot: Slot, now: number, retryAfter?: number): void {
    // Not stated: whether a request that gets a 429 counts. We assume so, which also prevents a hot loop on
    // "Retry-After: 0".
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

import { limitWindow } from "../limits.ts";
import { latencyOf } from "./latency.ts";

/** A server with a coarse clock may count two arrivals in one window that are this far apart; in milliseconds. */
const guard = 1;

/**
 * How much the time of requests may vary beyond the end of their connection, in milliseconds. The connection may end at
 * a proxy or at the edge of a network, farther from the server that counts.
 */
const hiddenVariation = 150;

/** The same while too few connections have been opened, in milliseconds: long enough to resend three lost packets. */
const unknownVariation = 3000;

/**
 * How much more the first burst may be delayed than later ones, in milliseconds: requests sent together share a delay,
 * and a process that has just started is slow. Divided by the square of the number of bursts sent.
 */
const coldStart = 150;

/** A request that may still count in the server's window. */
export interface Slot {
  /** When it was sent; before that, it waits for a connection. */
  startedAt?: number;
  /** Time from sending the request until the response began. */
  roundTrip?: number;
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

/**
 * Decides when the next request may be sent, so that the server never sees more than `limit` arrive within one window.
 *
 * A request occupies a slot for one window after it was sent, and for as much longer as it may have arrived later than
 * the next one would. That is at most
 *
 * - its round trip less the shortest one, because the next request and this response together take at least the
 *   shortest round trip. At steady latency that is nothing.
 * - how much the network can vary: a slow opening of a connection less a fast one, plus the variation that openings
 *   don't show. Work in the server is part of round trips but not of openings, so constant work costs nothing.
 */
export class SendWindow {
  readonly #limit: number;
  readonly #network: Network;
  readonly #roundTrips: number[] = [];
  #slots: Slot[] = [];
  #admitted = 0;

  constructor(limit: number, network: Network) {
    this.#limit = limit;
    this.#network = network;
  }

  /**
   * Returns when the next request may be sent, as known at `now`; later events can move it in either direction.
   *
   * @param usable how many slots there are at present
   */
  opensAt(now: number, usable: number): number {
    const cold = coldStart / Math.ceil(this.#admitted / this.#limit) ** 2;
    const openings = latencyOf(this.#network.openings);
    const roundTrips = latencyOf(this.#roundTrips, cold);
    // Before there are responses, only the openings count.
    const hidden = roundTrips === undefined ? cold : hiddenVariation;
    const variation = openings === undefined ? unknownVariation : openings.slow - openings.least + hidden;
    const freeAt = ({ startedAt = now, roundTrip = Math.max(now - startedAt, roundTrips?.slow ?? 0) }: Slot) =>
      startedAt + limitWindow + guard + Math.max(0, Math.min(roundTrip - (roundTrips?.least ?? 0), variation));
    this.#slots = this.#slots.filter((slot) => freeAt(slot) > now);
    if (this.#slots.length < usable) return now;
    const [free = now] = this.#slots
      .map(freeAt)
      .sort((one, other) => one - other)
      .slice(-usable);
    // A request that has to open a connection first arrives that much later.
    const opening = this.#network.hasConnection() ? 0 : (openings?.least ?? 0);
    return Math.max(free - opening, now);
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

  /** Records that a request got a 429 or no response. If the server has counted it, then before now. */
  lost(slot: Slot, now: number): void {
    slot.startedAt = now;
    slot.roundTrip = 0;
  }
}

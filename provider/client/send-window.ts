import { TripTimes } from "./trip-times.ts";

/** Milliseconds between two arrivals that a server may still count into one window, because its clock is coarse. */
const guard = 1;

/**
 * Longest that a request is thought to be on its way, in milliseconds. Three lost packets are sent again within this
 * time; what is without an answer for longer waits in the server, or is gone.
 */
const longestWay = 3000;

/** A request that left and may still count in the server's window. */
export interface Slot {
  readonly departed: number;
  /** How long its answer took, once there is one. */
  trip?: number;
  /** When it counts no more, where that is known without its answer. */
  freeAt?: number;
}

/**
 * When the next request may leave, so that a server never sees more than `limit` arrive within `window` milliseconds.
 *
 * A request takes a slot when it leaves and gives it back one window after it arrived. Nobody tells when it arrived, but
 * the way out of the next request and the way back of this one's answer together take at least the fastest round trip.
 * So a slot is free again `window + (its own trip - the fastest trip)` after its request left: at steady latency there
 * is no waiting that the limit does not ask for, and only a slow trip costs what it was slow. Before the fastest trip is
 * known it counts as 0: then the slot is free one window after the answer, which is safe at any latency. A request
 * without an answer is taken to be as slow as the slowest one, or as it is old.
 *
 * A refusal means that another client has the same key. Nothing leaves for as long as the server asks, then half as
 * many slots are used as before, and each answer doubles them again.
 */
export class SendWindow {
  readonly #limit: number;
  readonly #window: number;
  readonly #trips = new TripTimes();
  #slots: Slot[] = [];
  #usable: number;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;

  constructor(limit: number, window: number) {
    this.#limit = limit;
    this.#window = window;
    this.#usable = limit;
  }

  /** When the next request may leave, as far as is known `now`; later news can make it earlier or later. */
  opensAt(now: number): number {
    this.#slots = this.#slots.filter((slot) => this.#freeAt(slot, now) > now);
    const excess = this.#slots.length - this.#usable;
    if (excess < 0) return Math.max(now, this.#pausedUntil);
    const frees = this.#slots.map((slot) => this.#freeAt(slot, now)).sort((one, other) => one - other);
    return Math.max(frees[excess] ?? now, this.#pausedUntil);
  }

  depart(now: number): Slot {
    const slot = { departed: now };
    this.#slots.push(slot);
    return slot;
  }

  answered(slot: Slot, now: number): void {
    slot.trip = now - slot.departed;
    this.#trips.add(slot.departed, now);
    if (slot.departed >= this.#refusedAt) this.#usable = Math.min(this.#limit, this.#usable * 2);
  }

  refused(slot: Slot, now: number, retryAfter = this.#window): void {
    // Not stated: whether a refused request counts. Taken to do so, which also keeps "Retry-After: 0" from a hot loop.
    slot.freeAt = now + this.#window;
    this.#refusedAt = now;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + retryAfter);
    this.#usable = Math.ceil(this.#usable / 2);
  }

  lost(slot: Slot, now: number): void {
    slot.freeAt = now + this.#window;
  }

  #freeAt(slot: Slot, now: number): number {
    if (slot.freeAt !== undefined) return slot.freeAt;
    const trip = slot.trip ?? Math.max(now - slot.departed, this.#trips.slowest);
    const late = Math.max(0, Math.min(trip, longestWay) - this.#trips.fastest);
    return slot.departed + this.#window + guard + late;
  }
}

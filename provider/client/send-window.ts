import { Durations } from "./durations.ts";
import { Gate, type GateOptions } from "./gate.ts";

/** Milliseconds between two arrivals that a server may still count into one window, because its clock is coarse. */
const guard = 1;

/**
 * By how much a request that has no response yet may be held up in this machine or the server before it is counted, where
 * nothing has shown it: a busy processor, a collection of garbage. In milliseconds.
 */
const unseen = 25;

/**
 * By how much requests may differ behind the point where their connection ends, in milliseconds: that may be a proxy or
 * the edge of a network, and the server that counts is farther away.
 */
const detour = 150;

/** The same where no connection has shown anything, in milliseconds: within it three lost packets are sent again. */
const longestDetour = 3000;

/**
 * By how much the requests of the first burst may be held up more than later ones, in milliseconds: what leaves together
 * shares what slows it down, and a process that has just started is slow. Divided by the square of how many bursts left.
 */
const coldStart = 150;

/** A request that left and may still count in the server's window. */
export interface Slot {
  readonly admitted: number;
  /** When it left; before that it waits for its connection. */
  left?: number;
  /** From when it left to when its response began, once there is one. */
  trip?: number;
  /** When it counts no more, where that is known without its response. */
  freeAt?: number;
}

/** What is known of the way to the server, apart from what trips show. */
export interface Network {
  /** How long its connections took to open. Only the network is in them: without a request a server has no work. */
  readonly openings: Durations;
  /** Whether the next request finds a connection that is open and free. */
  hasConnection(): boolean;
}

export interface SendWindowOptions extends GateOptions {
  readonly network: Network;
}

/**
 * When the next request may leave, so that a server never sees more than `limit` arrive within `window` milliseconds.
 *
 * A request takes a slot when it leaves and gives it back one window after it arrived. When it arrived is not known, only
 * that a later request can overtake it by no more than their ways differ. Two figures bound that, and the smaller counts:
 *
 * - its own trip less the fastest trip. The way out of the next request and the way back of this one's answer take at
 *   least the fastest round trip. At steady latency that is nothing, and only a slow trip costs what it was slow.
 * - what the network can differ by: a slow opening of a connection less a fast one, and a detour behind it. So work
 *   in the server, which trips contain and openings do not, costs next to nothing.
 *
 * Before there are answers, only the openings count.
 */
export class SendWindow {
  readonly gate: Gate;
  readonly #options: SendWindowOptions;
  readonly #trips = new Durations();
  #bursts = 0;
  #burstEnd = Number.NEGATIVE_INFINITY;
  #slots: Slot[] = [];

  constructor(options: SendWindowOptions) {
    this.#options = options;
    this.gate = new Gate(options);
  }

  /**
   * When the next request may leave, as far as is known `now`; later news can make it earlier or later. Infinity while
   * that hangs on a request which has not left itself.
   */
  opensAt(now: number): number {
    this.#slots = this.#slots.filter((slot) => !this.#frees(slot, now));
    const frees = this.#slots.map((slot) => this.#freeAt(slot, now)).sort((one, other) => one - other);
    const free = frees[this.#slots.length - this.gate.usable] ?? now;
    return Math.max(free - this.#lead(), this.gate.opensAt, now);
  }

  admit(now: number): Slot {
    const slot = { admitted: now };
    this.#slots.push(slot);
    return slot;
  }

  left(slot: Slot, now: number): void {
    slot.left = now;
    if (now < this.#burstEnd) return;
    this.#bursts += 1;
    this.#burstEnd = now + this.#options.window / 2;
  }

  answered(slot: Slot, now: number): void {
    if (slot.left === undefined) this.left(slot, slot.admitted);
    slot.trip = now - (slot.left ?? slot.admitted);
    this.#trips.add(slot.trip);
    this.gate.answered(slot.admitted);
  }

  refused(slot: Slot, now: number, retryAfter?: number): void {
    // Not stated: whether a refused request counts. Taken to do so, which also keeps "Retry-After: 0" from a hot loop.
    slot.freeAt = now + this.#options.window;
    this.gate.refused(slot.admitted, { now, retryAfter });
  }

  lost(slot: Slot, now: number): void {
    slot.freeAt = now + this.#options.window;
  }

  #frees(slot: Slot, now: number): boolean {
    if (this.#freeAt(slot, now) > now) return false;
    // Inferred: a 429 comes at once, without the work that a response takes. What is still under way was let in.
    if (slot.freeAt === undefined && slot.trip === undefined) this.gate.letIn(slot.admitted);
    return true;
  }

  #freeAt({ left, trip, freeAt }: Slot, now: number): number {
    if (freeAt !== undefined) return freeAt;
    if (left === undefined) return Number.POSITIVE_INFINITY;
    return left + this.#options.window + guard + this.#overtaking(trip, now - left);
  }

  /** By how many milliseconds the next request may overtake one that left so long ago. */
  #overtaking(trip: number | undefined, age: number): number {
    const { openings } = this.#options.network;
    const difference = openings.slow - openings.lowerBound;
    const cold = coldStart / this.#bursts ** 2;
    if (trip === undefined && !this.#trips.isKnown && openings.isKnown) return difference + Math.max(cold, unseen);
    const fastest = Math.max(0, Math.min(this.#trips.lowerBound, this.#trips.fastest - cold));
    const most = openings.isKnown ? difference + detour : longestDetour;
    const longest = trip ?? Math.max(age, this.#trips.slow);
    return Math.max(0, Math.min(longest - fastest, most));
  }

  /** By how much the next request arrives later because its connection has to be opened first. */
  #lead(): number {
    const { network } = this.#options;
    return network.hasConnection() ? 0 : network.openings.lowerBound;
  }
}

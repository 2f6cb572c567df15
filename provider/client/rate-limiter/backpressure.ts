export interface BackpressureOptions {
  /** Most requests within one window. */
  readonly limit: number;
  /** Length of the window in milliseconds. */
  readonly window: number;
  /** Milliseconds without progress after which waiting is hopeless. */
  readonly longestStall: number;
}

/**
 * Slows down after a 429, which means that another client uses the same API key. Sends nothing for as long as the
 * server asks, then half as many requests per window; each accepted request doubles that again.
 *
 * A stall begins with a 429 and ends with any other response to a request sent after it. A response to an earlier request
 * is progress too, so the stall begins again.
 */
export class Backpressure {
  readonly #options: BackpressureOptions;
  #usable: number;
  #opensAt = Number.NEGATIVE_INFINITY;
  #rateLimitedAt = Number.NEGATIVE_INFINITY;
  #stalledAt: number | undefined;

  constructor(options: BackpressureOptions) {
    this.#options = options;
    this.#usable = options.limit;
  }

  /** Requests that may be sent within one window at present. */
  get usable(): number {
    return this.#usable;
  }

  /** When the server accepts requests again; in the past unless it has asked for a pause. */
  get opensAt(): number {
    return this.#opensAt;
  }

  /**
   * Whether waiting requests should fail. A request that may be sent now should be, because only an attempt can end a
   * stall.
   */
  isHopeless(now: number): boolean {
    return this.#stalledAt !== undefined && Math.max(this.#opensAt, now) > this.#stalledAt + this.#options.longestStall;
  }

  responded(admitted: number, now: number): void {
    if (admitted >= this.#rateLimitedAt) this.#stalledAt = undefined;
    // With slow requests and a rival there is always a newer 429.
    else if (this.#stalledAt !== undefined) this.#stalledAt = now;
    this.accepted(admitted);
  }

  /**
   * Records that the server accepted a request, whatever its outcome. Requests from before the latest 429 don't count.
   */
  accepted(admitted: number): void {
    if (admitted >= this.#rateLimitedAt) this.#usable = Math.min(this.#options.limit, this.#usable * 2);
  }

  rateLimited(admitted: number, now: number, retryAfter = this.#options.window): void {
    // After a long silence, the earlier 429 no longer tells us anything.
    const isOld = now - this.#rateLimitedAt > this.#options.longestStall;
    if (this.#stalledAt === undefined || isOld) this.#stalledAt = now;
    // Requests that were sent together and got a 429 together count as one.
    if (admitted >= this.#rateLimitedAt) this.#usable = Math.ceil(this.#usable / 2);
    this.#rateLimitedAt = now;
    this.#opensAt = Math.max(this.#opensAt, now + retryAfter);
  }
}

/** What the gate needs of its surroundings; times in milliseconds. */
export interface GateOptions {
  /** Most requests within one window. */
  readonly limit: number;
  readonly window: number;
  /** How long requests wait without progress. */
  readonly patience: number;
}

export interface Refused {
  readonly now: number;
  /** Milliseconds for which the server asks to wait. @default one window */
  readonly retryAfter?: number | undefined;
}

/**
 * What refusals do to a pace. A 429 means that another client uses the same key. The gate closes for as long as the
 * server asks, then lets through half as many requests a window as before, and each that is let in doubles them again.
 *
 * A stall begins with a refusal, and ends with the response to a request that left after it. When the gate opens only after
 * the patience with a stall, waiting is hopeless.
 */
export class Gate {
  readonly #options: GateOptions;
  #usable: number;
  #opensAt = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #stalledAt: number | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#usable = options.limit;
  }

  /** Requests that may leave within one window now. */
  get usable(): number {
    return this.#usable;
  }

  /** When the server lets requests in again. In the past unless it has asked for a pause. */
  get opensAt(): number {
    return this.#opensAt;
  }

  /** Whether what has to wait should give up. What may leave now should leave: only an attempt can end a stall. */
  isHopeless(now: number): boolean {
    const { patience } = this.#options;
    return this.#stalledAt !== undefined && Math.max(this.#opensAt, now) > this.#stalledAt + patience;
  }

  answered(departed: number): void {
    if (departed >= this.#refusedAt) this.#stalledAt = undefined;
    this.letIn(departed);
  }

  /** The request was not refused, whatever becomes of it. One that left before the last refusal is old news. */
  letIn(departed: number): void {
    if (departed >= this.#refusedAt) this.#usable = Math.min(this.#options.limit, this.#usable * 2);
  }

  refused(departed: number, { now, retryAfter = this.#options.window }: Refused): void {
    // Nobody has asked for so long that nothing is known of the time between.
    const isOld = now - this.#refusedAt > this.#options.patience;
    if (this.#stalledAt === undefined || isOld) this.#stalledAt = now;
    // What left together and is refused together is one piece of news.
    if (departed >= this.#refusedAt) this.#usable = Math.ceil(this.#usable / 2);
    this.#refusedAt = now;
    this.#opensAt = Math.max(this.#opensAt, now + retryAfter);
  }
}

import { z } from "zod";
import type { Clock } from "../clock.ts";
import { HttpError } from "../http-error.ts";
import { parsed } from "../validation.ts";

/** Requests that one API key may send within any second. */
export interface Rates {
  readonly reads: number;
  readonly writes: number;
}

const wrongRate = "must be a number from 0";
const rate = z.union([z.number().min(0, wrongRate), z.literal(Number.POSITIVE_INFINITY)], { error: wrongRate });

export const rates = z.strictObject({ reads: rate, writes: rate });

/** Documented: 30 GET requests and 5 other requests a second for each API key. */
export const realRates: Rates = { reads: 30, writes: 5 };

/** Documented: the exact text of a 429. */
export const tooManyRequests = "Too many requests - please retry later";

const windowMilliseconds = 1000;

/**
 * Counts requests in a strict sliding second for each API key, with separate counts for reads and writes. Inferred: the
 * window slides, and a rejected request doesn't count.
 */
export class Limits {
  readonly #clock: Clock;
  readonly #rates: Rates | undefined;
  #accepted = new Map<string, number[]>();
  #others: Rates = { reads: 0, writes: 0 };

  /** Without rates there is no limit. */
  constructor(clock: Clock, rates: Rates | undefined) {
    this.#clock = clock;
    this.#rates = rates;
  }

  /** Counts a request, or rejects it with a 429. */
  admit(key: string, kind: keyof Rates): void {
    if (!this.#rates) return;
    const now = this.#clock.now();
    const rate = Math.max(0, this.#rates[kind] - this.#others[kind]);
    const name = `${kind}:${key}`;
    const recent = (this.#accepted.get(name) ?? []).filter((time) => time > now - windowMilliseconds);
    this.#accepted.set(name, recent);
    if (recent.length < rate) {
      recent.push(now);
      return;
    }
    // There is room when only `rate - 1` requests are left in the window, so when this one has left it. With a rate of 0, there never is.
    const leavingLast = recent[recent.length - rate] ?? now;
    const free = leavingLast + windowMilliseconds;
    // Inferred: whole seconds, at least 1.
    const seconds = Math.max(1, Math.ceil((free - now) / 1000));
    throw new HttpError(429, tooManyRequests, { "Retry-After": String(seconds) });
  }

  setOtherClient(taken: Partial<Rates>): void {
    const { reads = 0, writes = 0 } = parsed(rates.partial(), taken);
    this.#others = { reads, writes };
  }

  reset(): void {
    this.#accepted = new Map();
    this.#others = { reads: 0, writes: 0 };
  }
}

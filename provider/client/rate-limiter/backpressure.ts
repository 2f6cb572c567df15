import { limitExhausted } from "../../errors/requests.ts";
import { isRateLimited, LimitExhaustedError } from "../errors.ts";
import { type LimitName, limitWindow } from "../limits.ts";

/**
 * Slows down after a 429, which most likely means that another client uses the same API key. Sends nothing for as long as the
 * server asks, then half as many requests for one window. If one of those gets a 429, the next half is half of that.
 */
export class Backpressure {
  readonly #limit: number;
  readonly #longestStall: number;
  /** How many requests may be sent in the first window after a pause. */
  #usableAfterPause: number;
  #opensAt = Number.NEGATIVE_INFINITY;
  /** When the API began to return nothing but 429s; undefined if its latest response was another one. */
  #stalledAt: number | undefined;
  /**
   * How often 429s have asked for a pause while we sent less than the limit, so that somebody else has used the rest. Those
   * that arrive during a pause count with it.
   */
  pausesBelowLimit = 0;

  /** @param longestStall milliseconds without progress after which waiting is hopeless */
  constructor(limit: number, longestStall: number) {
    this.#limit = limit;
    this.#longestStall = longestStall;
    this.#usableAfterPause = limit;
  }

  /** When the server accepts requests again; in the past unless it has asked for a pause. */
  get opensAt(): number {
    return this.#opensAt;
  }

  /** Returns how many requests may be sent within one window at present. */
  usable(now: number): number {
    // Inferred (early-429): a 429 comes immediately, so after one window without any, the server accepts requests again.
    return now < this.#opensAt + limitWindow ? this.#usableAfterPause : this.#limit;
  }

  /** Whether waiting requests should fail. A request that may be sent now should be, because only an attempt can end a stall. */
  get isHopeless(): boolean {
    return this.#stalledAt !== undefined && this.#opensAt > this.#stalledAt + this.#longestStall;
  }

  responded(now: number): void {
    // A request from before the 429 is progress too, but doesn't shorten the pause.
    this.#stalledAt = now < this.#opensAt ? now : undefined;
  }

  rateLimited(now: number, retryAfter = limitWindow): void {
    // After a long silence, the earlier 429 no longer tells us anything.
    if (now > this.#opensAt + this.#longestStall) this.#stalledAt = undefined;
    this.#stalledAt ??= now;
    // Requests that were sent together and get a 429 together count as one.
    if (now >= this.#opensAt) {
      if (this.usable(now) < this.#limit) this.pausesBelowLimit += 1;
      this.#usableAfterPause = Math.ceil(this.usable(now) / 2);
    }
    this.#opensAt = Math.max(this.#opensAt, now + retryAfter);
  }
}

/**
 * @param pause milliseconds until the API accepts requests again
 * @param failure why the last attempt failed; undefined if the request was never sent
 */
export function limitExhaustedError(limit: LimitName, pause: number, failure: unknown): LimitExhaustedError {
  const response = isRateLimited(failure) ? ` (429: ${JSON.stringify(failure.serverMessage)})` : "";
  const time = `${new Date(Date.now() + pause).toISOString().slice(11, 19)} UTC`;
  const message = limitExhausted.operation({ limit, response, time, duration: inWords(pause) });
  return new LimitExhaustedError(message, { cause: failure });
}

const relativeTime = new Intl.RelativeTimeFormat("en");

const units = [
  { unit: "hours", length: 3_600_000 },
  { unit: "minutes", length: 60_000 },
] as const;

/** Formats as `in 7 seconds` or `in 90 minutes`: the largest unit with a count of at least two, rounded up. */
function inWords(milliseconds: number): string {
  const { unit, length } = units.find((one) => milliseconds >= 2 * one.length) ?? { unit: "seconds", length: 1000 };
  return relativeTime.format(Math.max(1, Math.ceil(milliseconds / length)), unit);
}

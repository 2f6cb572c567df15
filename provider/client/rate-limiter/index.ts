import type { Clock } from "../clock.ts";
import type { LimitExhaustedError } from "../errors.ts";
import { type LimitName, requestsPerSecond } from "../limits.ts";
import { Backpressure, limitExhaustedError } from "./backpressure.ts";
import { Progress } from "./progress.ts";
import { SendWindow } from "./send-window.ts";

/*
 * Sends requests almost as fast as the API's limit allows; tools/bench/README.md has how much slower they are, and why.
 * `send-window.ts` says when the next one may be sent, and `backpressure.ts` what happens after a 429.
 */

/** Permission to send one request. The last three methods report the outcome; only the first call counts. */
export interface Permit {
  /** The request has a connection and is being sent. */
  started(): void;
  /** A response with any status except 429 began to arrive. */
  responded(): void;
  /** The response was a 429. Pauses for `retryAfter` milliseconds; one window by default. */
  rateLimited(retryAfter?: number): void;
  /** There was no response: the connection broke or timed out. */
  lost(): void;
}

export interface Admission {
  /** Cancels the wait, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Why the request is retried. Retries go ahead of requests that haven't been sent yet. */
  readonly failure?: unknown;
}

export interface RateLimiterOptions {
  readonly name: LimitName;
  readonly clock: Clock;
  /** Most requests within one second. @default the API's limit */
  readonly limit?: number;
  /** How many milliseconds requests wait without progress while the API returns 429. @default no limit */
  readonly longestStall?: number;
  /** Shows one line to the user. @default nothing is shown */
  readonly print?: ((line: string) => void) | undefined;
}

interface Waiting {
  readonly failure: unknown;
  resolve(permit: Permit): void;
  reject(reason: unknown): void;
}

/** Admits requests for one limit of one API key, in the order in which they were queued. */
export class RateLimiter {
  readonly #name: LimitName;
  readonly #clock: Clock;
  readonly #window: SendWindow;
  readonly #backpressure: Backpressure;
  readonly #progress: Progress;
  // A set keeps insertion order and removes a request that gives up in constant time.
  readonly #retries = new Set<Waiting>();
  readonly #others = new Set<Waiting>();
  #sleep = new AbortController();
  /** Requests that got a response other than 429. */
  done = 0;
  /** Requests that got a 429. */
  rateLimited = 0;

  constructor({ name, clock, limit = requestsPerSecond[name], print, ...options }: RateLimiterOptions) {
    const { longestStall = Number.POSITIVE_INFINITY } = options;
    this.#name = name;
    this.#clock = clock;
    // Thousands of writes take minutes, so their pace counts. Nobody waits long for reads, so they take no risk.
    this.#window = new SendWindow(limit, { isEstimated: name === "writes" });
    this.#backpressure = new Backpressure(limit, longestStall);
    this.#progress = new Progress(this, { name, longest: longestStall, clock, print });
  }

  get pausesBelowLimit(): number {
    return this.#backpressure.pausesBelowLimit;
  }

  /** Requests waiting for a permit. */
  get queued(): number {
    return this.#retries.size + this.#others.size;
  }

  /**
   * Resolves when the request may be sent.
   *
   * @throws LimitExhaustedError as soon as the API won't accept requests before the longest stall ends
   */
  async acquire({ signal, failure }: Admission = {}): Promise<Permit> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const waiting = { failure, resolve, reject };
    const queue = failure === undefined ? this.#others : this.#retries;
    const abort = () => {
      queue.delete(waiting);
      reject(signal?.reason);
      this.#advance();
    };
    signal?.addEventListener("abort", abort, { once: true });
    queue.add(waiting);
    this.#advance();
    return promise.finally(() => signal?.removeEventListener("abort", abort));
  }

  /** Settles every request that needn't wait any longer, then sleeps until the next one may be sent. */
  #advance(): void {
    // Without a reason, each call makes an error, and most calls wake nobody.
    this.#sleep.abort("advanced");
    const now = this.#clock.now();
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const opensAt = Math.max(this.#backpressure.opensAt, this.#window.opensAt(now, this.#backpressure.usable(now)));
      const mustWait = opensAt > now;
      if (mustWait && !this.#backpressure.isHopeless) {
        this.#advanceIn(opensAt - now);
        break;
      }
      this.#retries.delete(next);
      this.#others.delete(next);
      if (mustWait) next.reject(this.#exhausted(now, next.failure));
      else next.resolve(this.#createPermit());
    }
    this.#progress.note();
  }

  #exhausted(now: number, failure: unknown): LimitExhaustedError {
    const pause = Math.max(0, this.#backpressure.opensAt - now);
    return limitExhaustedError(this.#name, pause, failure);
  }

  #next(): Waiting | undefined {
    return this.#retries.values().next().value ?? this.#others.values().next().value;
  }

  #advanceIn(milliseconds: number): void {
    this.#sleep = new AbortController();
    // Rejects only if an event has canceled it, which has advanced the queue itself.
    this.#clock.sleep(milliseconds, this.#sleep.signal).then(
      () => this.#advance(),
      () => undefined,
    );
  }

  #createPermit(): Permit {
    const slot = this.#window.admit();
    let isSettled = false;
    const settle = (note: (now: number) => void) => {
      if (isSettled) return;
      isSettled = true;
      note(this.#clock.now());
      this.#advance();
    };
    return {
      started: () => {
        if (isSettled) return;
        this.#window.started(slot, this.#clock.now());
        this.#advance();
      },
      responded: () =>
        settle((now) => {
          this.done += 1;
          this.#window.responded(slot, now);
          this.#backpressure.responded(now);
        }),
      rateLimited: (retryAfter) =>
        settle((now) => {
          this.rateLimited += 1;
          // Not stated: whether a request that gets a 429 counts. We assume so, which also prevents a hot loop on
          // "Retry-After: 0".
          this.#window.lost(slot, now);
          this.#backpressure.rateLimited(now, retryAfter);
          this.#progress.notePause(retryAfter);
        }),
      lost: () => settle((now) => this.#window.lost(slot, now)),
    };
  }
}

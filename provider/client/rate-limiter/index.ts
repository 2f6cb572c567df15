import { type LimitName, requestsPerSecond } from "../bounds.ts";
import type { Clock } from "../clock.ts";
import { limitExhaustedError } from "./limit-exhausted.ts";
import { Progress } from "./progress.ts";
import { type Network, SendWindow } from "./send-window.ts";

/*
 * Sends requests as fast as the API's limit allows, for any parallelism and latency.
 *
 * A simple rule would be to free a slot one window after its response. At 120 ms of latency that takes 1.12 times as
 * long as necessary, and eleven times if the server works for ten seconds. This limiter takes 1.01 times (`npm run
 * bench:simulation`). The parts:
 *
 * - `send-window.ts` only allows for how much round trips *differ*, which brings 1.12 down to 1.01. The time that
 *   connections take to open shows how much of a round trip can be network, so a server that works for 10 s costs 1.03.
 *   Without allowing for the opening of the next connection it would be 1.14.
 * - `latency.ts` keeps a distance from the fastest round trip seen. It costs 0.007 and, at 60 to 180 ms, avoids a 429
 *   in every fourth run of 100 requests.
 * - The allowance for a cold start (`coldStart`) costs 0.012. Without it, the first two bursts of a process get a 429.
 * - `backpressure.ts` shares an API key with another client: it waits out a 429, halves the rate and limits the wait.
 * - `progress.ts` tells the user why requests wait, and `limit-exhausted.ts` why a request was given up.
 */

export type { Network } from "./send-window.ts";

/** Permission to send one request. Of the last three methods, which report the outcome, only the first call counts. */
export interface Permit {
  /** The request has a connection and is being sent. */
  sent(): void;
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
  /** Connections to the server. @default none known */
  readonly network?: Network;
  /** Shows one line to the user. @default nothing is shown */
  readonly print?: ((line: string) => void) | undefined;
}

/** Documented: the limits count requests per second. */
const window = 1000;

const unknownNetwork: Network = { openings: [], hasConnection: () => true };

/** A request in the queue. */
interface Waiting {
  send(): void;
  giveUp(reason: unknown): void;
  readonly failure: unknown;
}

/** Admits requests for one limit of one API key, in the order in which they were queued. */
export class RateLimiter {
  readonly #name: LimitName;
  readonly #window: SendWindow;
  readonly #clock: Clock;
  readonly #progress: Progress;
  // A set keeps insertion order and removes a request that gives up in constant time.
  readonly #retries = new Set<Waiting>();
  readonly #others = new Set<Waiting>();
  #wakeUp: { at: number; cancel: AbortController } | undefined;
  /** Requests that got a response other than 429. */
  done = 0;
  /** Requests that got a 429. */
  rateLimited = 0;

  constructor({ name, clock, limit = requestsPerSecond[name], print, ...options }: RateLimiterOptions) {
    const { longestStall = Number.POSITIVE_INFINITY, network = unknownNetwork } = options;
    this.#name = name;
    this.#clock = clock;
    this.#window = new SendWindow({ limit, window, longestStall, network });
    this.#progress = new Progress(this, { name, longest: longestStall, clock, print });
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
  acquire({ signal, failure }: Admission = {}): Promise<Permit> {
    const queue = failure === undefined ? this.#others : this.#retries;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const dequeue = () => {
        signal?.removeEventListener("abort", abort);
        queue.delete(waiting);
      };
      const waiting: Waiting = {
        failure,
        send: () => {
          dequeue();
          resolve(this.#createPermit());
        },
        giveUp: (reason) => {
          dequeue();
          reject(reason);
        },
      };
      const abort = () => {
        waiting.giveUp(signal?.reason);
        this.#advance();
      };
      signal?.addEventListener("abort", abort, { once: true });
      queue.add(waiting);
      this.#advance();
    });
  }

  /** Sends every request that may go, then schedules the next wake-up. */
  #advance(): void {
    const queued = this.queued;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const now = this.#clock.now();
      const opensAt = this.#window.opensAt(now);
      if (opensAt > now) {
        if (this.#window.backpressure.isHopeless(now)) this.#giveUpAll(now);
        else this.#wakeUpAt(opensAt, now);
        break;
      }
      next.send();
    }
    if (this.queued === 0) this.#cancelWakeUp();
    this.#progress.note({ hasSent: this.queued < queued });
  }

  #next(): Waiting | undefined {
    return this.#retries.values().next().value ?? this.#others.values().next().value;
  }

  #giveUpAll(now: number): void {
    const pause = Math.max(0, this.#window.backpressure.opensAt - now);
    for (const { giveUp, failure } of [...this.#retries, ...this.#others]) {
      giveUp(limitExhaustedError(this.#name, { pause, now: Date.now(), failure }));
    }
  }

  #wakeUpAt(at: number, now: number): void {
    if (this.#wakeUp?.at === at) return;
    this.#cancelWakeUp();
    if (at === Number.POSITIVE_INFINITY) return;
    const cancel = new AbortController();
    this.#wakeUp = { at, cancel };
    const wake = () => {
      this.#wakeUp = undefined;
      this.#advance();
    };
    // Rejects only if cancelled, and then another wake-up is scheduled or the queue is empty.
    const ignore = () => undefined;
    this.#clock.sleep(at - now, cancel.signal).then(wake, ignore);
  }

  #cancelWakeUp(): void {
    this.#wakeUp?.cancel.abort();
    this.#wakeUp = undefined;
  }

  #createPermit(): Permit {
    const slot = this.#window.admit(this.#clock.now());
    let isOpen = true;
    const settle = (report: (now: number) => void) => {
      if (!isOpen) return;
      isOpen = false;
      report(this.#clock.now());
      this.#advance();
    };
    return {
      sent: () => {
        if (isOpen) this.#window.sent(slot, this.#clock.now());
        this.#advance();
      },
      responded: () =>
        settle((now) => {
          this.done += 1;
          this.#window.responded(slot, now);
        }),
      rateLimited: (retryAfter) =>
        settle((now) => {
          this.rateLimited += 1;
          this.#window.rateLimited(slot, now, retryAfter);
          this.#progress.notePause(retryAfter);
        }),
      lost: () => settle((now) => this.#window.lost(slot, now)),
    };
  }
}

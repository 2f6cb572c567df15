import { type LimitName, requestsPerSecond } from "../bounds.ts";
import type { Clock } from "../clock.ts";
import { limitExhaustedError } from "./limit-exhausted.ts";
import { Progress } from "./progress.ts";
import { type Network, SendWindow } from "./send-window.ts";

/*
 * Sends requests as fast as the API's limit allows, whatever the parallelism and the latency. One rule would be simple: a
 * slot is free again one window after its response. At 120 ms that takes 1.12 times as long as necessary, and with a server
 * that works for ten seconds eleven times. We take 1.01 times (`npm run bench:simulation`). What each part is for:
 *
 * - `send-window.ts` counts only by how much round trips *differ*: 1.12 becomes 1.01. It knows from the opening of
 *   connections how much of that can be the network, so a server that works for 10 s costs 1.03. Without the time that
 *   opening the next connection takes it would be 1.14.
 * - `latency.ts` keeps a distance from the fastest round trip seen. It costs 0.007 and, at 60 to 180 ms, saves a 429 in
 *   every fourth run of 100 requests.
 * - The allowance for a cold start (`coldStart`) costs 0.012. Without it the first two bursts of a process meet a 429.
 * - `backpressure.ts` shares a key with another client: it waits out a 429, halves the rate, and bounds the wait.
 * - `progress.ts` tells the user why nothing happens, and `limit-exhausted.ts` why a request was given up.
 */

export type { Network } from "./send-window.ts";

/** The permission to send one request. The last three report how it went; only the first of them counts. */
export interface Permit {
  /** The request has a connection and is sent at this moment. */
  sent(): void;
  /** A response with any status but 429 began to arrive. */
  responded(): void;
  /** The response was a 429. Nothing is sent for `retryAfter` milliseconds; default: one window. */
  rateLimited(retryAfter?: number): void;
  /** No response: the connection broke, or the time was up. */
  lost(): void;
}

export interface Admission {
  /** Ends the wait, which then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Why the request has to be sent again. Such a request goes ahead of those that were not sent yet. */
  readonly failure?: unknown;
}

/** Admits requests in the order in which they asked. */
export interface RateLimiter {
  /**
   * Resolves when the request may be sent.
   *
   * @throws LimitExhaustedError as soon as the API accepts nothing before the longest stall ends
   */
  acquire(admission?: Admission): Promise<Permit>;
  /** Requests that wait for a permit. */
  readonly queued: number;
  /** Requests that got a response, 429 apart. */
  readonly done: number;
  /** Requests that got a 429. */
  readonly rateLimited: number;
}

export interface RateLimiterOptions {
  readonly name: LimitName;
  readonly clock: Clock;
  /** Most requests within one second. @default that of the API */
  readonly limit?: number;
  /** Milliseconds without progress for which requests wait while the API returns 429. @default without end */
  readonly longestStall?: number;
  /** What is known of the way to the server. @default nothing */
  readonly network?: Network;
  /** Shows one line to the user. @default nothing is shown */
  readonly print?: (line: string) => void;
}

/** A limiter for one limit of one API key. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  return new WindowLimiter(options);
}

/** Documented: the limits count requests a second. */
const window = 1000;

const unknownNetwork: Network = { openings: [], hasConnection: () => true };

/** A request in the queue. */
interface Waiting {
  send(): void;
  giveUp(reason: unknown): void;
  readonly failure: unknown;
}

class WindowLimiter implements RateLimiter {
  readonly #name: LimitName;
  readonly #window: SendWindow;
  readonly #clock: Clock;
  readonly #progress: Progress;
  // A set keeps the order of insertion and forgets a request that gives up, wherever it is, in one step.
  readonly #retries = new Set<Waiting>();
  readonly #others = new Set<Waiting>();
  #wakeUp: { at: number; cancel: AbortController } | undefined;
  done = 0;
  rateLimited = 0;

  constructor({ name, clock, limit = requestsPerSecond[name], print, ...options }: RateLimiterOptions) {
    const { longestStall = Number.POSITIVE_INFINITY, network = unknownNetwork } = options;
    this.#name = name;
    this.#clock = clock;
    this.#window = new SendWindow({ limit, window, longestStall, network });
    this.#progress = new Progress(this, { name, longest: longestStall, clock, print });
  }

  get queued(): number {
    return this.#retries.size + this.#others.size;
  }

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
    // It rejects only when it is cancelled: then another one is scheduled, or nothing waits.
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

import type { Clock } from "./clock.ts";
import { Durations } from "./durations.ts";
import { type Network, SendWindow } from "./send-window.ts";

/** A request that may leave now. Exactly one of the last three says how it went; further calls do nothing. */
export interface Departure {
  /** It has a connection and leaves at this moment. */
  left(): void;
  /** A response with any status but 429 began to arrive. */
  answered(): void;
  /** The response was a 429. Nothing leaves for `retryAfter` milliseconds; default: one window. */
  refused(retryAfter?: number): void;
  /** No response: the connection broke, or the time was up. */
  lost(): void;
}

/** Lets requests leave as fast as a limit allows, in the order in which they asked. */
export interface Pace {
  /**
   * Resolves when the request may leave; rejects at once with the signal's reason when it aborts.
   *
   * @throws HopelessError as soon as the server lets nothing in before the patience ends
   */
  admit(signal?: AbortSignal): Promise<Departure>;
  /** The same for a request that has left before and must leave again: ahead of all that have not left yet. */
  readmit(signal?: AbortSignal): Promise<Departure>;
  /** Requests that wait for their turn. */
  readonly queued: number;
  /** Requests that were answered, 429 apart. */
  readonly done: number;
  /** Requests that were answered with 429. */
  readonly refused: number;
}

export interface PaceOptions {
  /** Most requests that the server takes within one window. */
  limit: number;
  /** Length of the server's window in milliseconds. @default 1000 */
  window?: number;
  /** Milliseconds without progress for which requests wait while the server refuses them. @default without end */
  patience?: number;
  /** What is known of the way to the server. @default nothing */
  network?: Network;
  clock: Clock;
}

/** Whoever waits gives up: the server refuses everything, or asks for a pause that is longer than the patience. */
export class HopelessError extends Error {
  override name = "HopelessError";
  /** Milliseconds until the server lets requests in again. */
  readonly pause: number;

  constructor(pause: number) {
    super("the server lets nothing in before the patience ends");
    this.pause = pause;
  }
}

export const isHopeless = (error: unknown): error is HopelessError =>
  error instanceof Error && error.name === "HopelessError";

export function createPace({ limit, clock, ...options }: PaceOptions): Pace {
  const { window = 1000, patience = Number.POSITIVE_INFINITY, network = unknownNetwork() } = options;
  return new WindowedPace(new SendWindow({ limit, window, patience, network }), clock);
}

const unknownNetwork = (): Network => ({ openings: new Durations(), hasConnection: () => true });

/** A request in the queue. */
interface Waiting {
  leave(): void;
  giveUp(reason: unknown): void;
}

class WindowedPace implements Pace {
  readonly #window: SendWindow;
  readonly #clock: Clock;
  // A set keeps the order of insertion and forgets a request that gives up, wherever it stands, in one step.
  readonly #again = new Set<Waiting>();
  readonly #first = new Set<Waiting>();
  #alarm: { at: number; off: AbortController } | undefined;
  done = 0;
  refused = 0;

  constructor(window: SendWindow, clock: Clock) {
    this.#window = window;
    this.#clock = clock;
  }

  get queued(): number {
    return this.#again.size + this.#first.size;
  }

  admit(signal?: AbortSignal): Promise<Departure> {
    return this.#enqueue(this.#first, signal);
  }

  readmit(signal?: AbortSignal): Promise<Departure> {
    return this.#enqueue(this.#again, signal);
  }

  #enqueue(queue: Set<Waiting>, signal: AbortSignal | undefined): Promise<Departure> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const dequeue = () => {
        signal?.removeEventListener("abort", abort);
        queue.delete(waiting);
      };
      const waiting: Waiting = {
        leave: () => {
          dequeue();
          resolve(this.#depart());
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

  /** Lets leave whoever may, and sets the alarm for the next. */
  #advance(): void {
    for (const queue of [this.#again, this.#first]) {
      for (const waiting of queue) {
        const now = this.#clock.now();
        const opensAt = this.#window.opensAt(now);
        if (opensAt > now) {
          this.#wait(opensAt, now);
          return;
        }
        waiting.leave();
      }
    }
    this.#silence();
  }

  #giveUpAll(now: number): void {
    this.#silence();
    const error = new HopelessError(Math.max(0, this.#window.gate.opensAt - now));
    for (const waiting of [...this.#again, ...this.#first]) waiting.giveUp(error);
  }

  #wait(opensAt: number, now: number): void {
    if (this.#window.gate.isHopeless(now)) this.#giveUpAll(now);
    else this.#wakeAt(opensAt, now);
  }

  #wakeAt(at: number, now: number): void {
    if (this.#alarm?.at === at) return;
    this.#silence();
    if (at === Number.POSITIVE_INFINITY) return;
    const alarm = { at, off: new AbortController() };
    this.#alarm = alarm;
    const ring = () => {
      this.#alarm = undefined;
      this.#advance();
    };
    // The only rejection is that of an alarm which was silenced, and then another one is set or nobody waits.
    const silenced = () => undefined;
    this.#clock.sleep(at - now, alarm.off.signal).then(ring, silenced);
  }

  #silence(): void {
    this.#alarm?.off.abort();
    this.#alarm = undefined;
  }

  #depart(): Departure {
    const slot = this.#window.admit(this.#clock.now());
    let open = true;
    const settle = (settled: (now: number) => void) => {
      if (!open) return;
      open = false;
      settled(this.#clock.now());
      this.#advance();
    };
    return {
      left: () => {
        if (open) this.#window.left(slot, this.#clock.now());
        this.#advance();
      },
      answered: () =>
        settle((now) => {
          this.done += 1;
          this.#window.answered(slot, now);
        }),
      refused: (retryAfter) =>
        settle((now) => {
          this.refused += 1;
          this.#window.refused(slot, now, retryAfter);
        }),
      lost: () => settle((now) => this.#window.lost(slot, now)),
    };
  }
}

import type { Clock } from "./clock.ts";
import { SendWindow } from "./send-window.ts";

/** A request that may leave now. Exactly one of the three says how it went; further calls do nothing. */
export interface Departure {
  /** An answer with any status but 429 began to arrive. */
  answered(): void;
  /** The answer was a 429. Nothing leaves for `retryAfter` milliseconds; default: one window. */
  refused(retryAfter?: number): void;
  /** No answer: the connection broke, or the time was up. */
  lost(): void;
}

/** Lets requests leave as fast as a limit allows, in the order in which they asked. */
export interface Pace {
  /** Resolves when the request may leave; rejects at once with the signal's reason when it aborts. */
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
  clock: Clock;
}

export function createPace({ limit, window = 1000, clock }: PaceOptions): Pace {
  return new WindowedPace(new SendWindow(limit, window), clock);
}

type Leave = () => void;

class WindowedPace implements Pace {
  readonly #window: SendWindow;
  readonly #clock: Clock;
  // A set keeps the order of insertion and forgets a request that gives up, wherever it stands, in one step.
  readonly #again = new Set<Leave>();
  readonly #first = new Set<Leave>();
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

  #enqueue(queue: Set<Leave>, signal: AbortSignal | undefined): Promise<Departure> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = () => {
        signal?.removeEventListener("abort", giveUp);
        resolve(this.#depart());
      };
      const giveUp = () => {
        queue.delete(leave);
        reject(signal?.reason);
        this.#advance();
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      queue.add(leave);
      this.#advance();
    });
  }

  /** Lets leave whoever may, and sets the alarm for the next. */
  #advance(): void {
    for (const queue of [this.#again, this.#first]) {
      for (const leave of queue) {
        const now = this.#clock.now();
        const opensAt = this.#window.opensAt(now);
        if (opensAt > now) {
          this.#wakeAt(opensAt, now);
          return;
        }
        queue.delete(leave);
        leave();
      }
    }
    this.#silence();
  }

  #wakeAt(at: number, now: number): void {
    if (this.#alarm?.at === at) return;
    this.#silence();
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
    const slot = this.#window.depart(this.#clock.now());
    let open = true;
    const settle = (settled: (now: number) => void) => {
      if (!open) return;
      open = false;
      settled(this.#clock.now());
      this.#advance();
    };
    return {
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

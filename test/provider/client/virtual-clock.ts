import type { Clock } from "../../../provider/client/clock.ts";

interface Event {
  readonly at: number;
  readonly happen: () => void;
}

/** Virtual time: jumps from event to event, and finishes all consequences of one before the next. */
export class VirtualClock implements Clock {
  #now = 0;
  #events: Event[] = [];

  now(): number {
    return this.#now;
  }

  get pending(): number {
    return this.#events.length;
  }

  /** Schedules a callback; simultaneous events run in insertion order. */
  after(milliseconds: number, happen: () => void): Event {
    const event = { at: this.#now + milliseconds, happen };
    const later = this.#events.findIndex(({ at }) => at > event.at);
    this.#events.splice(later === -1 ? this.#events.length : later, 0, event);
    return event;
  }

  /** Like Node's timers: whole milliseconds. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const event = this.after(Math.ceil(milliseconds), resolve);
      signal?.addEventListener("abort", () => {
        this.#events = this.#events.filter((other) => other !== event);
        reject(signal.reason);
      });
    });
  }

  /** Runs until no events are left, or until this moment. */
  async run(until = Number.POSITIVE_INFINITY): Promise<void> {
    await settled();
    for (let next = this.#events[0]; next !== undefined && next.at <= until; next = this.#events[0]) {
      this.#events.shift();
      this.#now = next.at;
      next.happen();
      await settled();
    }
    if (until !== Number.POSITIVE_INFINITY) this.#now = until;
  }
}

/** Resolves when every promise that can continue without the clock has done so. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

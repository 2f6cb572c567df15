import type { Clock } from "../../../provider/client/clock.ts";

interface Event {
  readonly at: number;
  readonly happen: () => void;
}

/** Time that passes only on demand: jumps from event to event, with all that follows from one done before the next. */
export class VirtualClock implements Clock {
  #now = 0;
  #events: Event[] = [];

  now(): number {
    return this.#now;
  }

  /** Events and sleepers that have not come yet. */
  get pending(): number {
    return this.#events.length;
  }

  /** Lets something happen later; in the order of insertion among events of one moment. */
  after(milliseconds: number, happen: () => void): Event {
    const event = { at: this.#now + milliseconds, happen };
    const later = this.#events.findIndex(({ at }) => at > event.at);
    this.#events.splice(later === -1 ? this.#events.length : later, 0, event);
    return event;
  }

  /** Like the timers of Node: whole milliseconds. */
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

  /** Runs until nothing is left to happen, or until this moment has come. */
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

/** Every promise that can go on by itself has gone on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

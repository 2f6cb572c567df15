import type { Departure, Pace } from "../../../provider/client/pace.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** Numbers from 0 to below 1 that look random and are the same in every run. */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** How long one request is on its way out, and its answer on the way back, in milliseconds. */
export interface Trip {
  readonly out: number;
  readonly back: number;
}

/** Takes at most `limit` requests in any window, measured where they arrive; refuses the others and says for how long. */
export class StrictServer {
  readonly arrivals: number[] = [];
  refusals = 0;
  readonly #clock: VirtualClock;
  readonly #limit: number;
  readonly #window: number;

  constructor(clock: VirtualClock, limit: number, window = 1000) {
    this.#clock = clock;
    this.#limit = limit;
    this.#window = window;
  }

  /** @returns milliseconds to wait in whole seconds, as the API does; undefined if the request was taken */
  receive(): number | undefined {
    const now = this.#clock.now();
    const first = this.arrivals.at(-this.#limit);
    if (first !== undefined && first > now - this.#window) {
      this.refusals += 1;
      return Math.max(1, Math.ceil((first + this.#window - now) / 1000)) * 1000;
    }
    this.arrivals.push(now);
    return undefined;
  }

  /** Sends one request through a pace, again after each refusal, until it is taken. */
  async send(pace: Pace, trip: () => Trip): Promise<void> {
    for (let departure = await pace.admit(); !(await this.#exchange(departure, trip())); ) {
      departure = await pace.readmit();
    }
  }

  async #exchange(departure: Departure, { out, back }: Trip): Promise<boolean> {
    await this.#clock.sleep(out);
    const pause = this.receive();
    await this.#clock.sleep(back);
    if (pause === undefined) departure.answered();
    else departure.refused(pause);
    return pause === undefined;
  }

  /** Sends that many requests, at most `parallel` of them at a time. */
  async sendAll(pace: Pace, { count, parallel, trip }: { count: number; parallel: number; trip: () => Trip }) {
    let left = count;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        await this.send(pace, trip);
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
  }
}

import { setTimeout } from "node:timers/promises";
import { invalid } from "./http-error.ts";

/** A source of time, in milliseconds since 1970 (UTC). It may return fractions. */
export interface Clock {
  now(): number;
  /** Waits for the delay of a fault, or until the signal aborts. @default waits in real time */
  sleep?(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Never goes back, so rates can be measured with it. It stops while this machine is suspended. */
export const steadyClock: Clock = { now: () => performance.timeOrigin + performance.now() };

/** The time of day, which clients use to say when an incident started. */
export const timeOfDay: Clock = { now: () => Date.now() };

// One year inside the API's calendar on either side, because the clock keeps running and events have times around it.
const earliest = Date.parse("0001-01-01T00:00:00Z");
const latest = Date.parse("9998-12-31T23:59:59Z");

/**
 * The time of the emulator's records. It follows its base and can be moved forward and back. Rate limits and the
 * request log don't use it, so moving the time never affects the rate limits.
 */
export class SettableClock implements Clock {
  readonly #base: Clock;
  #offset = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): number {
    return this.#base.now() + this.#offset;
  }

  /** Moves to a time in the years 1 to 9998, in milliseconds since 1970, and continues from there. */
  set(time: number): void {
    // Also false for NaN.
    if (!(time >= earliest && time <= latest)) throw invalid("the time", "must be in the years 1 to 9998");
    this.#offset = time - this.#base.now();
  }

  /** Moves by a number of milliseconds, within the same years. */
  advance(milliseconds: number): void {
    this.set(this.now() + milliseconds);
  }

  reset(): void {
    this.#offset = 0;
  }
}

/** Waits by a clock. Ends early, without an error, if the signal aborts. */
export async function wait(milliseconds: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const done = clock.sleep
    ? clock.sleep(milliseconds, signal)
    : // A timer takes at most 2^31 - 1 milliseconds; a longer wait, or Infinity, ends with the signal.
      setTimeout(Math.min(milliseconds, 2 ** 31 - 1), undefined, { signal });
  await done.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

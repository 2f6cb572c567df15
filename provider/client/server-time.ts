import type { Clock } from "./clock.ts";
import { parseHttpDate } from "./retry-timing.ts";

/**
 * The time of day at the server. Records are stamped with it, so their age is measured by it: the clock of this machine may
 * be wrong.
 */
export class ServerTime {
  readonly #clock: Clock;
  #offset: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offset = Date.now() - clock.now();
  }

  /** Takes the time from the `Date` of a response. One without, or with nonsense, leaves it as it is. */
  note(date: string | undefined): void {
    const time = parseHttpDate(date);
    if (time !== undefined) this.#offset = time - this.#clock.now();
  }

  /** Milliseconds since 1970, exact to a second and the way of a response; until one came, the time of this machine. */
  now(): number {
    return this.#clock.now() + this.#offset;
  }
}

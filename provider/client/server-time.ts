import type { Clock } from "./clock.ts";
import { parseHttpDate } from "./retry-timing.ts";

/**
 * The server's time of day. Inferred (server-clock): records carry its timestamps, so we measure their age with it. This
 * machine's clock may be wrong.
 */
export class ServerTime {
  readonly #clock: Clock;
  #offset: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offset = Date.now() - clock.now();
  }

  /** Takes the time from a response's `Date`. Ignores a missing or malformed one. */
  note(date: string | undefined): void {
    const time = parseHttpDate(date);
    if (time !== undefined) this.#offset = time - this.#clock.now();
  }

  /**
   * Returns milliseconds since 1970, accurate to a second plus the response's travel time. Before the first response,
   * returns this machine's time.
   */
  now(): number {
    return this.#clock.now() + this.#offset;
  }
}

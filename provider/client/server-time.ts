import type { Clock } from "./clock.ts";
import { parseHttpDate } from "./headers.ts";

/** A moment that isn't known exactly: from `earliest` to just before `latest`, in milliseconds since 1970. */
export interface TimeSpan {
  readonly earliest: number;
  readonly latest: number;
}

/** `Date` has whole seconds. */
const resolution = 1000;

/**
 * The server's time of day. Inferred (server-clock): records carry its timestamps, so we measure their age with it. This
 * machine's clock may be wrong.
 */
export class ServerTime {
  readonly #clock: Clock;
  /** The server's time less our clock's. Until there is a response, this machine's time less our clock's. */
  #offset: TimeSpan;
  #isKnown = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    const offset = Date.now() - clock.now();
    this.#offset = { earliest: offset, latest: offset };
  }

  /**
   * Begins a request. Pass the `Date` of its response to the returned function; a missing or malformed one is ignored.
   */
  begin(): (date: string | undefined) => void {
    const begun = this.#clock.now();
    return (date) => {
      const time = parseHttpDate(date);
      if (time === undefined) return;
      // The server has read its clock between the request and the response.
      this.#offset = { earliest: time - this.#clock.now(), latest: time + resolution - begun };
      this.#isKnown = true;
    };
  }

  /**
   * Returns milliseconds since 1970, accurate to a second plus the response's travel time. Before the first response with
   * a `Date`, returns this machine's time.
   */
  now(): number {
    return this.#clock.now() + this.#offset.earliest;
  }

  /** Returns what the server's clock showed at a moment of our clock; undefined before the first response with a `Date`. */
  at(moment: number): TimeSpan | undefined {
    if (!this.#isKnown) return undefined;
    return { earliest: moment + this.#offset.earliest, latest: moment + this.#offset.latest };
  }
}

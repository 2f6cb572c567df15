import { parseInstant } from "../../model/api/instant.ts";
import { textOf } from "../../model/api/object.ts";
import type { Clock } from "./clock.ts";

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

  /** Begins a request. Pass the `Date` of its response to the returned function; a missing or malformed one is ignored. */
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

// The three forms of an HTTP date. Two are obsolete but must be read; only the third has no "GMT".
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? [a-z0-9 -]+ \d\d:\d\d:\d\d( gmt| \d{4})$/i;

/** Parses an HTTP date to milliseconds since 1970; undefined if it is missing or malformed. */
export function parseHttpDate(header: string | undefined): number | undefined {
  const text = header?.trim() ?? "";
  const [, ending] = httpDate.exec(text) ?? [];
  if (ending === undefined) return undefined;
  const time = Date.parse(ending.toLowerCase() === " gmt" ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Whether the server created a record before it can have received our POST, or in that second or later. `unclear`: the
 * record has no creation time, or the server's clock isn't known.
 */
export type Creation = "before" | "after" | "unclear";

/** Compares a record's creation with the sending of a POST, by the server's clock. */
export function creationOf(createdAt: unknown, sent: TimeSpan | undefined): Creation {
  const end = endOf(createdAt);
  if (end === undefined || sent === undefined) return "unclear";
  return end <= sent.earliest ? "before" : "after";
}

/** Milliseconds by which clocks may differ: those of a service's machines, and, of records that a list would have shown, any. */
export const serverClockError = 60_000;
export const listedClockError = 24 * 60 * 60_000;

/** Whether a record was created so long before a POST that clocks which differ don't explain it. */
export function isOlderThanClocks(createdAt: unknown, sent: TimeSpan | undefined, clockError: number): boolean {
  const created = parseInstant(textOf(createdAt));
  return created !== undefined && sent !== undefined && created < sent.earliest - clockError;
}

/**
 * Returns the end of what a time may mean. Documented by example: whole seconds. A server that shows fractions is more precise.
 *
 *     12:00:01       until 12:00:02
 *     12:00:01.25    until 12:00:01.26
 */
function endOf(createdAt: unknown): number | undefined {
  const text = textOf(createdAt);
  const second = parseInstant(text);
  if (second === undefined) return undefined;
  const [, digits] = /:\d\d[.,](\d{1,3})/.exec(text) ?? [];
  if (digits === undefined) return second + 1000;
  const unit = 10 ** (3 - digits.length);
  return second + (Number(digits) + 1) * unit;
}

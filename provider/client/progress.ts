import { type LimitName, requestsPerSecond } from "./bounds.ts";
import { refusals } from "./budget.ts";
import type { Clock } from "./clock.ts";
import type { Departure, Pace } from "./pace.ts";

/** A shorter wait is not worth a line; in milliseconds. */
const interval = 5000;

/** Pulumi shows every line again at the end, so the time between two doubles, up to this; in milliseconds. */
const longestInterval = 60_000;

/** Requests belong to one crowd when no more than this lies between them; in milliseconds. */
const gap = 2000;

export interface ProgressOptions {
  readonly name: LimitName;
  /** The longest pause, in milliseconds, for which requests wait at all. */
  readonly longest: number;
  readonly clock: Clock;
  /** Shows one line to the user. */
  readonly print: (line: string) => void;
}

/**
 * A pace that prints what is known while requests have to wait: how many are done, how fast that is against the limit, and
 * whether another client shares the key. How many are still to come is not known: Pulumi hands over a few at a time.
 *
 * It prints when a request leaves or is refused, so it needs no timer and is silent when all is done.
 */
export function withProgress(pace: Pace, options: ProgressOptions): Pace {
  const progress = new Progress(pace, options);
  return {
    admit: (signal) => progress.follow(pace.admit(signal)),
    readmit: (signal) => progress.follow(pace.readmit(signal)),
    get queued() {
      return pace.queued;
    },
    get done() {
      return pace.done;
    },
    get refused() {
      return pace.refused;
    },
  };
}

class Progress {
  readonly #pace: Pace;
  readonly #options: ProgressOptions;
  /** When the present crowd began to wait, and what was done and refused then. */
  #start = { at: 0, done: 0, refused: 0 };
  #lastWait = Number.NEGATIVE_INFINITY;
  #lastLine = Number.NEGATIVE_INFINITY;
  /** For how long no other line follows the last one. */
  #quiet = 0;

  constructor(pace: Pace, options: ProgressOptions) {
    this.#pace = pace;
    this.#options = options;
  }

  async follow(admission: Promise<Departure>): Promise<Departure> {
    this.#noteWaiting();
    const departure = await admission;
    this.#noteWaiting();
    this.#report();
    return {
      ...departure,
      refused: (retryAfter) => {
        departure.refused(retryAfter);
        this.#reportPause(retryAfter);
      },
    };
  }

  #noteWaiting(): void {
    if (this.#pace.queued === 0) return;
    const now = this.#options.clock.now();
    if (now - this.#lastWait > gap) {
      const { done, refused } = this.#pace;
      this.#start = { at: now, done, refused };
      this.#quiet = 0;
    }
    this.#lastWait = now;
  }

  #report(): void {
    const { queued, done, refused } = this.#pace;
    const { name } = this.#options;
    const waited = this.#options.clock.now() - this.#start.at;
    if (queued === 0 || waited < interval) return;
    const perSecond = (((done - this.#start.done) * 1000) / waited).toFixed(1);
    const others = refused > this.#start.refused ? `; ${refusals(refused)}` : "";
    this.#say(`${done} ${name} done, ${perSecond} a second (the API allows ${requestsPerSecond[name]})${others}`);
  }

  #reportPause(pause = 0): void {
    const { name, longest } = this.#options;
    if (pause < interval || pause > longest) return;
    this.#say(`the API asks to wait ${Math.ceil(pause / 1000)} s; ${this.#pace.done} ${name} done, the others wait`);
  }

  #say(text: string): void {
    const now = this.#options.clock.now();
    if (now - this.#lastLine < this.#quiet) return;
    this.#quiet = Math.min(Math.max(interval, 2 * this.#quiet), longestInterval);
    this.#lastLine = now;
    this.#options.print(`StatusHub: ${text}`);
  }
}

import type { Clock } from "./clock.ts";
import type { Departure, Pace } from "./pace.ts";

/** Waiting for less than this needs no words, and as much time passes between two lines; in milliseconds. */
const interval = 5000;

/** Requests wait as one crowd when no more than this lies between them; in milliseconds. */
const gap = 2000;

export interface ProgressOptions {
  readonly clock: Clock;
  /** Shows one line to the user. */
  readonly print: (line: string) => void;
}

/**
 * A pace of writes that says how far it is, a line every five seconds, once requests have had to wait for as long. It
 * speaks when a request leaves or is refused, so it needs no timer and is silent when all is done.
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
  readonly #clock: Clock;
  readonly #print: (line: string) => void;
  /** When the present crowd began to wait, and how much was done then. */
  #start = { at: 0, done: 0 };
  #lastWait = Number.NEGATIVE_INFINITY;
  #lastLine = Number.NEGATIVE_INFINITY;

  constructor(pace: Pace, { clock, print }: ProgressOptions) {
    this.#pace = pace;
    this.#clock = clock;
    this.#print = print;
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
        if (retryAfter !== undefined && retryAfter >= interval) this.#reportPause(retryAfter);
      },
    };
  }

  #noteWaiting(): void {
    if (this.#pace.queued === 0) return;
    const now = this.#clock.now();
    if (now - this.#lastWait > gap) this.#start = { at: now, done: this.#pace.done };
    this.#lastWait = now;
  }

  #report(): void {
    const { queued, done } = this.#pace;
    const waited = this.#clock.now() - this.#start.at;
    if (queued === 0 || waited < interval) return;
    const perSecond = ((done - this.#start.done) * 1000) / waited;
    const left = perSecond > 0 ? `, about ${Math.ceil(queued / perSecond)} s for these` : "";
    this.#say(`${done} writes done at ${perSecond.toFixed(1)} a second, ${queued} queued${left}`);
  }

  #reportPause(pause: number): void {
    this.#say(`the API asks to wait ${Math.ceil(pause / 1000)} s; ${this.#pace.done} writes done, the others wait`);
  }

  #say(text: string): void {
    const now = this.#clock.now();
    if (now - this.#lastLine < interval) return;
    this.#lastLine = now;
    this.#print(`StatusHub: ${text}`);
  }
}

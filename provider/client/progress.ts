import type { LimitName } from "./bounds.ts";
import type { Clock } from "./clock.ts";
import type { Departure, Pace } from "./pace.ts";

/** A shorter wait is not worth a line, and as much time passes between two lines; in milliseconds. */
const interval = 5000;

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
 * A pace that prints how far it is, a line every five seconds, once requests have had to wait for as long. It prints when
 * a request leaves or is refused, so it needs no timer and is silent when all is done.
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
  /** When the present crowd began to wait, and how much was done then. */
  #start = { at: 0, done: 0 };
  #lastWait = Number.NEGATIVE_INFINITY;
  #lastLine = Number.NEGATIVE_INFINITY;

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
    if (now - this.#lastWait > gap) this.#start = { at: now, done: this.#pace.done };
    this.#lastWait = now;
  }

  #report(): void {
    const { queued, done } = this.#pace;
    const waited = this.#options.clock.now() - this.#start.at;
    if (queued === 0 || waited < interval) return;
    const perSecond = ((done - this.#start.done) * 1000) / waited;
    const left = perSecond > 0 ? `, about ${Math.ceil(queued / perSecond)} s for these` : "";
    this.#say(`${done} ${this.#options.name} done at ${perSecond.toFixed(1)} a second, ${queued} queued${left}`);
  }

  #reportPause(pause = 0): void {
    const { name, longest } = this.#options;
    if (pause < interval || pause > longest) return;
    this.#say(`the API asks to wait ${Math.ceil(pause / 1000)} s; ${this.#pace.done} ${name} done, the others wait`);
  }

  #say(text: string): void {
    const now = this.#options.clock.now();
    if (now - this.#lastLine < interval) return;
    this.#lastLine = now;
    this.#options.print(`StatusHub: ${text}`);
  }
}

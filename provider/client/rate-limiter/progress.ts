import type { Clock } from "../clock.ts";
import { briefUsage, type LimitName, progressTimes, requestsPerSecond } from "../limits.ts";

const { interval, longestInterval, gap } = progressTimes;

/** The counts of a rate limiter. */
interface Usage {
  readonly done: number;
  readonly rateLimited: number;
  readonly pausesBelowLimit: number;
}

interface Counts extends Usage {
  readonly queued: number;
}

interface ProgressOptions {
  readonly name: LimitName;
  /** The longest pause, in milliseconds, that requests wait for. */
  readonly longest: number;
  readonly clock: Clock;
  readonly print: ((line: string) => void) | undefined;
}

/**
 * Reports progress while requests wait: how many are done, how fast compared with the limit, and whether another client
 * shares the API key. The number still to come is unknown, because Pulumi passes on a few at a time.
 *
 * It prints when something happens to a request, so it needs no timer and stops when all is done.
 */
export class Progress {
  readonly #counts: Counts;
  readonly #options: ProgressOptions;
  /** When the current batch began to wait, with the counters at that time. */
  #start = { at: 0, done: 0, rateLimited: 0 };
  #lastWait = Number.NEGATIVE_INFINITY;
  #lastLine = Number.NEGATIVE_INFINITY;
  /** How long the last line suppresses the next one. */
  #quiet = 0;

  constructor(counts: Counts, options: ProgressOptions) {
    this.#counts = counts;
    this.#options = options;
  }

  /** Updates the report from the state of the queue. */
  note(): void {
    const { queued, done, rateLimited } = this.#counts;
    if (queued === 0) return;
    const { name, clock } = this.#options;
    const now = clock.now();
    if (now - this.#lastWait > gap) {
      this.#start = { at: now, done, rateLimited };
      this.#quiet = 0;
    }
    this.#lastWait = now;
    const waited = now - this.#start.at;
    if (waited < interval) return;
    const perSecond = (((done - this.#start.done) * 1000) / waited).toFixed(1);
    const others = rateLimited > this.#start.rateLimited ? `; ${describeRateLimited({ [name]: this.#counts })}` : "";
    this.#say(`${done} ${name} done, ${perSecond} a second (the API allows ${requestsPerSecond[name]})${others}`);
  }

  /** Reports a pause that the API asks for. */
  notePause(pause = 0): void {
    const { name, longest } = this.#options;
    if (pause < interval || pause > longest) return;
    this.#say(`the API asks to wait ${Math.ceil(pause / 1000)} s; ${this.#counts.done} ${name} done, the others wait`);
  }

  #say(text: string): void {
    const now = this.#options.clock.now();
    if (now - this.#lastLine < this.#quiet) return;
    this.#quiet = Math.min(Math.max(interval, 2 * this.#quiet), longestInterval);
    this.#lastLine = now;
    this.#options.print?.(`StatusHub: ${text}`);
  }
}

/** Summarizes the use of the limits in one line; undefined if that was brief and no request got a 429. */
export function describeUsage(usage: Readonly<Record<LimitName, Usage>>): string | undefined {
  const { reads, writes } = usage;
  const isBrief =
    reads.done < briefUsage * requestsPerSecond.reads && writes.done < briefUsage * requestsPerSecond.writes;
  if (isBrief && reads.rateLimited + writes.rateLimited === 0) return undefined;
  return (
    `StatusHub: sent ${counted(writes.done, "write")} and ${counted(reads.done, "read")} ` +
    `(the API allows ${requestsPerSecond.writes} and ${requestsPerSecond.reads} a second); ${describeRateLimited(usage)}`
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Says how many requests got a 429, and that another client uses the key if they went on below our own pace. */
function describeRateLimited({ reads, writes }: Partial<Record<LimitName, Usage>>): string {
  const count = (reads?.rateLimited ?? 0) + (writes?.rateLimited ?? 0);
  if (count === 0) return "none was rejected with 429";
  // The network or this machine may delay requests that then arrive together. After a 429, we send half as many.
  const hasOthers = (reads?.pausesBelowLimit ?? 0) + (writes?.pausesBelowLimit ?? 0) > 0;
  const rejected = `${count} ${count === 1 ? "was" : "were"} rejected with 429`;
  return hasOthers
    ? `${rejected}, so another client probably uses this key`
    : `${rejected} because the limit was reached, and sent again`;
}

import type { Clock } from "../clock.ts";
import { briefUsage, type LimitName, progressTimes, requestsPerSecond } from "../limits.ts";

const { interval, longestInterval, gap } = progressTimes;

/** How far a rate limiter has got. */
interface Usage {
  readonly done: number;
  readonly rateLimited: number;
  readonly pausesBelowLimit: number;
}

interface UsageAndQueue extends Usage {
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
  readonly #limiter: UsageAndQueue;
  readonly #options: ProgressOptions;
  /** When the current batch began to wait, with the counts at that time. */
  #batch = { begunAt: 0, done: 0, rateLimited: 0 };
  #lastWaitAt = Number.NEGATIVE_INFINITY;
  #lastLineAt = Number.NEGATIVE_INFINITY;
  /** The shortest time from the last line to the next one. */
  #untilNextLine = 0;

  constructor(limiter: UsageAndQueue, options: ProgressOptions) {
    this.#limiter = limiter;
    this.#options = options;
  }

  /** Reports how far the batch is, if requests have waited long enough. */
  note(): void {
    const { queued, done, rateLimited } = this.#limiter;
    if (queued === 0) return;
    const { name, clock } = this.#options;
    const now = clock.now();
    const isNewBatch = now - this.#lastWaitAt > gap;
    if (isNewBatch) {
      this.#batch = { begunAt: now, done, rateLimited };
      this.#untilNextLine = 0;
    }
    this.#lastWaitAt = now;
    const waited = now - this.#batch.begunAt;
    if (waited < interval) return;
    const perSecond = (((done - this.#batch.done) * 1000) / waited).toFixed(1);
    const wasRateLimited = rateLimited > this.#batch.rateLimited;
    const end = wasRateLimited ? `; ${describeRateLimited([this.#limiter])}` : "";
    this.#say(`${done} ${name} done, ${perSecond} a second (the API allows ${requestsPerSecond[name]})${end}`);
  }

  /** Reports a pause that the API asks for. */
  notePause(pause = 0): void {
    const { name, longest } = this.#options;
    if (pause < interval || pause > longest) return;
    this.#say(`the API asks to wait ${Math.ceil(pause / 1000)} s; ${this.#limiter.done} ${name} done, the others wait`);
  }

  #say(text: string): void {
    const now = this.#options.clock.now();
    if (now - this.#lastLineAt < this.#untilNextLine) return;
    this.#lastLineAt = now;
    this.#untilNextLine = Math.min(Math.max(interval, 2 * this.#untilNextLine), longestInterval);
    this.#options.print?.(`StatusHub: ${text}`);
  }
}

/** Summarizes the use of the limits in one line; undefined if that was brief and no request got a 429. */
export function describeUsage({ reads, writes }: Readonly<Record<LimitName, Usage>>): string | undefined {
  const hasFewReads = reads.done < briefUsage * requestsPerSecond.reads;
  const hasFewWrites = writes.done < briefUsage * requestsPerSecond.writes;
  const wasRateLimited = reads.rateLimited + writes.rateLimited > 0;
  if (hasFewReads && hasFewWrites && !wasRateLimited) return undefined;
  return (
    `StatusHub: sent ${counted(writes.done, "write")} and ${counted(reads.done, "read")} ` +
    `(the API allows ${requestsPerSecond.writes} and ${requestsPerSecond.reads} a second); ${describeRateLimited([reads, writes])}`
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Says how many requests got a 429, and that another client uses the key if they went on below our own pace. */
function describeRateLimited(usages: readonly Usage[]): string {
  const count = usages.reduce((sum, { rateLimited }) => sum + rateLimited, 0);
  if (count === 0) return "none was rejected with 429";
  const rejected = `${count} ${count === 1 ? "was" : "were"} rejected with 429`;
  // The network or this machine may delay requests that then arrive together. After a 429, we send half as many.
  const hasOthers = usages.some(({ pausesBelowLimit }) => pausesBelowLimit > 0);
  return hasOthers
    ? `${rejected}, so another client probably uses this key`
    : `${rejected} because the limit was reached, and sent again`;
}

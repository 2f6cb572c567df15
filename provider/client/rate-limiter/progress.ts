import type { Clock } from "../clock.ts";
import { briefUsage, type LimitName, progressTimes, requestsPerSecond } from "../limits.ts";

const { interval, longestInterval, gap } = progressTimes;

/** How far a rate limiter has got. */
interface Usage {
  readonly done: number;
  readonly rateLimited: number;
  /** How often a 429 came while it sent fewer requests than the limit allows. */
  readonly pausesBelowLimit: number;
}

interface UsageAndQueue extends Usage {
  readonly queued: number;
}

interface ProgressOptions {
  readonly name: LimitName;
  /** The longest pause in milliseconds that requests wait for. After a longer one, they fail. */
  readonly longest: number;
  readonly clock: Clock;
  readonly print: ((line: string) => void) | undefined;
}

/**
 * Reports progress while requests wait: how many are done, how fast compared with the limit, and whether another client
 * shares the API key. The number still to come is unknown, because Pulumi passes on a few at a time.
 *
 *     0 s                   requests of a batch begin to wait
 *     5 s                   StatusHub: 25 writes done, 5.0 a second (the API allows 5)
 *     10 s, 20 s, 40 s      the next lines, at intervals that double up to a minute
 *     no wait for 2 s       the batch has ended, so the next one begins again at 0 s
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
    if (this.#limiter.queued === 0) return;
    const now = this.#options.clock.now();
    const isNewBatch = now - this.#lastWaitAt > gap;
    if (isNewBatch) this.#beginBatch(now);
    this.#lastWaitAt = now;
    const waited = now - this.#batch.begunAt;
    if (waited >= interval) this.#say(this.#describeBatch(waited));
  }

  #beginBatch(now: number): void {
    const { done, rateLimited } = this.#limiter;
    this.#batch = { begunAt: now, done, rateLimited };
    this.#untilNextLine = 0;
  }

  #describeBatch(waited: number): string {
    const { name } = this.#options;
    const { done, rateLimited } = this.#limiter;
    const perSecond = (((done - this.#batch.done) * 1000) / waited).toFixed(1);
    const wasRateLimited = rateLimited > this.#batch.rateLimited;
    const end = wasRateLimited ? `; ${describeRateLimited([this.#limiter])}` : "";
    return `${done} ${name} done, ${perSecond} a second (the API allows ${requestsPerSecond[name]})${end}`;
  }

  /** Reports a pause that the API asks for. */
  notePause(pause = 0): void {
    const { name, longest } = this.#options;
    const isBrief = pause < interval;
    // Then the requests fail, and their errors say it.
    const isTooLong = pause > longest;
    if (isBrief || isTooLong) return;
    this.#say(`the API asks to wait ${Math.ceil(pause / 1000)} s; ${this.#limiter.done} ${name} done, the others wait`);
  }

  /** Prints a line, unless the last one was printed just before. */
  #say(text: string): void {
    const now = this.#options.clock.now();
    if (now - this.#lastLineAt < this.#untilNextLine) return;
    this.#lastLineAt = now;
    const doubled = Math.max(interval, 2 * this.#untilNextLine);
    this.#untilNextLine = Math.min(doubled, longestInterval);
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

/**
 * Says how many requests got a 429, and whether another client probably uses the key. A 429 at our full pace doesn't tell: the network or
 * this machine may have delayed requests that then arrived together. After it, we send half as many, so another one has a different reason.
 */
function describeRateLimited(usages: readonly Usage[]): string {
  const count = usages.reduce((sum, { rateLimited }) => sum + rateLimited, 0);
  if (count === 0) return "none was rejected with 429";
  const rejected = `${count} ${count === 1 ? "was" : "were"} rejected with 429`;
  const hasOtherClient = usages.some(({ pausesBelowLimit }) => pausesBelowLimit > 0);
  return hasOtherClient
    ? `${rejected}, so another client probably uses this key`
    : `${rejected} because the limit was reached, and sent again`;
}

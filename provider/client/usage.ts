import { type LimitName, requestsPerSecond } from "./limits.ts";

/** If neither limit was used for this many seconds, that isn't worth a line. */
const brief = 5;

/** Requests that one limit has admitted. */
interface Usage {
  /** Got a response other than 429. */
  readonly done: number;
  readonly rateLimited: number;
}

/** Summarizes the use of the limits in one line; undefined if that was brief and no request got a 429. */
export function describeUsage({ reads, writes }: Readonly<Record<LimitName, Usage>>): string | undefined {
  const rateLimited = reads.rateLimited + writes.rateLimited;
  const isBrief = reads.done < brief * requestsPerSecond.reads && writes.done < brief * requestsPerSecond.writes;
  if (isBrief && rateLimited === 0) return undefined;
  return (
    `StatusHub: sent ${counted(writes.done, "write")} and ${counted(reads.done, "read")} ` +
    `(the API allows ${requestsPerSecond.writes} and ${requestsPerSecond.reads} a second); ${describeRateLimited(rateLimited)}`
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Says how many requests got a 429, and why: this client stays below the limit unless another one shares its key. */
export const describeRateLimited = (count: number): string =>
  count === 0
    ? "none was rejected with 429"
    : `${count} ${count === 1 ? "was" : "were"} rejected with 429, so another client probably uses this key`;

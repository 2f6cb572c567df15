import { briefUsage, type LimitName, pausesOfOthers, requestsPerSecond } from "./limits.ts";

/** Requests that one limit has admitted. */
export interface Usage {
  /** Got a response other than 429. */
  readonly done: number;
  readonly rateLimited: number;
  /** How often requests paused after a 429. Those that are sent together and get one together cause one pause. */
  readonly pauses: number;
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

/** Says how many requests got a 429, and that another client uses the key if nothing else explains them. */
export function describeRateLimited({ reads, writes }: Partial<Record<LimitName, Usage>>): string {
  const count = (reads?.rateLimited ?? 0) + (writes?.rateLimited ?? 0);
  if (count === 0) return "none was rejected with 429";
  // Our reads never exceed the limit. Writes may, if the network or this machine delays some of them.
  const hasOthers = (reads?.pauses ?? 0) > 0 || (writes?.pauses ?? 0) >= pausesOfOthers;
  const rejected = `${count} ${count === 1 ? "was" : "were"} rejected with 429`;
  return hasOthers ? `${rejected}, so another client probably uses this key` : `${rejected} and sent again`;
}

import { type LimitName, requestsPerSecond } from "./bounds.ts";
import type { Pace } from "./pace.ts";

/** What takes fewer seconds of either limit is not worth a line. */
const brief = 5;

/** What was used of the limits, in one line; undefined where it was little and nothing was refused. */
export function describeBudget({ reads, writes }: Readonly<Record<LimitName, Pace>>): string | undefined {
  const refused = reads.refused + writes.refused;
  const isBrief = reads.done < brief * requestsPerSecond.reads && writes.done < brief * requestsPerSecond.writes;
  if (isBrief && refused === 0) return undefined;
  return (
    `StatusHub: sent ${counted(writes.done, "write")} and ${counted(reads.done, "read")} ` +
    `(the API allows ${requestsPerSecond.writes} and ${requestsPerSecond.reads} a second); ${refusals(refused)}`
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** How many requests the API refused, and what that means: alone, this client stays below the limit. */
export const refusals = (count: number): string =>
  count === 0
    ? "none was refused with 429"
    : `${count} ${count === 1 ? "was" : "were"} refused with 429, so another client probably uses this key`;

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
    `StatusHub: ${writes.done} writes and ${reads.done} reads in all ` +
    `(at most ${requestsPerSecond.writes} and ${requestsPerSecond.reads} a second), ` +
    `${refused === 0 ? "none" : refused} refused with 429`
  );
}

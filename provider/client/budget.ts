import type { Pace } from "./pace.ts";

/** One of the API's two limits, and the pace that keeps it. */
export interface Limited {
  readonly pace: Pace;
  readonly perSecond: number;
}

/** What takes fewer seconds of either limit is not worth a line. */
const brief = 5;

/** What was used of the limits, in one line; undefined where it was little and nothing was refused. */
export function describeBudget(reads: Limited, writes: Limited): string | undefined {
  const refused = reads.pace.refused + writes.pace.refused;
  const isBrief = [reads, writes].every(({ pace, perSecond }) => pace.done < brief * perSecond);
  if (isBrief && refused === 0) return undefined;
  return (
    `StatusHub: ${writes.pace.done} writes and ${reads.pace.done} reads in all ` +
    `(at most ${writes.perSecond} and ${reads.perSecond} a second), ${refused === 0 ? "none" : refused} refused with 429`
  );
}

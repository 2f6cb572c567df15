import type { Clock } from "../../../provider/client/clock.ts";

/** A clock that only moves on when somebody waits: it jumps ahead, and records how far. */
export function createRecordingClock(): Clock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    now: () => now,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
}

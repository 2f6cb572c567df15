import { type Clock, systemClock } from "../../../provider/client/clock.ts";

/** A clock that jumps ahead instead of waiting, and records how far. */
export function createRecordingClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => systemClock.now() + waits.reduce((sum, wait) => sum + wait, 0),
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
    },
  };
}

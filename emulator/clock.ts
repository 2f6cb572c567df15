/** A source of time, in milliseconds since 1970 (UTC). May have fractions. */
export interface Clock {
  now(): number;
}

/** The time of this machine. It never goes back, so that rates can be measured with it. */
export const machineClock: Clock = { now: () => performance.timeOrigin + performance.now() };

/**
 * The time in which the emulator's records live. It runs along with its base and can be moved, forward and back.
 * Rate limits and the request log use the base, so that moving the time never opens or closes a budget.
 */
export interface SettableClock extends Clock {
  /** Moves to a time, in milliseconds since 1970. It runs on from there. */
  set(time: number): void;
  /** Moves by a number of milliseconds. */
  advance(milliseconds: number): void;
  /** Back to the time of the base. */
  reset(): void;
}

export function createSettableClock(base: Clock): SettableClock {
  let offset = 0;
  return {
    now: () => base.now() + offset,
    set: (time) => {
      offset = time - base.now();
    },
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    reset: () => {
      offset = 0;
    },
  };
}

/** Waits in real time. Ends early, without an error, when the signal is aborted. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    // A timer takes at most 2^31 - 1 milliseconds; a longer wait, or Infinity, ends with the signal alone.
    const timer = setTimeout(done, Math.min(milliseconds, 2 ** 31 - 1));
    signal.addEventListener("abort", done);
  });
}

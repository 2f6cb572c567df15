/** Source of time. Injected, so that tests don't have to wait. */
export interface Clock {
  /** Returns milliseconds since a fixed moment. Never goes back, even if the system's time is changed. */
  now(): number;
  /**
   * Resolves after that many milliseconds, at most one too early; after `longestTimer`, if that is less. Rejects with the signal's reason if
   * it aborts.
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The longest timer that Node supports, about 24.8 days; a longer one would fire immediately. */
export const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      // Timers drop fractions, so without rounding up they would fire too early more often.
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
        Math.min(Math.ceil(milliseconds), longestTimer),
      );
      signal?.addEventListener("abort", stop, { once: true });
    }),
};

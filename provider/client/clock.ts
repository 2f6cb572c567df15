/** Where time comes from. Injected, so that a test needs no waiting. */
export interface Clock {
  /** Milliseconds since some fixed moment; never goes back, whatever happens to the time of day. */
  now(): number;
  /** Resolves after that many milliseconds, at most one of them too early; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The longest time that a timer of Node can hold, about 24.8 days; a longer one would fire immediately. */
export const longestTimer = 2 ** 31 - 1;

/** Real time. The only place with a timer. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      // A timer drops fractions: without rounding up it would fire before its time more often.
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

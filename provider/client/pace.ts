import type { Clock } from "./clock.ts";

/** A request that may leave now; told how it ended, so that the pace can learn. */
export interface Departure {
  answered(): void;
  refused(retryAfter?: number): void;
  lost(): void;
}

export interface Pace {
  admit(signal?: AbortSignal): Promise<Departure>;
  readonly queued: number;
  readonly done: number;
}

/** At most `limit` departures in any window, in order of arrival. */
export function createPace({ limit, window = 1000, clock }: { limit: number; window?: number; clock: Clock }): Pace {
  const margin = 130;
  const departures: number[] = [];
  let queued = 0;
  let done = 0;
  let opensAt = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function take(signal?: AbortSignal): Promise<Departure> {
    const oldest = departures.length < limit ? Number.NEGATIVE_INFINITY : (departures.shift() ?? 0);
    const wait = Math.max(oldest + window + margin, opensAt) - clock.now();
    if (wait > 0) await clock.sleep(wait, signal);
    departures.push(clock.now());
    queued--;
    return {
      answered: () => {
        done++;
      },
      refused: (retryAfter) => {
        opensAt = clock.now() + (retryAfter ?? window);
      },
      lost: () => {},
    };
  }

  return {
    admit(signal) {
      queued++;
      const next = last.then(() => take(signal));
      last = next.catch(() => undefined);
      return next;
    },
    get queued() {
      return queued;
    },
    get done() {
      return done;
    },
  };
}

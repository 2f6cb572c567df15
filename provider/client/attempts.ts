import { type LimitName, type Patience, retries } from "./bounds.ts";
import type { Clock } from "./clock.ts";
import { isAmbiguous, isNetworkError, isRateLimited, isServerError } from "./errors.ts";
import { limitExhaustedError } from "./limit-exhausted.ts";
import { cancelledError } from "./network-error.ts";
import { isHopeless, type Pace } from "./pace.ts";
import type { ApiRecord, Call, SendOnce } from "./request.ts";
import { backoff } from "./retry-timing.ts";

export interface Attempting {
  readonly limit: LimitName;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly sendOnce: SendOnce;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request in its turn, and again after every failure that allows it, within the bounds of `patience`. */
export async function sendUntilAnswered(call: Call, attempting: Attempting): Promise<ApiRecord> {
  const { pace, clock, patience, sendOnce, signal } = attempting;
  let failure: unknown;
  const waitFor = async <Result>(wait: Promise<Result>): Promise<Result> => {
    try {
      return await wait;
    } catch (cause) {
      throw toTypedError(cause, { call, attempting, failure });
    }
  };
  let departure = await waitFor(pace.admit(signal));
  // The time that goes by in the queue is not time in which the request fails.
  for (let failures = 0, failing = 0; ; ) {
    const begun = clock.now();
    try {
      // A write that is under way is waited for, so that its outcome is known.
      return await sendOnce(call, departure, call.method === "GET" ? signal : undefined);
    } catch (error) {
      if (!mayRepeat(call, error)) throw error;
      failure = error;
    }
    // The pause after a 429 is the pace's, for all that queue behind it.
    if (!isRateLimited(failure)) {
      const asked = isServerError(failure) ? failure.retryAfter : undefined;
      const pause = Math.max(backoff(failures, Math.random()), asked ?? 0);
      failures += 1;
      failing += clock.now() - begun + pause;
      if (failures > retries || failing > patience.failing) throw failure;
      await waitFor(clock.sleep(pause, signal));
    }
    // A retry passes the same gate as everything else, or it would break the limit for the others.
    departure = await waitFor(pace.readmit(signal));
  }
}

interface Wait {
  readonly call: Call;
  readonly attempting: Attempting;
  /** Why the request has to be sent again; undefined before it was sent. */
  readonly failure: unknown;
}

/** A wait ends early when it is hopeless, or when the caller's signal says so. */
function toTypedError(cause: unknown, { call, attempting: { limit, signal }, failure }: Wait): unknown {
  if (isHopeless(cause)) {
    return limitExhaustedError(limit, { pause: cause.pause, now: Date.now(), refusal: failure });
  }
  return signal?.aborted ? cancelledError(call, { cause, sent: isAmbiguous(failure) }) : cause;
}

/**
 * 429 and "never left this machine": the request had no effect, so any may be sent again.
 * A break, 408 or 5xx after sending: GET, PUT and DELETE have the same effect twice as once. A POST has not; its caller looks
 * for the record first.
 */
function mayRepeat(call: Call, error: unknown): boolean {
  if (isRateLimited(error)) return true;
  if (isNetworkError(error) && !error.sent) return true;
  return call.method !== "POST" && isAmbiguous(error);
}

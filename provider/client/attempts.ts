import { retries, type WaitLimits } from "./bounds.ts";
import type { Clock } from "./clock.ts";
import { isAmbiguous, isNetworkError, isRateLimited, isServerError } from "./errors.ts";
import { cancelledError } from "./network-error.ts";
import type { RateLimiter } from "./rate-limiter/index.ts";
import type { ApiRecord, Call, SendOnce } from "./request.ts";
import { backoff } from "./retry-timing.ts";

export interface Attempting {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly waitLimits: WaitLimits;
  readonly sendOnce: SendOnce;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends a request in its turn, and again after every failure that allows it, within the wait limits.
 *
 * @throws LimitExhaustedError, CancelledError, and the failure that ends it
 */
export async function sendWithRetries(call: Call, attempting: Attempting): Promise<ApiRecord> {
  const { limiter, clock, waitLimits, sendOnce, signal } = attempting;
  let failure: unknown;
  const unlessCancelled = async <Result>(wait: Promise<Result>): Promise<Result> => {
    try {
      return await wait;
    } catch (cause) {
      throw signal?.aborted ? cancelledError(call, { cause, sent: isAmbiguous(failure) }) : cause;
    }
  };
  // The time in the queue is not time in which the request fails.
  for (let failures = 0, failing = 0; ; ) {
    // A retry waits for a permit like everything else, or it would break the limit for the others.
    const permit = await unlessCancelled(limiter.acquire({ signal, failure }));
    const begun = clock.now();
    try {
      // A write under way is waited for, so that its outcome is known.
      return await sendOnce(call, permit, call.method === "GET" ? signal : undefined);
    } catch (error) {
      if (!mayRepeat(call, error)) throw error;
      failure = error;
    }
    // After a 429 the rate limiter waits, for all that are queued.
    if (isRateLimited(failure)) continue;
    const asked = isServerError(failure) ? failure.retryAfter : undefined;
    const pause = Math.max(backoff(failures, Math.random()), asked ?? 0);
    failures += 1;
    failing += clock.now() - begun + pause;
    if (failures > retries || failing > waitLimits.failing) throw failure;
    await unlessCancelled(clock.sleep(pause, signal));
  }
}

/**
 * 429 and "never sent": the request had no effect, so any may be sent again.
 * A break, 408 or 5xx after sending: GET, PUT and DELETE have the same effect twice as once. A POST has not; its caller looks
 * for the record first.
 */
function mayRepeat(call: Call, error: unknown): boolean {
  if (isRateLimited(error)) return true;
  if (isNetworkError(error) && !error.sent) return true;
  return call.method !== "POST" && isAmbiguous(error);
}

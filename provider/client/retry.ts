import type { Live } from "../../model/api/form.ts";
import type { Clock } from "./clock.ts";
import { type Call, isRateLimited, isServerError, isStatusHubError, type StatusHubError } from "./errors.ts";
import { backoff, retries, type WaitLimits } from "./limits.ts";
import { canceledError } from "./network-error.ts";
import { isAmbiguous, mayRepeat } from "./outcomes.ts";
import type { RateLimiter } from "./rate-limiter/index.ts";
import { type Sending, type SendOptions, sendOnce } from "./request.ts";

export interface Attempting extends Sending {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly waitLimits: WaitLimits;
}

/**
 * Sends a request when the rate limiter permits it, and retries every failure that is safe to retry, within the wait
 * limits.
 *
 * @throws LimitExhaustedError, CanceledError, or the failure that ended the retries
 */
export async function sendWithRetries(call: Call, attempting: Attempting, options: SendOptions): Promise<Live> {
  const { limiter, clock, waitLimits } = attempting;
  const { signal } = options;
  let failure: unknown;
  /** The failure of the latest attempt that may have taken effect. */
  let earlier: StatusHubError | undefined;
  /** Whatever ends the request, an earlier attempt may have taken effect. */
  const final = (error: unknown): unknown =>
    earlier !== undefined && isStatusHubError(error) && !isAmbiguous(error) ? Object.assign(error, { earlier }) : error;
  const unlessCanceled = async <Result>(wait: Promise<Result>): Promise<Result> => {
    try {
      return await wait;
    } catch (cause) {
      throw final(signal?.aborted ? canceledError(call, { cause, wasSent: earlier !== undefined }) : cause);
    }
  };
  // Time spent in the queue doesn't count against the retry limit.
  for (let failures = 0, failing = 0; ; ) {
    // A retry needs a permit too; without one it would break the rate limit for the other requests.
    const permit = await unlessCanceled(limiter.acquire({ signal, failure }));
    const begun = clock.now();
    try {
      return await sendOnce(attempting, call, { permit, ...options });
    } catch (error) {
      if (!mayRepeat(call, error)) throw final(error);
      failure = error;
      if (isAmbiguous(error)) earlier = error;
    }
    // After a 429 the rate limiter holds back every queued request.
    if (isRateLimited(failure)) continue;
    const asked = isServerError(failure) ? failure.retryAfter : undefined;
    const pause = Math.max(backoff(failures, Math.random()), asked ?? 0);
    failures += 1;
    failing += clock.now() - begun + pause;
    if (failures > retries || failing > waitLimits.failing) throw final(failure);
    await unlessCanceled(clock.sleep(pause, signal));
  }
}

import type { Live } from "../../model/api/form.ts";
import { canceledError } from "./cancellation.ts";
import type { Clock } from "./clock.ts";
import {
  type Call,
  isNetworkError,
  isRateLimited,
  isServerError,
  isStatusHubError,
  type StatusHubError,
} from "./errors.ts";
import { backoff, retries, type WaitLimits } from "./limits.ts";
import { isAmbiguous, mayRepeat } from "./outcomes.ts";
import type { RateLimiter } from "./rate-limiter/index.ts";
import { type Sending, type SendOptions, sendOnce } from "./request.ts";
import { type AccountTrouble, isOutage } from "./trouble.ts";

export interface Attempting extends Sending {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly waitLimits: WaitLimits;
  readonly trouble: AccountTrouble;
}

/**
 * Sends a request when the rate limiter permits it, and retries every failure that is safe to retry, within the wait
 * limits.
 *
 * @throws LimitExhaustedError, CanceledError, or the failure that ended the retries
 */
export const sendWithRetries = (call: Call, attempting: Attempting, options: SendOptions): Promise<Live> =>
  new Attempts(call, attempting, options).send();

/** One request, and all attempts to send it. */
class Attempts {
  readonly #call: Call;
  readonly #attempting: Attempting;
  readonly #options: SendOptions;
  /** Why the latest attempt failed. */
  #failure: unknown;
  /** The failure of the latest attempt that may have taken effect. */
  #earlier: StatusHubError | undefined;
  /** How many responses the account had got when the attempts began to fail. */
  #responsesBefore: number | undefined;
  #failures = 0;
  /** Milliseconds of attempts that failed, and of the pauses after them. Time spent in the queue doesn't count. */
  #failing = 0;

  constructor(call: Call, attempting: Attempting, options: SendOptions) {
    this.#call = call;
    this.#attempting = attempting;
    this.#options = options;
  }

  async send(): Promise<Live> {
    const { limiter, clock } = this.#attempting;
    const { signal } = this.#options;
    for (;;) {
      // A retry needs a permit too; without one it would break the rate limit for the other requests.
      const permit = await this.#unlessCanceled(limiter.acquire({ signal, failure: this.#failure }));
      const begun = clock.now();
      try {
        const live = await sendOnce(this.#attempting, this.#call, { permit, ...this.#options });
        this.#attempting.trouble.noteResponse();
        return live;
      } catch (error) {
        this.#noteResponse(error);
        if (!this.#mayTryAgain(error)) throw this.#withEarlier(error);
        this.#failure = error;
        if (isAmbiguous(error)) this.#earlier = error;
      }
      // After a 429 the rate limiter holds back every queued request.
      if (isRateLimited(this.#failure)) continue;
      const pause = this.#pauseAfter(clock.now() - begun);
      await this.#unlessCanceled(clock.sleep(pause, signal));
    }
  }

  #mayTryAgain(error: unknown): boolean {
    // Another request has waited long enough for the service.
    const isHopeless = isOutage(error) && this.#attempting.trouble.isDown;
    return mayRepeat(this.#call, error) && !isHopeless;
  }

  /** Tells the account what an attempt shows of the service. */
  #noteResponse(error: unknown): void {
    const { trouble } = this.#attempting;
    if (isOutage(error)) {
      this.#responsesBefore ??= trouble.responses;
      return;
    }
    this.#responsesBefore = undefined;
    // Whoever has canceled a request doesn't know how the service would have responded.
    if (!isNetworkError(error)) trouble.noteResponse(error);
  }

  /**
   * Returns how long to wait before the next attempt.
   *
   * @param taken by the last one, in milliseconds
   * @throws the failure, if it is too late for another one
   */
  #pauseAfter(taken: number): number {
    const asked = isServerError(this.#failure) ? this.#failure.retryAfter : undefined;
    const pause = Math.max(backoff(this.#failures, Math.random()), asked ?? 0);
    this.#failures += 1;
    this.#failing += taken + pause;
    const isTooLate = this.#failures > retries || this.#failing > this.#attempting.waitLimits.failing;
    if (isTooLate) {
      if (this.#responsesBefore !== undefined) this.#attempting.trouble.noteGivenUp(this.#responsesBefore);
      throw this.#withEarlier(this.#failure);
    }
    return pause;
  }

  async #unlessCanceled<Result>(wait: Promise<Result>): Promise<Result> {
    try {
      return await wait;
    } catch (cause) {
      const isCanceled = this.#options.signal?.aborted === true;
      const wasSent = this.#earlier !== undefined;
      throw this.#withEarlier(isCanceled ? canceledError(this.#call, { cause, wasSent }) : cause);
    }
  }

  /** Whatever ends the request, an earlier attempt may have taken effect. */
  #withEarlier(error: unknown): unknown {
    if (this.#earlier === undefined || !isStatusHubError(error) || isAmbiguous(error)) return error;
    return Object.assign(error, { earlier: this.#earlier });
  }
}

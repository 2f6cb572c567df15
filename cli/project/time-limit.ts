import { setTimeout as sleep } from "node:timers/promises";
import { pulumiTooSlow } from "../errors/command.ts";
import { CommandError } from "../terminal/failure.ts";
import { note } from "../terminal/output.ts";

/** In milliseconds. */
const longest = { call: 10_000, all: 30_000 };

/** Milliseconds after which a line says what is waited for. */
const quiet = 3_000;

/** Source of time. Injected, so that tests don't have to wait. */
export interface Timer {
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

const systemTimer: Timer = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};

/**
 * Limits what one command waits for `pulumi` where that only reads names or settings: an outage of the backend must not keep
 * anybody from speaking to visitors.
 */
export class TimeLimit {
  readonly #timer: Timer;
  #left = longest.all;

  constructor(timer: Timer = systemTimer) {
    this.#timer = timer;
  }

  /**
   * Runs a call, whose signal ends it when its time is over.
   *
   * @throws CommandError if the call takes too long
   */
  async within<Result>(command: string, call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const end = new AbortController();
    const begun = this.#timer.now();
    const expiry = this.#expire(command, end.signal);
    // It is canceled when the call has ended.
    expiry.catch(() => undefined);
    try {
      return await Promise.race([call(end.signal), expiry]);
    } finally {
      end.abort();
      this.#left = Math.max(0, this.#left - (this.#timer.now() - begun));
    }
  }

  async #expire(command: string, signal: AbortSignal): Promise<never> {
    const allowed = Math.min(longest.call, this.#left);
    const silent = Math.min(quiet, allowed);
    await this.#timer.sleep(silent, signal);
    if (silent < allowed) note(`Waiting for pulumi ${command} ...`);
    await this.#timer.sleep(allowed - silent, signal);
    throw new CommandError(pulumiTooSlow({ command: `pulumi ${command}` }));
  }
}

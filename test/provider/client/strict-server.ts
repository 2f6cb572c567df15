import { limitWindow } from "../../../provider/client/limits.ts";
import { type Permit, RateLimiter, type RateLimiterOptions } from "../../../provider/client/rate-limiter/index.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** A limiter of writes in virtual time. */
export function startLimiter(options: Partial<RateLimiterOptions> = {}) {
  const clock = new VirtualClock();
  return { clock, limiter: new RateLimiter({ name: "writes", clock, ...options }) };
}

/** Returns numbers from 0 to below 1 that look random, but are the same for the same seed. */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/**
 * How long a request takes to arrive, then in the server once it has been counted, and for the response; in
 * milliseconds.
 */
export interface Trip {
  readonly out: number;
  readonly work?: number;
  readonly back: number;
}

/**
 * Accepts at most `limit` requests in any window, measured as they arrive. Rejects the others and says for how long.
 */
export class StrictServer {
  readonly arrivals: number[] = [];
  rejections = 0;
  readonly #clock: VirtualClock;
  readonly #limit: number;

  constructor(clock: VirtualClock, limit = 5) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** @returns milliseconds to wait in whole seconds, as the API does; undefined if the request was accepted */
  receive(): number | undefined {
    const now = this.#clock.now();
    const first = this.arrivals.at(-this.#limit);
    if (first !== undefined && first > now - limitWindow) {
      this.rejections += 1;
      return Math.max(1, Math.ceil((first + limitWindow - now) / 1000)) * 1000;
    }
    this.arrivals.push(now);
    return undefined;
  }

  /** Sends one request through a limiter, and again after each 429 until it is accepted. */
  async send(limiter: RateLimiter, trip: () => Trip): Promise<void> {
    for (let failure: string | undefined; ; failure = "429") {
      const permit = await limiter.acquire({ failure });
      if (await this.#exchange(permit, trip())) return;
    }
  }

  async #exchange(permit: Permit, { out, work = 0, back }: Trip): Promise<boolean> {
    permit.started();
    await this.#clock.sleep(out);
    const pause = this.receive();
    await this.#clock.sleep(pause === undefined ? work + back : back);
    if (pause === undefined) permit.responded();
    else permit.rateLimited(pause);
    return pause === undefined;
  }

  /** Sends that many requests, at most `parallel` of them at a time. */
  async sendAll(
    limiter: RateLimiter,
    { count, parallel, trip }: { count: number; parallel: number; trip: () => Trip },
  ) {
    let left = count;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        await this.send(limiter, trip);
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
  }
}

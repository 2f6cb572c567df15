import type { Operation } from "../../api/operation.ts";
import type { Connection } from "../config.ts";
import { type Clock, systemClock } from "./clock.ts";
import { isAmbiguous, isRateLimited, NetworkError } from "./errors.ts";
import { createPace, type Pace } from "./pace.ts";
import { type ApiRecord, type Call, createSendOnce, type SendOnce, type TimeLimits } from "./request.ts";
import { backoff } from "./retry-timing.ts";

export interface CallOptions {
  readonly query?: Record<string, string | number>;
  readonly body?: ApiRecord;
}

/** Speaks to one account with one key: paced, retried where that is safe, every failure typed. */
export interface Client {
  readonly connection: Connection;
  /** Performs one operation; `parameters` fill the braces of its path. */
  perform(operation: Operation, parameters: Record<string, string>, options?: CallOptions): Promise<ApiRecord>;
}

export interface ClientOptions {
  readonly clock?: Clock;
  readonly limits?: TimeLimits;
  /** Milliseconds after which a request that keeps failing is given up. */
  readonly retryFor?: number;
}

const defaultLimits: TimeLimits = { answer: 30_000, complete: 30_000 };

/** Documented: 30 GET and 5 other requests a second, for one API key. */
const readsPerSecond = 30;
const writesPerSecond = 5;

/** Repetitions of a request that fails, about eight seconds in all. A 429 is not a failure: it is waited out. */
const retries = 5;

export function createClient(connection: Connection, options: ClientOptions = {}): Client {
  const clock = options.clock ?? systemClock;
  const sendOnce = createSendOnce(connection, options.limits ?? defaultLimits);
  const reads = createPace({ limit: readsPerSecond, clock });
  const writes = createPace({ limit: writesPerSecond, clock });
  const retryFor = options.retryFor ?? 120_000;

  return {
    connection,
    perform(operation, parameters, { query, body } = {}) {
      const call: Call = {
        method: operation.method,
        path: fillPath(operation.path, parameters),
        ...(query && { query }),
        ...(body && { body }),
      };
      const pace = call.method === "GET" ? reads : writes;
      return sendWithRetries({ call, pace, clock, retryFor, sendOnce });
    },
  };
}

function fillPath(path: string, parameters: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new RangeError(`no value for {${name}} in ${path}`);
    return encodeURIComponent(value);
  });
}

interface Attempts {
  readonly call: Call;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly retryFor: number;
  readonly sendOnce: SendOnce;
}

async function sendWithRetries({ call, pace, clock, retryFor, sendOnce }: Attempts): Promise<ApiRecord> {
  let deadline = Number.POSITIVE_INFINITY;
  for (let attempt = 0; ; attempt++) {
    // A retry stands in the same queue as everything else, or it would break the limit for the others.
    const departure = await (attempt === 0 ? pace.admit() : pace.readmit());
    if (attempt === 0) deadline = clock.now() + retryFor;
    try {
      const record = await sendOnce(call);
      departure.answered();
      return record;
    } catch (error) {
      if (isRateLimited(error)) departure.refused(error.retryAfter);
      else if (error instanceof NetworkError) departure.lost();
      else departure.answered();

      if (!mayRepeat(call, error) || (attempt >= retries && !isRateLimited(error))) throw error;
      const pause = isRateLimited(error) ? 0 : backoff(attempt, Math.random());
      if (clock.now() + pause > deadline) throw error;
      await clock.sleep(pause);
    }
  }
}

/**
 * 429 and "never left this machine": the request had no effect, so any may be sent again.
 * A break or 5xx after sending: GET, PUT and DELETE have the same effect twice as once. A POST has not; its caller looks
 * for the record first.
 */
function mayRepeat(call: Call, error: unknown): boolean {
  if (isRateLimited(error)) return true;
  if (error instanceof NetworkError && !error.sent) return true;
  return call.method !== "POST" && isAmbiguous(error);
}

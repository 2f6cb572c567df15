import type { Operation } from "../../api/operation.ts";
import type { Connection } from "../config.ts";
import { describeBudget } from "./budget.ts";
import { type Clock, systemClock } from "./clock.ts";
import { isAmbiguous, isRateLimited, NetworkError } from "./errors.ts";
import { createPace, type Departure, type Pace } from "./pace.ts";
import { withProgress } from "./progress.ts";
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
  /** What has been used of the limits, in one line for the user; undefined where it is not worth one. */
  describeBudget(): string | undefined;
}

export interface ClientOptions {
  readonly clock?: Clock;
  readonly limits?: TimeLimits;
  readonly patience?: Patience;
  /** Shows a line to the user while writes have to wait. @default nothing is shown */
  readonly print?: (line: string) => void;
}

/** Milliseconds from its first attempt on in which a request is repeated. */
export interface Patience {
  /** Where it fails. */
  readonly failing: number;
  /** Where it is refused with 429: another client has the key, and may need it for long. */
  readonly refused: number;
}

const defaultLimits: TimeLimits = { answer: 30_000, complete: 60_000 };
const defaultPatience: Patience = { failing: 120_000, refused: 900_000 };
const silent = () => undefined;

/** Documented: 30 GET and 5 other requests a second, for one API key. */
const readsPerSecond = 30;
const writesPerSecond = 5;

/** Repetitions of a request that fails, about eight seconds in all. A 429 is not a failure: it is waited out. */
const retries = 5;

export function createClient(connection: Connection, options: ClientOptions = {}): Client {
  const { clock = systemClock, limits = defaultLimits, patience = defaultPatience, print = silent } = options;
  const sendOnce = createSendOnce(connection, limits);
  const reads = createPace({ limit: readsPerSecond, clock });
  const writes = withProgress(createPace({ limit: writesPerSecond, clock }), { clock, print });

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
      return sendWithRetries({ call, pace, clock, patience, sendOnce });
    },
    describeBudget: () =>
      describeBudget({ pace: reads, perSecond: readsPerSecond }, { pace: writes, perSecond: writesPerSecond }),
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
  readonly patience: Patience;
  readonly sendOnce: SendOnce;
}

async function sendWithRetries({ call, pace, clock, patience, sendOnce }: Attempts): Promise<ApiRecord> {
  // A retry passes the same gate as everything else, or it would break the limit for the others.
  let departure = await pace.admit();
  const started = clock.now();
  for (let failures = 0; ; ) {
    try {
      const record = await sendOnce(call);
      departure.answered();
      return record;
    } catch (error) {
      settle(departure, error);
      if (!mayRepeat(call, error)) throw error;
      const waited = clock.now() - started;
      if (isRateLimited(error)) {
        // The pause is the pace's, for all that queue behind it.
        if (waited + (error.retryAfter ?? 0) > patience.refused) throw error;
      } else {
        const pause = backoff(failures, Math.random());
        failures += 1;
        if (failures > retries || waited + pause > patience.failing) throw error;
        await clock.sleep(pause);
      }
    }
    departure = await pace.readmit();
  }
}

function settle(departure: Departure, error: unknown): void {
  if (isRateLimited(error)) departure.refused(error.retryAfter);
  else if (error instanceof NetworkError) departure.lost();
  else departure.answered();
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

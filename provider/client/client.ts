import type { Operation } from "../../api/operation.ts";
import { malformedImportId } from "../../errors/read.ts";
import { type Connection, processEnvironment } from "../config.ts";
import { sendWithRetries } from "./attempts.ts";
import { type TimeLimits, timeLimits, type WaitLimits, waitLimits } from "./bounds.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createConnections } from "./connections.ts";
import { StatusHubError } from "./errors.ts";
import { createRateLimiter } from "./rate-limiter/index.ts";
import { type ApiRecord, type Call, createSendOnce } from "./request.ts";
import { ServerTime } from "./server-time.ts";
import { describeUsage } from "./usage.ts";

export interface CallOptions {
  readonly query?: Record<string, string | number>;
  readonly body?: ApiRecord;
  /**
   * Cancels the request while it waits in the queue or between two attempts, and cancels a read that has been sent. A
   * write that has been sent is completed, so that its outcome is known; `TimeLimits` bounds it.
   */
  readonly signal?: AbortSignal;
}

/**
 * Sends requests to one account with one API key, within its rate limits. Retries requests if that is safe, and types
 * every failure.
 */
export interface Client {
  readonly connection: Connection;
  /** The clock it waits with. */
  readonly clock: Clock;
  /**
   * Returns the server's time in milliseconds since 1970, from its latest response. Before the first response, returns
   * this machine's time.
   */
  serverTime(): number;
  /** Performs one operation; `parameters` fill the braces of its path. */
  perform(operation: Operation, parameters: Record<string, string>, options?: CallOptions): Promise<ApiRecord>;
  /** Summarizes the use of the rate limits in one line for the user; undefined if it isn't worth a line. */
  describeUsage(): string | undefined;
}

export interface ClientOptions {
  readonly clock?: Clock;
  readonly limits?: TimeLimits;
  readonly waitLimits?: WaitLimits;
  /** Environment that names the proxies. @default the environment of this process */
  readonly environment?: NodeJS.ProcessEnv;
  /** Shows a line to the user while requests wait. @default nothing is shown */
  readonly print?: (line: string) => void;
  /** Called with the number of completed requests and the number of requests so far. */
  readonly onProgress?: (done: number, total: number) => void;
}

export function createClient(connection: Connection, options: ClientOptions = {}): Client {
  const { clock = systemClock, limits = timeLimits, environment = processEnvironment, print } = options;
  const { onProgress = () => undefined } = options;
  const waits = options.waitLimits ?? waitLimits;
  const connections = createConnections(connection.baseUrl, { clock, limits, environment });
  const serverTime = new ServerTime(clock);
  const sendOnce = createSendOnce({ connection, connections, limits, serverTime });
  const shared = { clock, network: connections, longestStall: waits.refused, ...(print && { print }) };
  const limiters = {
    reads: createRateLimiter({ name: "reads", ...shared }),
    writes: createRateLimiter({ name: "writes", ...shared }),
  };

  let [done, total] = [0, 0];

  return {
    connection,
    clock,
    serverTime: () => serverTime.now(),
    async perform(operation, parameters, { query, body, signal } = {}) {
      const call: Call = {
        method: operation.method,
        path: fillPath(operation.path, parameters),
        ...(query && { query }),
        ...(body && { body }),
      };
      const limiter = call.method === "GET" ? limiters.reads : limiters.writes;
      onProgress(done, ++total);
      try {
        return await sendWithRetries(call, { limiter, clock, waitLimits: waits, sendOnce, signal });
      } finally {
        onProgress(++done, total);
      }
    },
    describeUsage: () => describeUsage(limiters),
  };
}

function fillPath(path: string, parameters: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new RangeError(`no value for {${name}} in ${path}`);
    // URL parsing drops `.` and `..`, even when encoded, so the request would go to the record's parent.
    if (/^\.{1,2}$/.test(value)) throw new StatusHubError(malformedImportId.path({ value: JSON.stringify(value) }));
    return encodeURIComponent(value);
  });
}

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
   * Ends the request where it waits: in the queue or between two attempts, and a read under way, too. A write under way is
   * waited for, so that nobody has to guess whether it took effect; `TimeLimits` bound it.
   */
  readonly signal?: AbortSignal;
}

/** Speaks to one account with one key: within its limits, retried where that is safe, every failure typed. */
export interface Client {
  readonly connection: Connection;
  /** By which it waits. */
  readonly clock: Clock;
  /** The time of day at the server, in milliseconds since 1970, by its latest response; until one came, this machine's. */
  serverTime(): number;
  /** Performs one operation; `parameters` fill the braces of its path. */
  perform(operation: Operation, parameters: Record<string, string>, options?: CallOptions): Promise<ApiRecord>;
  /** What has been used of the limits, in one line for the user; undefined where it is not worth one. */
  describeUsage(): string | undefined;
}

export interface ClientOptions {
  readonly clock?: Clock;
  readonly limits?: TimeLimits;
  readonly waitLimits?: WaitLimits;
  /** Names the proxies on the way to the API. @default the environment of this process */
  readonly environment?: NodeJS.ProcessEnv;
  /** Shows a line to the user while requests have to wait. @default nothing is shown */
  readonly print?: (line: string) => void;
  /** Sees how many requests are done, of all that were asked for so far. */
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
    // Every URL drops these, however they are encoded: the request would go to what is above the record.
    if (/^\.{1,2}$/.test(value)) throw new StatusHubError(malformedImportId.path({ value: JSON.stringify(value) }));
    return encodeURIComponent(value);
  });
}

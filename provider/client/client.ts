import type { Operation } from "../../api/operation.ts";
import { malformedImportId } from "../../errors/read.ts";
import { type Connection, processEnvironment } from "../config.ts";
import { sendUntilAnswered } from "./attempts.ts";
import {
  patience as defaultPatience,
  type LimitName,
  type Patience,
  requestsPerSecond,
  type TimeLimits,
  timeLimits,
} from "./bounds.ts";
import { describeBudget } from "./budget.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createConnections } from "./connections.ts";
import { StatusHubError } from "./errors.ts";
import { createPace, type Pace } from "./pace.ts";
import { withProgress } from "./progress.ts";
import { type ApiRecord, type Call, createSendOnce } from "./request.ts";
import { ServerTime } from "./server-time.ts";

export interface CallOptions {
  readonly query?: Record<string, string | number>;
  readonly body?: ApiRecord;
  /**
   * Ends the request where it waits: in the queue or between two attempts, and a read under way, too. A write under way is
   * waited for, so that nobody has to guess whether it took effect; `TimeLimits` bound it.
   */
  readonly signal?: AbortSignal;
}

/** Speaks to one account with one key: paced, retried where that is safe, every failure typed. */
export interface Client {
  readonly connection: Connection;
  /** By which it waits. */
  readonly clock: Clock;
  /** The time of day at the server, in milliseconds since 1970, by its latest response; until one came, this machine's. */
  serverTime(): number;
  /** Performs one operation; `parameters` fill the braces of its path. */
  perform(operation: Operation, parameters: Record<string, string>, options?: CallOptions): Promise<ApiRecord>;
  /** What has been used of the limits, in one line for the user; undefined where it is not worth one. */
  describeBudget(): string | undefined;
}

export interface ClientOptions {
  readonly clock?: Clock;
  readonly limits?: TimeLimits;
  readonly patience?: Patience;
  /** Names the proxies on the way to the API. @default the environment of this process */
  readonly environment?: NodeJS.ProcessEnv;
  /** Shows a line to the user while requests have to wait. @default nothing is shown */
  readonly print?: (line: string) => void;
}

const silent = () => undefined;

export function createClient(connection: Connection, options: ClientOptions = {}): Client {
  const { clock = systemClock, limits = timeLimits, patience = defaultPatience } = options;
  const { environment = processEnvironment, print = silent } = options;
  const connections = createConnections(connection.baseUrl, { clock, limits, environment });
  const serverTime = new ServerTime(clock);
  const sendOnce = createSendOnce({ connection, connections, limits, serverTime });
  const paceOf = (name: LimitName) => {
    const limit = requestsPerSecond[name];
    const pace = createPace({ limit, patience: patience.refused, network: connections, clock });
    return withProgress(pace, { name, longest: patience.refused, clock, print });
  };
  const paces: Record<LimitName, Pace> = { reads: paceOf("reads"), writes: paceOf("writes") };

  return {
    connection,
    clock,
    serverTime: () => serverTime.now(),
    perform(operation, parameters, { query, body, signal } = {}) {
      const call: Call = {
        method: operation.method,
        path: fillPath(operation.path, parameters),
        ...(query && { query }),
        ...(body && { body }),
      };
      const limit = call.method === "GET" ? "reads" : "writes";
      return sendUntilAnswered(call, { limit, pace: paces[limit], clock, patience, sendOnce, signal });
    },
    describeBudget: () => describeBudget(paces),
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

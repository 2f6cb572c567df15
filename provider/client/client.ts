import type { Live } from "../../model/api/form.ts";
import type { Operation } from "../../model/api/operation.ts";
import { malformedImportId } from "../errors/read.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Connection, processEnvironment } from "./connection.ts";
import { createConnections } from "./connections.ts";
import { type Call, StatusHubError } from "./errors.ts";
import {
  type LimitName,
  requestsPerSecond,
  type TimeLimits,
  timeLimits,
  type WaitLimits,
  waitLimits,
} from "./limits.ts";
import { RateLimiter } from "./rate-limiter/index.ts";
import { describeUsage } from "./rate-limiter/progress.ts";
import type { SendOptions } from "./request.ts";
import { type Attempting, sendWithRetries } from "./retry.ts";
import { ServerTime, type TimeSpan } from "./server-time.ts";
import { AccountTrouble } from "./trouble.ts";

export interface CallOptions extends Pick<Call, "query" | "wire">, SendOptions {}

export interface ClientOptions {
  readonly clock?: Clock;
  readonly limits?: TimeLimits;
  readonly waitLimits?: WaitLimits;
  /** Most reads in a second. @default the API's limit */
  readonly readsPerSecond?: number;
  /** Environment that names the proxies. @default the environment of this process */
  readonly environment?: NodeJS.ProcessEnv;
  /** Shows a line to the user while requests wait. @default nothing is shown */
  readonly print?: (line: string) => void;
  /** Called with the number of completed requests and the number of requests so far. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Sends requests to one account with one API key, within its rate limits. Retries requests if that is safe, and types
 * every failure.
 */
export class Client {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly trouble = new AccountTrouble();
  readonly #attempting: Omit<Attempting, "limiter">;
  readonly #limiters: Readonly<Record<LimitName, RateLimiter>>;
  readonly #onProgress: (done: number, total: number) => void;
  #done = 0;
  #total = 0;

  constructor(connection: Connection, options: ClientOptions = {}) {
    const clock = options.clock ?? systemClock;
    const limits = options.limits ?? timeLimits;
    const waits = options.waitLimits ?? waitLimits;
    const environment = options.environment ?? processEnvironment;
    const limiterOf = (name: LimitName, limit: number) =>
      new RateLimiter({ name, limit, clock, longestStall: waits.rateLimited, print: options.print });
    this.connection = connection;
    this.clock = clock;
    this.#attempting = {
      connection,
      connections: createConnections(connection.baseUrl, { limits, environment }),
      limits,
      clock,
      waitLimits: waits,
      serverTime: new ServerTime(clock),
      trouble: this.trouble,
    };
    this.#limiters = {
      reads: limiterOf("reads", options.readsPerSecond ?? requestsPerSecond.reads),
      writes: limiterOf("writes", requestsPerSecond.writes),
    };
    this.#onProgress = options.onProgress ?? (() => undefined);
  }

  /** Returns the server's time in milliseconds since 1970; before the first response with a `Date`, this machine's. */
  serverTime(): number {
    return this.#attempting.serverTime.now();
  }

  serverTimeAt(moment: number): TimeSpan | undefined {
    return this.#attempting.serverTime.at(moment);
  }

  /** Performs one operation; `parameters` fill the braces of its path. */
  async perform(
    { method, path }: Operation,
    parameters: Record<string, string>,
    options: CallOptions = {},
  ): Promise<Live> {
    const { query, wire, ...sendOptions } = options;
    const call = { method, path: fillPath(path, parameters), query, wire };
    const limiter = this.#limiters[method === "GET" ? "reads" : "writes"];
    this.#onProgress(this.#done, ++this.#total);
    try {
      return await sendWithRetries(call, { ...this.#attempting, limiter }, sendOptions);
    } finally {
      this.#onProgress(++this.#done, this.#total);
    }
  }

  describeUsage(): string | undefined {
    return describeUsage(this.#limiters);
  }
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

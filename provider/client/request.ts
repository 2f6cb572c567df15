import { request as sendRequest } from "undici";
import type { Method } from "../../api/operation.ts";
import type { Connection } from "../config.ts";
import type { TimeLimits } from "./bounds.ts";
import type { Connections } from "./connections.ts";
import { apiError } from "./errors.ts";
import { networkError } from "./network-error.ts";
import type { Permit } from "./rate-limiter/index.ts";
import { redirectError } from "./redirect.ts";
import { first, parseRecord, serverMessageIn, textOf } from "./response.ts";
import { parseRetryAfter } from "./retry-timing.ts";
import type { ServerTime } from "./server-time.ts";

/** A response of the API: always a JSON object. */
export type ApiRecord = Record<string, unknown>;

export interface Call {
  readonly method: Method;
  /** Relative to the base URL, parameters filled in. */
  readonly path: string;
  readonly query?: Record<string, string | number>;
  readonly body?: ApiRecord;
}

/** Sends one request, once, and reports to its permit when it was sent and how it went. */
export type SendOnce = (call: Call, permit: Permit, signal?: AbortSignal) => Promise<ApiRecord>;

export interface Sending {
  readonly connection: Connection;
  readonly connections: Connections;
  readonly limits: TimeLimits;
  readonly serverTime: ServerTime;
}

/**
 * Every outcome other than a 2xx with a JSON object is a typed error: `ApiError` and its sub-classes for a response,
 * `NetworkError` for none, `RedirectError` for an address that is not the API's.
 */
export function createSendOnce(sending: Sending): SendOnce {
  return async (call, permit, signal) => {
    const { status, headers, text, retryAfter } = await exchange(sending, call, { permit, signal });
    if (isSuccess(status)) return parseRecord(call, text);
    if (status >= 300 && status < 400) throw redirectError(sending.connection, status, first(headers.location));
    throw apiError({ status, method: call.method, path: call.path, serverMessage: serverMessageIn(text) }, retryAfter);
  };
}

const isSuccess = (status: number) => status >= 200 && status < 300;

interface Attempt {
  readonly permit: Permit;
  readonly signal: AbortSignal | undefined;
}

async function exchange(
  { connection, connections, limits, serverTime }: Sending,
  call: Call,
  { permit, signal }: Attempt,
) {
  const timeout = AbortSignal.timeout(limits.complete);
  let sent = false;
  const onSend = () => {
    sent = true;
    permit.sent();
  };
  try {
    const response = await sendRequest(`${connection.baseUrl}${call.path}`, {
      dispatcher: connections.dispatcherOf(onSend),
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      method: call.method,
      // Documented: optional, with this single value; sent so that a later revision does not change what we get.
      query: { api_version: "V3-R1", ...call.query },
      headers: headersOf(connection, call),
      body: call.body === undefined ? null : JSON.stringify(call.body),
    });
    const { statusCode: status, headers } = response;
    serverTime.note(first(headers.date));
    // A date is compared with the server's own time, as this machine's clock may be wrong.
    const retryAfter = parseRetryAfter(first(headers["retry-after"]), serverTime.now());
    if (status === 429) permit.rateLimited(retryAfter);
    else permit.responded();
    const text = await textOf(response).catch((error: unknown) => {
      if (isSuccess(status)) throw error;
      // What the API decided is in the status. Only its message is lost.
      return "";
    });
    return { status, headers, retryAfter, text };
  } catch (cause) {
    permit.lost();
    throw networkError(connection, call, {
      cause,
      sent,
      isCancelled: signal?.aborted === true,
      proxy: connections.proxy,
    });
  }
}

const headersOf = ({ apiKey }: Connection, { body }: Call) => ({
  "x-api-key": apiKey,
  accept: "application/json",
  // Without it a server may choose any encoding.
  "accept-encoding": "gzip",
  ...(body === undefined ? {} : { "content-type": "application/json" }),
});

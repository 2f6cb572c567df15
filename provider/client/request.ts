import { request as sendRequest } from "undici";
import type { Live } from "../../model/api/form.ts";
import type { Connection } from "./connection.ts";
import type { Connections } from "./connections.ts";
import type { Call } from "./errors.ts";
import type { TimeLimits } from "./limits.ts";
import { networkError } from "./network-error.ts";
import { apiError } from "./outcomes.ts";
import type { Permit } from "./rate-limiter/index.ts";
import { redirectError } from "./redirect.ts";
import { first, parseRecord, readText, serverMessageIn } from "./response.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { ServerTime } from "./server-time.ts";

/** A response as it arrived, whatever its status. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty if the body of a rejection got lost. */
  readonly text: string;
}

/** Shared by all requests of a client. */
export interface Sending {
  readonly connection: Connection;
  readonly connections: Connections;
  readonly limits: TimeLimits;
  readonly serverTime: ServerTime;
}

export interface SendOptions {
  /**
   * Cancels the request while it waits in the queue or between two attempts, and cancels a read that has been sent. A
   * write that has been sent is completed, so that its outcome is known; `TimeLimits` bounds it.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called with each attempt, when it is sent. */
  readonly onSend?: (() => void) | undefined;
  /** Called with the response to each attempt. */
  readonly onResponse?: ((response: RawResponse) => void) | undefined;
}

interface Attempt extends SendOptions {
  /** Is told when the request was sent, and with which outcome. */
  readonly permit: Permit;
}

/**
 * Sends one request, once.
 *
 * @throws NetworkError if there is no complete response, RedirectError for a 3xx, ApiError for any other status than 2xx,
 * and ResponseShapeError for a 2xx with an unexpected body
 */
export async function sendOnce(sending: Sending, call: Call, attempt: Attempt): Promise<Live> {
  const { method, path } = call;
  const { apiKey } = sending.connection;
  const { status, headers, text, retryAfter } = await exchange(sending, call, attempt);
  if (isSuccess(status)) return parseRecord(call, text, apiKey);
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect) throw redirectError(sending.connection, path, { status, location: first(headers.location) });
  throw apiError({ status, method, path, serverMessage: serverMessageIn(text, apiKey), retryAfter });
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** Sends the request and reads the response, whatever its status. Tells the permit, the server's time and the caller how it goes. */
async function exchange(
  { connection, connections, limits, serverTime }: Sending,
  call: Call,
  { permit, onSend, onResponse, signal }: Attempt,
) {
  const timeout = AbortSignal.timeout(limits.complete);
  const noteDate = serverTime.begin();
  const cancellation = whileFollowing(signal);
  let wasSent = false;
  const noteSent = () => {
    // The connection also begins a request that was canceled meanwhile, and then drops it: it isn't sent.
    const isCanceled = cancellation.signal.aborted;
    if (isCanceled) return;
    wasSent = true;
    // From here on, the caller can't cancel a write any more. Only the timeout ends it.
    const isWrite = call.method !== "GET";
    if (isWrite) cancellation.stopFollowing();
    permit.started();
    onSend?.();
  };
  const incomplete = (cause: unknown) => {
    const isCanceled = cancellation.signal.aborted;
    return networkError(connection, call, { cause, wasSent, isCanceled, proxy: connections.proxy });
  };
  try {
    const response = await sendRequest(`${connection.baseUrl}${call.path}`, {
      ...contentOf(connection, call),
      dispatcher: connections.dispatcherOf(noteSent),
      signal: AbortSignal.any([timeout, cancellation.signal]),
    }).catch((cause: unknown) => {
      permit.lost();
      throw incomplete(cause);
    });
    const { statusCode: status, headers } = response;
    noteDate(first(headers.date));
    // Compared with the server's own time, because this machine's clock may be wrong.
    const retryAfter = parseRetryAfter(first(headers["retry-after"]), serverTime.now());
    if (status === 429) permit.rateLimited(retryAfter);
    else permit.responded();
    const text = await readText(response).catch((cause: unknown) => {
      // The connection broke. The status of a rejection still tells us the API's decision; only its message is lost.
      if (isSuccess(status)) throw incomplete(cause);
      return "";
    });
    onResponse?.({ status, headers, text });
    return { status, headers, retryAfter, text };
  } finally {
    // The caller's signal lives on: it would keep what is left of this request.
    cancellation.stopFollowing();
  }
}

/** Returns a signal that aborts with the caller's one, until it stops following that. */
function whileFollowing(caller: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort(caller?.reason);
  if (caller?.aborted) abort();
  caller?.addEventListener("abort", abort, { once: true });
  const stopFollowing = () => caller?.removeEventListener("abort", abort);
  return { signal: controller.signal, stopFollowing };
}

const contentOf = ({ apiKey }: Connection, { method, query, wire }: Call) => ({
  method,
  // Documented: optional, with this single value. We send it so that a later revision doesn't change the responses.
  query: { api_version: "V3-R1", ...query },
  headers: {
    "x-api-key": apiKey,
    accept: "application/json",
    // Without this header a server may choose any encoding.
    "accept-encoding": "gzip",
    ...(wire === undefined ? {} : { "content-type": "application/json" }),
  },
  body: wire === undefined ? null : JSON.stringify(wire),
});

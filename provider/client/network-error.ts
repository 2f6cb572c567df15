import { errors } from "undici";
import { unknownHost } from "../errors/access.ts";
import { timedOut, unreachable } from "../errors/requests.ts";
import { canceledError } from "./cancellation.ts";
import type { Connection } from "./connection.ts";
import { type Call, NetworkError, TimeoutError, UnknownHostError } from "./errors.ts";

interface FailedRequest {
  readonly cause: unknown;
  /** Whether the request left this machine, or began to. */
  readonly wasSent: boolean;
  readonly isCanceled: boolean;
  readonly proxy: string | undefined;
}

/** Returns the error for a request without a complete response. No message shows the URL of a proxy, which may contain a password. */
export function networkError(
  { baseUrl }: Connection,
  call: Call,
  { cause, wasSent, isCanceled, proxy }: FailedRequest,
): NetworkError {
  if (isCanceled) return canceledError(call, { cause, wasSent });
  const code = systemCodeOf(cause);
  const options = { wasSent, code, cause };
  const request = `${call.method} ${call.path}`;
  const reason = code ?? (cause instanceof Error ? cause.name : "unknown error");
  if (wasSent && isTimeout(cause)) return new TimeoutError(timedOut({ request }), options);
  if (proxy !== undefined) {
    const message = wasSent ? unreachable.brokenThroughProxy : unreachable.throughProxy;
    return new NetworkError(message({ baseUrl, request, reason, proxy }), options);
  }
  if (wasSent) return new NetworkError(unreachable.broken({ request, reason }), options);
  // Behind a proxy, only the proxy's own name is looked up on this machine.
  if (code === "ENOTFOUND") return new UnknownHostError(unknownHost({ host: new URL(baseUrl).hostname }), options);
  return new NetworkError(unreachable.direct({ baseUrl, request, reason }), options);
}

// The last one is matched by name because a signal's timeout error comes from Node, not from the HTTP client.
const isTimeout = (cause: unknown) =>
  cause instanceof errors.HeadersTimeoutError ||
  cause instanceof errors.BodyTimeoutError ||
  (cause instanceof DOMException && cause.name === "TimeoutError");

/** Returns the system's code, such as `ECONNRESET`. */
function systemCodeOf(cause: unknown): string | undefined {
  // If a host has several addresses, one error wraps the errors of all of them.
  if (cause instanceof AggregateError) return systemCodeOf(cause.errors[0]);
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}

import { errors } from "undici";
import { reword, withoutCode } from "../../model/problem.ts";
import { unknownHost } from "../errors/access.ts";
import { canceled, timedOut, unreachable } from "../errors/requests.ts";
import type { Connection } from "./connection.ts";
import { type Call, CanceledError, isStatusHubError, NetworkError, TimeoutError, UnknownHostError } from "./errors.ts";

interface FailedRequest {
  readonly cause: unknown;
  /** Whether the request left this machine, or began to. */
  readonly wasSent: boolean;
  readonly isCanceled: boolean;
  readonly proxy?: string | undefined;
}

/** Returns the error for a request without a complete response. No message shows the URL of a proxy, which may contain a password. */
export function networkError(
  { baseUrl }: Connection,
  call: Call,
  { cause, wasSent, isCanceled, proxy }: FailedRequest,
): NetworkError {
  if (isCanceled) return canceledError(call, { cause, wasSent });
  const code = codeOf(cause);
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

export function canceledError({ method, path }: Call, { cause, wasSent }: Pick<FailedRequest, "cause" | "wasSent">) {
  const message = wasSent ? canceled.underWay : canceled.unsent;
  return new CanceledError(because(message({ request: `${method} ${path}` }), cause), { wasSent, cause });
}

/** Waits for a shared request, such as a list, until this caller's signal aborts. Aborting doesn't affect the other callers. */
export function shared<Result>(load: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return load;
  return new Promise((resolve, reject) => {
    const stop = () => {
      const { reason: cause } = signal;
      reject(new CanceledError(because(canceled.reading(), cause), { wasSent: false, cause }));
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    load.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Signals of this package give a reason for aborting. */
const because = (message: string, cause: unknown) =>
  isStatusHubError(cause) ? reword(message, (text) => `${text}: ${withoutCode(cause.message)}.`) : message;

// The last one is matched by name because a signal's timeout error comes from Node, not from the HTTP client.
const isTimeout = (cause: unknown) =>
  cause instanceof errors.HeadersTimeoutError ||
  cause instanceof errors.BodyTimeoutError ||
  (cause instanceof DOMException && cause.name === "TimeoutError");

function codeOf(cause: unknown): string | undefined {
  // If a host has several addresses, one error wraps the errors of all of them.
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}

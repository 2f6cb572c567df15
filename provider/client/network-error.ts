import { errors } from "undici";
import type { Connection } from "../config.ts";
import { CancelledError, isStatusHubError, NetworkError, TimeoutError, UnknownHostError } from "./errors.ts";
import type { Call } from "./request.ts";

export interface Failure {
  readonly cause: unknown;
  /** Whether the request was written to a connection. */
  readonly sent: boolean;
  readonly isCancelled: boolean;
  /** Host of the proxy on the way, if there is one. */
  readonly proxy?: string | undefined;
}

/** The error for a request that has no complete answer. No message holds the URL of a proxy, which may have a password. */
export function networkError(
  { baseUrl }: Connection,
  call: Call,
  { cause, sent, isCancelled, proxy }: Failure,
): NetworkError {
  const subject = `${call.method} ${call.path}`;
  const code = codeOf(cause);
  if (isCancelled) return cancelledError(call, { cause, sent });
  if (sent && isTimeout(cause)) {
    return new TimeoutError(`${subject} was accepted, and no response came in time`, { sent, code, cause });
  }
  if (sent) {
    const message =
      proxy === undefined
        ? `the connection broke during ${subject} (${nameOf(cause)})`
        : `the connection through the proxy ${proxy} broke during ${subject} (${nameOf(cause)})`;
    return new NetworkError(message, { sent, code, cause });
  }
  // Behind a proxy no name but its own is looked up.
  if (code === "ENOTFOUND" && proxy === undefined) {
    const { hostname } = new URL(baseUrl);
    return new UnknownHostError(
      `there is no host ${hostname}. Check statushub:account and statushub:region, or statushub:baseUrl`,
      { sent, code, cause },
    );
  }
  const message =
    proxy === undefined
      ? `the API at ${baseUrl} could not be reached for ${subject} (${nameOf(cause)})`
      : `the API at ${baseUrl} could not be reached for ${subject} through the proxy ${proxy} (${nameOf(cause)}). Check ` +
        "HTTPS_PROXY, HTTP_PROXY and NO_PROXY";
  return new NetworkError(message, { sent, code, cause });
}

/** The error for a request that its caller's signal has ended. */
export function cancelledError({ method, path }: Call, { cause, sent }: Pick<Failure, "cause" | "sent">) {
  const when = sent ? "while it was under way" : "before it was sent";
  return new CancelledError(`${method} ${path} was cancelled ${when}${reasonIn(cause)}`, { sent, cause });
}

/**
 * Waits for what the caller shares with others, such as a list, until the caller's signal aborts. The others go on: what
 * ends one of them must not end all.
 */
export function shared<Result>(load: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return load;
  return new Promise((resolve, reject) => {
    const stop = () => {
      const { reason: cause } = signal;
      reject(new CancelledError(`the wait for a read was cancelled${reasonIn(cause)}`, { sent: false, cause }));
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    load.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** A signal of this package says why it aborts. */
const reasonIn = (cause: unknown) => (isStatusHubError(cause) ? `: ${cause.message}` : "");

const nameOf = (cause: unknown) => codeOf(cause) ?? (cause instanceof Error ? cause.name : "unknown error");

// By name where it is the signal's: its error comes from Node, not from the HTTP client.
const isTimeout = (cause: unknown) =>
  cause instanceof errors.HeadersTimeoutError ||
  cause instanceof errors.BodyTimeoutError ||
  (cause instanceof DOMException && cause.name === "TimeoutError");

function codeOf(cause: unknown): string | undefined {
  // A name with several addresses fails with one error for all of them.
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}

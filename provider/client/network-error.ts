import { errors } from "undici";
import { unknownHost } from "../../errors/configuration.ts";
import { reword, textOf } from "../../errors/problem.ts";
import { cancelled, timedOut, unreachable } from "../../errors/requests.ts";
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

/** The error for a request that has no complete response. No message holds the URL of a proxy, which may have a password. */
export function networkError(
  { baseUrl }: Connection,
  call: Call,
  { cause, sent, isCancelled, proxy }: Failure,
): NetworkError {
  const request = `${call.method} ${call.path}`;
  const reason = nameOf(cause);
  const code = codeOf(cause);
  if (isCancelled) return cancelledError(call, { cause, sent });
  if (sent && isTimeout(cause)) {
    return new TimeoutError(timedOut({ request }), { sent, code, cause });
  }
  if (sent) {
    const message =
      proxy === undefined
        ? unreachable.broken({ request, reason })
        : unreachable.brokenThroughProxy({ request, reason, proxy });
    return new NetworkError(message, { sent, code, cause });
  }
  // Behind a proxy no name but its own is looked up.
  if (code === "ENOTFOUND" && proxy === undefined) {
    return new UnknownHostError(unknownHost({ host: new URL(baseUrl).hostname }), { sent, code, cause });
  }
  const message =
    proxy === undefined
      ? unreachable.direct({ baseUrl, request, reason })
      : unreachable.throughProxy({ baseUrl, request, reason, proxy });
  return new NetworkError(message, { sent, code, cause });
}

/** The error for a request that its caller's signal has ended. */
export function cancelledError({ method, path }: Call, { cause, sent }: Pick<Failure, "cause" | "sent">) {
  const message = sent ? cancelled.underWay : cancelled.unsent;
  return new CancelledError(because(message({ request: `${method} ${path}` }), cause), { sent, cause });
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
      reject(new CancelledError(because(cancelled.reading(), cause), { sent: false, cause }));
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    load.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** A signal of this package says why it aborts. */
const because = (message: string, cause: unknown) =>
  isStatusHubError(cause) ? reword(message, (text) => `${text}: ${textOf(cause.message)}.`) : message;

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

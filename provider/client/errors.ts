import { inspect } from "node:util";
import type { Method } from "../../api/operation.ts";
import { forbidden, rejectedKey } from "../../errors/configuration.ts";
import { limitExhausted, notFound, notOffered, rejected, serverError } from "../../errors/requests.ts";

/** Marks every error of this package, whichever copy of this module made it. */
const mark = Symbol.for("pulumi-statushub.error");

/**
 * Base class of every error that the provider raises on purpose. None of its subclasses has a field `id`: Pulumi treats
 * an error with an `id` as a partial success and would write a record with that ID into the state.
 */
export class StatusHubError extends Error {
  override name = "StatusHubError";
  readonly [mark] = true;
  /** The failure of an earlier attempt of the same request, if that one may have taken effect. */
  earlier?: StatusHubError;
}

/** The configuration is missing, contradictory or unsafe. Nothing was sent. */
export class ConfigError extends StatusHubError {
  override name = "ConfigError";
}

export interface ErrorResponse {
  readonly status: number;
  readonly method: Method;
  readonly path: string;
  /** The reason in the API's words, short and on one line. */
  readonly serverMessage: string;
  /** Milliseconds that the API asked to wait, if any. Documented for the 429, and by HTTP for the 503. */
  readonly retryAfter?: number | undefined;
}

/**
 * The API returned a status other than 2xx, which decides the error's name. No response at all is a `NetworkError`; a
 * redirect doesn't come from the API and is a `RedirectError`.
 */
export class ApiError extends StatusHubError {
  readonly status: number;
  readonly serverMessage: string;
  readonly retryAfter: number | undefined;

  constructor({ method, path, status, serverMessage, retryAfter }: ErrorResponse) {
    const { name, problem } = meaningOf(status);
    super(problem.response({ request: `${method} ${path}`, status, serverMessage }));
    this.name = name;
    this.status = status;
    this.serverMessage = serverMessage;
    this.retryAfter = retryAfter;
  }
}

/** Returns the name of a status's error, and its entry on the troubleshooting page. */
function meaningOf(status: number) {
  if (status === 401) return { name: "UnauthorizedError", problem: rejectedKey };
  if (status === 403) return { name: "ForbiddenError", problem: forbidden };
  // 410 is for a record that was deleted.
  if (status === 404 || status === 410) return { name: "NotFoundError", problem: notFound };
  // The operation doesn't exist, which is possible for operations that we only infer.
  if (status === 405) return { name: "MethodNotAllowedError", problem: notOffered };
  // The client waits it out. Callers only see `LimitExhaustedError`.
  if (status === 429) return { name: "RateLimitedError", problem: limitExhausted };
  // The API failed without rejecting the request; 408 is a timeout. A write may or may not have taken effect.
  if (status >= 500 || status === 408) return { name: "ServerError", problem: serverError };
  // 400, 409, 422 and others. Inferred (rejection-status): we treat them alike.
  return { name: "RejectedError", problem: rejected };
}

/** The API returned 429 for longer than a request waits, or asked for a longer pause. */
export class LimitExhaustedError extends StatusHubError {
  override name = "LimitExhaustedError";
}

/** 3xx: the base URL isn't the API's. We never follow redirects, because that would send the API key along. */
export class RedirectError extends StatusHubError {
  override name = "RedirectError";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface NetworkErrorOptions {
  readonly sent: boolean;
  /** The system's code, such as `ECONNRESET`. */
  readonly code?: string | undefined;
  readonly cause: unknown;
}

/** The response is missing or incomplete. */
export class NetworkError extends StatusHubError {
  override name = "NetworkError";
  /** False only if the request certainly never left this machine. */
  readonly sent: boolean;
  readonly code: string | undefined;

  constructor(message: string, options: NetworkErrorOptions) {
    super(message, { cause: options.cause });
    this.sent = options.sent;
    this.code = options.code;
  }
}

/** The host in the base URL doesn't exist: most likely the account doesn't either. */
export class UnknownHostError extends NetworkError {
  override name = "UnknownHostError";
}

/** The request was sent, but no complete response came in time. The server may not have received it. */
export class TimeoutError extends NetworkError {
  override name = "TimeoutError";
}

/** The caller's signal cancelled the request, or its wait for a shared request. */
export class CancelledError extends NetworkError {
  override name = "CancelledError";
}

/** The API returned 2xx, but the body isn't the expected record or list. */
export class ResponseShapeError extends StatusHubError {
  override name = "ResponseShapeError";
}

/** A list can't be read to its end because it doesn't page as documented. */
export class ListError extends StatusHubError {
  override name = "ListError";
}

// Compares names instead of classes, because an error may come from a second copy of this module (one imported, one
// required).
export const guard =
  <Kind extends StatusHubError>(...names: string[]) =>
  (error: unknown): error is Kind =>
    error instanceof Error && names.includes(error.name);

export const isConfigError = guard<ConfigError>("ConfigError");
export const isUnauthorized = guard<ApiError>("UnauthorizedError");
export const isForbidden = guard<ApiError>("ForbiddenError");
export const isNotFound = guard<ApiError>("NotFoundError");
export const isMethodNotAllowed = guard<ApiError>("MethodNotAllowedError");
export const isRejected = guard<ApiError>("RejectedError");
export const isRateLimited = guard<ApiError>("RateLimitedError");
export const isServerError = guard<ApiError>("ServerError");
export const isLimitExhausted = guard<LimitExhaustedError>("LimitExhaustedError");
export const isRedirect = guard<RedirectError>("RedirectError");
export const isUnknownHost = guard<UnknownHostError>("UnknownHostError");
export const isCancelled = guard<CancelledError>("CancelledError");
export const isResponseShape = guard<ResponseShapeError>("ResponseShapeError");

/** The API doesn't offer the list, or its pages never end. */
export const isListMissing = guard<StatusHubError>("NotFoundError", "MethodNotAllowedError", "ListError");

/** No list can be read, so records are read individually. A rejection may be about that one request only. */
export const isListUnavailable = (error: unknown): error is StatusHubError => isListMissing(error) || isRejected(error);

/** Matches `NetworkError` and its subclasses. */
export const isNetworkError = guard<NetworkError>("NetworkError", "UnknownHostError", "TimeoutError", "CancelledError");

/** Matches any error of this package; all others are bugs. */
export const isStatusHubError = (error: unknown): error is StatusHubError => error instanceof Error && mark in error;

/** Matches the error of any status. */
export const isApiError = (error: unknown): error is ApiError => isStatusHubError(error) && "serverMessage" in error;

/**
 * Returns the message of anything that was thrown, for one of Pulumi's protocols. Never fails, because a failure in an
 * error path leaves Pulumi without a response. Neither protocol can encode half of a surrogate pair.
 */
export function messageOf(error: unknown): string {
  try {
    return (error instanceof Error ? String(error.message) : inspect(error)).toWellFormed();
  } catch {
    return "an error that can't be shown";
  }
}

/**
 * What we know of a failed request. Inferred (server-errors): which statuses mean what. `not sent`: it never left this machine. `rejected`: it had no effect. `over`: it may
 * or may not have taken effect, probably by now. `open`: the server may still be working on it.
 */
export type Outcome = "not sent" | "rejected" | "over" | "open";

/** Statuses of a gateway that has stopped waiting for the server behind it. */
const isGivenUp = (status: number) =>
  // 520 to 599 aren't part of HTTP; Cloudflare and others use them to report what happened to the connection to the
  // server.
  status === 408 || status === 502 || status === 504 || status >= 520;

/** By HTTP: the server doesn't handle the request now, and says when to send it again. So it had no effect. */
export const isUnavailable = (error: unknown): error is ApiError =>
  isServerError(error) && error.status === 503 && error.retryAfter !== undefined;

/** Returns the outcome of a request that failed with this error; `undefined` if the error isn't from a request. */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (isStatusHubError(error) && error.earlier !== undefined) return outcomeOf(error.earlier);
  if (isUnavailable(error)) return "rejected";
  if (isNetworkError(error)) return error.sent ? "open" : "not sent";
  if (isServerError(error)) return isGivenUp(error.status) ? "open" : "over";
  if (isResponseShape(error)) return "over";
  return isApiError(error) || isLimitExhausted(error) || isRedirect(error) ? "rejected" : undefined;
}

/** The write may have taken effect. */
export const isAmbiguous = (error: unknown): error is StatusHubError =>
  outcomeOf(error) === "over" || mayStillTakeEffect(error);

/** The server may still be working on the write. */
export const mayStillTakeEffect = (error: unknown): boolean => outcomeOf(error) === "open";

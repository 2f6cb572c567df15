import type { Method } from "../../api/operation.ts";
import { forbidden, rejectedKey } from "../../errors/configuration.ts";
import { limitExhausted, notFound, notOffered, rejected, serverError } from "../../errors/requests.ts";
import type { LimitName } from "./bounds.ts";

/** Marks every error of this package, whichever copy of this module made it. */
const mark = Symbol.for("pulumi-statushub.error");

/**
 * Everything that this package raises on purpose. No class of the tree has a field `id`: Pulumi treats an error with one
 * as a partial success and would write a record with that id into the state.
 */
export class StatusHubError extends Error {
  override name = "StatusHubError";
  readonly [mark] = true;
}

/** The configuration is missing, contradictory or unsafe; nothing was sent. */
export class ConfigError extends StatusHubError {
  override name = "ConfigError";
}

export interface ErrorResponse {
  readonly status: number;
  readonly method: Method;
  readonly path: string;
  /** Why, in the words of the API, short and on one line. */
  readonly serverMessage: string;
}

/**
 * The API answered with a status other than 2xx. Outside of it: no response at all (`NetworkError`), and a redirect, which
 * is not a response of the API (`RedirectError`).
 */
export class ApiError extends StatusHubError {
  override name = "ApiError";
  readonly status: number;
  readonly method: Method;
  readonly path: string;
  readonly serverMessage: string;

  /** @param problem what the troubleshooting page has about the status */
  constructor(response: ErrorResponse, problem: Pick<typeof rejected, "response"> = rejected) {
    const { method, path, status, serverMessage } = response;
    super(problem.response({ request: `${method} ${path}`, status, serverMessage }));
    this.status = status;
    this.method = method;
    this.path = path;
    this.serverMessage = serverMessage;
  }
}

/** 404, or 410 for a record that was deleted. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError";
}

/** 405: the operation does not exist, which can happen to the ones that are only inferred. */
export class MethodNotAllowedError extends ApiError {
  override name = "MethodNotAllowedError";
}

export class UnauthorizedError extends ApiError {
  override name = "UnauthorizedError";
}

export class ForbiddenError extends ApiError {
  override name = "ForbiddenError";
}

/** 400, 409, 422 and any other 4xx but 408: the API rejected the request. Inferred: the three mean the same to us. */
export class RejectedError extends ApiError {
  override name = "RejectedError";
}

/** One 429. It is waited out; only `LimitExhaustedError` leaves the client. */
export class RateLimitedError extends ApiError {
  override name = "RateLimitedError";
  /** Milliseconds that the API asked to wait, if it said. */
  readonly retryAfter: number | undefined;

  constructor(response: ErrorResponse, retryAfter: number | undefined) {
    super(response, limitExhausted);
    this.retryAfter = retryAfter;
  }
}

/** 5xx, or 408 for a time-out: the API failed and rejected nothing. Whether a write took effect is unknown. */
export class ServerError extends ApiError {
  override name = "ServerError";
  /** Milliseconds that the API asked to wait, if it said. Documented by HTTP for the 503. */
  readonly retryAfter: number | undefined;

  constructor(response: ErrorResponse, retryAfter?: number) {
    super(response, serverError);
    this.retryAfter = retryAfter;
  }
}

/**
 * The API returned 429 for longer than a request waits, or asks for a pause that is longer. The request had no
 * effect: it was answered with 429 each time, or it never left.
 */
export class LimitExhaustedError extends StatusHubError {
  override name = "LimitExhaustedError";
  readonly limit: LimitName;
  /** When the API wants to be asked again. */
  readonly retryAt: Date;

  constructor(message: string, options: { limit: LimitName; retryAt: Date; cause: unknown }) {
    super(message, { cause: options.cause });
    this.limit = options.limit;
    this.retryAt = options.retryAt;
  }
}

/** 3xx: the base URL is not that of the API. Redirects are never followed, as the key would go with the request. */
export class RedirectError extends StatusHubError {
  override name = "RedirectError";
  readonly status: number;
  /** Where it points to, without user, query and fragment; undefined where the response does not say. */
  readonly location: string | undefined;

  constructor(message: string, options: { status: number; location: string | undefined }) {
    super(message);
    this.status = options.status;
    this.location = options.location;
  }
}

export interface NetworkErrorOptions {
  readonly sent: boolean;
  /** What the system calls it, such as `ECONNRESET`. */
  readonly code?: string | undefined;
  readonly cause: unknown;
}

/** No response, or half of one. */
export class NetworkError extends StatusHubError {
  override name = "NetworkError";
  /** False only where it is certain that the request never left this machine. */
  readonly sent: boolean;
  readonly code: string | undefined;

  constructor(message: string, options: NetworkErrorOptions) {
    super(message, { cause: options.cause });
    this.sent = options.sent;
    this.code = options.code;
  }
}

/** No host has the name in the base URL: most likely the account does not exist. */
export class UnknownHostError extends NetworkError {
  override name = "UnknownHostError";
}

/** The server accepted the request and did not respond in time. */
export class TimeoutError extends NetworkError {
  override name = "TimeoutError";
}

/** The caller's signal ended the request, or the wait for what it shares with others. */
export class CancelledError extends NetworkError {
  override name = "CancelledError";
}

/** The API answered 2xx with something that is not the record it should be. */
export class ResponseShapeError extends StatusHubError {
  override name = "ResponseShapeError";
}

/** A list that cannot be read to its end: it does not page as documented. */
export class ListError extends StatusHubError {
  override name = "ListError";
}

// Names are compared, not classes: an error can come from a second copy of this module (one imported, one required).
const guard =
  <Kind extends StatusHubError>(...names: string[]) =>
  (error: unknown): error is Kind =>
    error instanceof Error && names.includes(error.name);

export const isConfigError = guard<ConfigError>("ConfigError");
export const isUnauthorized = guard<UnauthorizedError>("UnauthorizedError");
export const isForbidden = guard<ForbiddenError>("ForbiddenError");
export const isNotFound = guard<NotFoundError>("NotFoundError");
export const isMethodNotAllowed = guard<MethodNotAllowedError>("MethodNotAllowedError");
export const isRejected = guard<RejectedError>("RejectedError");
export const isRateLimited = guard<RateLimitedError>("RateLimitedError");
export const isServerError = guard<ServerError>("ServerError");
export const isLimitExhausted = guard<LimitExhaustedError>("LimitExhaustedError");
export const isRedirect = guard<RedirectError>("RedirectError");
export const isUnknownHost = guard<UnknownHostError>("UnknownHostError");
export const isTimeout = guard<TimeoutError>("TimeoutError");
export const isCancelled = guard<CancelledError>("CancelledError");
export const isResponseShape = guard<ResponseShapeError>("ResponseShapeError");

/** Any of the classes below `ApiError`, or itself. */
export const isApiError = guard<ApiError>(
  "ApiError",
  "NotFoundError",
  "MethodNotAllowedError",
  "UnauthorizedError",
  "ForbiddenError",
  "RejectedError",
  "RateLimitedError",
  "ServerError",
);

/** The API offers no list, or none that can be read: each record must be read by itself. */
export const isListUnavailable = guard<StatusHubError>(
  "NotFoundError",
  "MethodNotAllowedError",
  "RejectedError",
  "ListError",
);

/** Any of the classes below `NetworkError`, or itself. */
export const isNetworkError = guard<NetworkError>("NetworkError", "UnknownHostError", "TimeoutError", "CancelledError");

/** Any error of this package; all others are defects. */
export const isStatusHubError = (error: unknown): error is StatusHubError => error instanceof Error && mark in error;

/**
 * What is known of a request that failed. `not sent`: it never left this machine. `rejected`: it had no effect. `over`: the
 * server is done with it, and may have carried it out or not. `open`: the server may be at work on it still.
 */
export type Outcome = "not sent" | "rejected" | "over" | "open";

/** Statuses by which a gateway says that it waits no longer for the server behind it. */
const isGivenUp = (status: number) =>
  // 520 to 599 are not of HTTP; Cloudflare and others report with them what became of the connection to the server.
  status === 408 || status === 502 || status === 504 || status >= 520;

/** The outcome of the attempt that failed with this error; `undefined` where the error is of none. */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (isNetworkError(error)) return error.sent ? "open" : "not sent";
  if (isServerError(error)) return isGivenUp(error.status) ? "open" : "over";
  if (isResponseShape(error)) return "over";
  return isApiError(error) || isLimitExhausted(error) || isRedirect(error) ? "rejected" : undefined;
}

/** The write may or may not have taken effect: it must be looked for before it is sent again. */
export const isAmbiguous = (error: unknown): boolean => outcomeOf(error) === "over" || mayStillTakeEffect(error);

/** The server may be at work on the write still: what is not there yet may come. */
export const mayStillTakeEffect = (error: unknown): boolean => outcomeOf(error) === "open";

/** The error class for a status. */
export function apiError(response: ErrorResponse, retryAfter: number | undefined): ApiError {
  const { status } = response;
  if (status === 401) return new UnauthorizedError(response, rejectedKey);
  if (status === 403) return new ForbiddenError(response, forbidden);
  if (status === 404 || status === 410) return new NotFoundError(response, notFound);
  if (status === 405) return new MethodNotAllowedError(response, notOffered);
  if (status === 429) return new RateLimitedError(response, retryAfter);
  if (status >= 500 || status === 408) return new ServerError(response, retryAfter);
  if (status >= 400) return new RejectedError(response);
  return new ApiError(response);
}

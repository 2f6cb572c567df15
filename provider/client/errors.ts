import type { Method } from "../../api/operation.ts";

/**
 * Everything that this package raises on purpose. No class of the tree has a field `id`: Pulumi takes an error with one
 * for a partial success and would write a record with that id into the state.
 */
export class StatusHubError extends Error {
  override name = "StatusHubError";
}

/** The configuration is missing, contradictory or unsafe; nothing was sent. */
export class ConfigError extends StatusHubError {
  override name = "ConfigError";
}

export interface Refusal {
  readonly status: number;
  readonly method: Method;
  readonly path: string;
  /** The API's own words, short and on one line. */
  readonly words: string;
}

/** The API answered with a status other than 2xx. Outside of it: no answer at all, see `NetworkError`. */
export class ApiError extends StatusHubError {
  override name = "ApiError";
  readonly status: number;
  readonly method: Method;
  readonly path: string;
  readonly words: string;

  constructor(refusal: Refusal) {
    super(`${refusal.method} ${refusal.path} was answered with ${refusal.status}: ${refusal.words}`);
    this.status = refusal.status;
    this.method = refusal.method;
    this.path = refusal.path;
    this.words = refusal.words;
  }
}

/** 404, or 410 for a record that was deleted. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError";
}

/** 405: the operation does not exist, which can happen to the ones that are only inferred. */
export class NotOfferedError extends ApiError {
  override name = "NotOfferedError";
}

export class UnauthorizedError extends ApiError {
  override name = "UnauthorizedError";
}

export class ForbiddenError extends ApiError {
  override name = "ForbiddenError";
}

/** 400, 409, 422 and any other 4xx: the API understood and said no. Inferred: the three mean the same to us. */
export class RefusedError extends ApiError {
  override name = "RefusedError";
}

export class RateLimitedError extends ApiError {
  override name = "RateLimitedError";
  /** Milliseconds that the API asked to wait, if it said. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal, retryAfter: number | undefined) {
    super(refusal);
    this.retryAfter = retryAfter;
  }
}

/** 5xx. Whether a write took effect is not known. */
export class ServerError extends ApiError {
  override name = "ServerError";
}

/** No answer, or half of one. */
export class NetworkError extends StatusHubError {
  override name = "NetworkError";
  /** False only where it is certain that the request never left this machine. */
  readonly sent: boolean;

  constructor(message: string, options: { sent: boolean; cause: unknown }) {
    super(message, { cause: options.cause });
    this.sent = options.sent;
  }
}

/** The server accepted the request and did not answer in time. */
export class TimeoutError extends NetworkError {
  override name = "TimeoutError";
}

/** The API answered 2xx with something that is not the record it should be. */
export class ResponseShapeError extends StatusHubError {
  override name = "ResponseShapeError";
}

/** A list that cannot be read to its end: it does not page as documented. */
export class ListError extends StatusHubError {
  override name = "ListError";
}

/** The write may or may not have taken effect: it must be looked for before it is sent again. */
export function isAmbiguous(error: unknown): boolean {
  return (
    hasName(error, "ServerError") ||
    hasName(error, "ResponseShapeError") ||
    ((hasName(error, "NetworkError") || hasName(error, "TimeoutError")) && (error as NetworkError).sent)
  );
}

export const isStatusHubError = (error: unknown): error is StatusHubError => error instanceof StatusHubError;
export const isNotFound = (error: unknown): error is NotFoundError => hasName(error, "NotFoundError");
export const isNotOffered = (error: unknown): error is NotOfferedError => hasName(error, "NotOfferedError");
export const isRefused = (error: unknown): error is RefusedError => hasName(error, "RefusedError");
export const isForbidden = (error: unknown): error is ForbiddenError => hasName(error, "ForbiddenError");
export const isRateLimited = (error: unknown): error is RateLimitedError => hasName(error, "RateLimitedError");

/** The API offers no list, or none that can be read: each record must be read by itself. */
export const isWithoutList = (error: unknown): boolean =>
  isNotFound(error) || isNotOffered(error) || isRefused(error) || hasName(error, "ListError");

// Names are compared, not classes: an error can come from a second copy of this module (one imported, one required).
function hasName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** The error class for a status. */
export function apiError(refusal: Refusal, retryAfter: number | undefined): ApiError {
  const { status } = refusal;
  if (status === 401) return new UnauthorizedError(refusal);
  if (status === 403) return new ForbiddenError(refusal);
  if (status === 404 || status === 410) return new NotFoundError(refusal);
  if (status === 405) return new NotOfferedError(refusal);
  if (status === 429) return new RateLimitedError(refusal, retryAfter);
  if (status >= 500) return new ServerError(refusal);
  if (status >= 400) return new RefusedError(refusal);
  return new ApiError(refusal);
}

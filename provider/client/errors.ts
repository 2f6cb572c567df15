import { inspect } from "node:util";
import type { Wire } from "../../model/api/form.ts";
import type { Method, RecordOperations } from "../../model/api/operation.ts";

/** A request as it is sent, and named in errors. */
export interface Call {
  readonly method: Method;
  /** Relative to the base URL, with its parameters filled in. */
  readonly path: string;
  readonly query?: Record<string, string | number> | undefined;
  readonly wire?: Wire | undefined;
}

/** Marks every error of this package, whichever copy of this module made it. A name tells only one class: that is for `guard`. */
const brand = Symbol.for("pulumi-statushub.error");

/**
 * Base class of every error that the provider raises on purpose. None of its subclasses has a field `id`: Pulumi treats
 * an error with an `id` as a partial success and would write a record with that ID into the state.
 */
export class StatusHubError extends Error {
  override name = "StatusHubError";
  readonly [brand] = true;
  /** The failure of an earlier attempt of the same request, if that one may have taken effect. */
  earlier?: StatusHubError;
}

/** The configuration is missing, contradictory or unsafe. Nothing was sent. */
export class ConfigError extends StatusHubError {
  override name = "ConfigError";
}

/** A response with a status other than 2xx, as far as the client needs it. */
export interface ErrorResponse {
  readonly status: number;
  /** The reason in the API's words, short and on one line. */
  readonly serverMessage: string;
  /** Milliseconds that the API asked to wait, if any. Documented for the 429, and by HTTP for the 503. */
  readonly retryAfter?: number | undefined;
}

/**
 * The API returned a status other than 2xx, which decides the error's name (`outcomes.ts`). No response at all is a
 * `NetworkError`; a redirect doesn't come from the API and is a `RedirectError`.
 */
export class ApiError extends StatusHubError implements ErrorResponse {
  readonly status: number;
  readonly serverMessage: string;
  readonly retryAfter: number | undefined;

  constructor(name: string, message: string, { status, serverMessage, retryAfter }: ErrorResponse) {
    super(message);
    this.name = name;
    this.status = status;
    this.serverMessage = serverMessage;
    this.retryAfter = retryAfter;
  }
}

/** The API returned 429 for longer than a request waits, or asked for a longer pause. */
export class LimitExhaustedError extends StatusHubError {
  override name = "LimitExhaustedError";
}

/** 3xx: the base URL isn't the API's, or a hub was renamed. We never follow redirects, because that would send the API key along. */
export class RedirectError extends StatusHubError {
  override name = "RedirectError";
  readonly status: number;
  /** Whether the address leads to the same API, with another hub: the hub was renamed. */
  readonly isToOtherHub: boolean;

  constructor(message: string, status: number, isToOtherHub = false) {
    super(message);
    this.status = status;
    this.isToOtherHub = isToOtherHub;
  }
}

/** The response is missing or incomplete. */
export class NetworkError extends StatusHubError {
  override name = "NetworkError";
  /** False only if the request certainly never left this machine. */
  readonly wasSent: boolean;
  /** The system's code, such as `ECONNRESET`. */
  readonly code: string | undefined;

  constructor(
    message: string,
    { wasSent, code, cause }: { wasSent: boolean; code?: string | undefined; cause: unknown },
  ) {
    super(message, { cause });
    this.wasSent = wasSent;
    this.code = code;
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

/** The caller's signal canceled the request, or its wait for a shared request. */
export class CanceledError extends NetworkError {
  override name = "CanceledError";
}

/** The API accepted the update of a deleted record, which stays deleted. */
export class DeletedRecordError extends StatusHubError {
  override name = "DeletedRecordError";
}

/** The API returned 2xx, but the body isn't the expected record or list. */
export class ResponseShapeError extends StatusHubError {
  override name = "ResponseShapeError";
}

/** A list can't be read to its end because it doesn't page as documented. */
export class ListError extends StatusHubError {
  override name = "ListError";
}

/**
 * Makes a function that recognizes errors by their names, not by their classes: an error may come from a second copy of this module, if
 * one is imported and one required.
 */
export const guard =
  <Kind extends StatusHubError>(...names: string[]) =>
  (error: unknown): error is Kind =>
    error instanceof Error && names.includes(error.name);

// By status, as `outcomes.ts` names them.
export const isUnauthorized = guard<ApiError>("UnauthorizedError");
export const isForbidden = guard<ApiError>("ForbiddenError");
export const isNotFound = guard<ApiError>("NotFoundError");
export const isMethodNotAllowed = guard<ApiError>("MethodNotAllowedError");
export const isRateLimited = guard<ApiError>("RateLimitedError");
export const isRejected = guard<ApiError>("RejectedError");
export const isServerError = guard<ApiError>("ServerError");

// By class.
export const isConfigError = guard<ConfigError>("ConfigError");
export const isLimitExhausted = guard<LimitExhaustedError>("LimitExhaustedError");
export const isRedirect = guard<RedirectError>("RedirectError");
export const isUnknownHost = guard<UnknownHostError>("UnknownHostError");
export const isResponseShape = guard<ResponseShapeError>("ResponseShapeError");

/** Matches `NetworkError` and its subclasses. */
export const isNetworkError = guard<NetworkError>("NetworkError", "UnknownHostError", "TimeoutError", "CanceledError");

/** Matches any error of this package; all others are bugs. */
export const isStatusHubError = (error: unknown): error is StatusHubError => error instanceof Error && brand in error;

/** Matches the error of any status. */
export const isApiError = (error: unknown): error is ApiError => isStatusHubError(error) && "serverMessage" in error;

/** The record of a write doesn't exist, or is deleted. */
export const isRecordGone = guard<StatusHubError>("NotFoundError", "DeletedRecordError");

/** A write had no effect: its record may be gone, or the operation may not exist. Only reading the record tells. */
export const isRefused = (error: unknown): error is StatusHubError =>
  isRecordGone(error) || isMethodNotAllowed(error) || isRejected(error);

/** The response about a hub, or what it contains, that isn't visible under this name. */
export const isHubMissing = (error: unknown): boolean =>
  isNotFound(error) || isForbidden(error) || (isRedirect(error) && error.isToOtherHub);

/*
 * Why a list can't be read, however often one asks. Each of the three adds a reason to the one before.
 *
 *     isListMissing        a 404, a 405, or pages that never end: the API doesn't offer the list
 *     isListUnavailable    or a rejection, which may be about that one request only: records are read one by one
 *     isListClosed         or a 403: this key can't read it
 */
export const isListMissing = guard<StatusHubError>("NotFoundError", "MethodNotAllowedError", "ListError");
export const isListUnavailable = (error: unknown): error is StatusHubError => isListMissing(error) || isRejected(error);
export const isListClosed = (error: unknown): error is StatusHubError => isListUnavailable(error) || isForbidden(error);

/** A list is missing that isn't documented. Inferred (service-list): the list of services exists. */
export const mayLackList = ({ list }: Pick<RecordOperations, "list">, error: unknown): error is StatusHubError =>
  list.evidence === "inferred" && isListMissing(error);

/** Returns a handler for `catch` that replaces some errors by a result, and throws all others again. */
export const ifError =
  <Result>(isMeant: (error: unknown) => boolean, result: () => Result) =>
  (error: unknown): Result => {
    if (isMeant(error)) return result();
    throw error;
  };

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

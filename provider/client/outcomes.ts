import type { Method } from "../../model/api/operation.ts";
import { forbidden, rejectedKey } from "../errors/access.ts";
import { limitExhausted, notFound, notOffered, rejected, serverError } from "../errors/requests.ts";
import {
  ApiError,
  type Call,
  type ErrorResponse,
  isApiError,
  isLimitExhausted,
  isNetworkError,
  isRateLimited,
  isRedirect,
  isResponseShape,
  isServerError,
  isStatusHubError,
  type StatusHubError,
} from "./errors.ts";

/**
 * A failed request, as far as we know it. `not sent`: it never left this machine. `rejected`: it had no effect. `over`: it may
 * or may not have taken effect, probably by now. `open`: the server may still be working on it.
 */
export type Outcome = "not sent" | "rejected" | "over" | "open";

/** The meaning of a status, unless it is a 2xx, a 3xx or an error of the server. */
const judgments = [
  { statuses: [401], name: "UnauthorizedError", problem: rejectedKey, outcome: "rejected" },
  { statuses: [403], name: "ForbiddenError", problem: forbidden, outcome: "rejected" },
  // 410 is for a record that was deleted.
  { statuses: [404, 410], name: "NotFoundError", problem: notFound, outcome: "rejected" },
  // The operation doesn't exist, which is possible for operations that we only infer.
  { statuses: [405], name: "MethodNotAllowedError", problem: notOffered, outcome: "rejected" },
  // The client waits it out. Callers only see `LimitExhaustedError`.
  { statuses: [429], name: "RateLimitedError", problem: limitExhausted, outcome: "rejected" },
] as const;

/** Inferred (server-errors): the outcomes of errors of the server. */
const serverFailure = { name: "ServerError", problem: serverError, outcome: "over" } as const;
const gatewayFailure = { name: "ServerError", problem: serverError, outcome: "open" } as const;

/** Inferred (rejection-status): 400, 409, 422 and others mean the same. */
const rejection = { name: "RejectedError", problem: rejected, outcome: "rejected" } as const;

function judge(status: number) {
  const judgment = judgments.find(({ statuses }) => statuses.some((each) => each === status));
  if (judgment !== undefined) return judgment;
  // A gateway has stopped waiting for the server behind it. Cloudflare and others report this with 520 to 599, which
  // aren't part of HTTP.
  if ([408, 502, 504].includes(status) || status >= 520) return gatewayFailure;
  return status >= 500 ? serverFailure : rejection;
}

/** Returns the error of a response with a status other than 2xx and 3xx. */
export function apiError({ method, path, ...response }: ErrorResponse & { method: Method; path: string }): ApiError {
  const { status, serverMessage } = response;
  const { name, problem } = judge(status);
  return new ApiError(name, problem.response({ request: `${method} ${path}`, status, serverMessage }), response);
}

/** By HTTP: the server doesn't handle the request now, and says when to send it again. So it had no effect. */
const isUnavailable = (error: unknown): error is ApiError =>
  isServerError(error) && error.status === 503 && error.retryAfter !== undefined;

/** Returns the outcome of a request that failed with this error; `undefined` if the error isn't from a request. */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (isStatusHubError(error) && error.earlier !== undefined) return outcomeOf(error.earlier);
  if (isNetworkError(error)) return error.wasSent ? "open" : "not sent";
  if (isResponseShape(error)) return "over";
  if (isUnavailable(error) || isLimitExhausted(error) || isRedirect(error)) return "rejected";
  return isApiError(error) ? judge(error.status).outcome : undefined;
}

/** The write may have taken effect. */
export const isAmbiguous = (error: unknown): error is StatusHubError =>
  outcomeOf(error) === "over" || mayStillTakeEffect(error);

/** The server may still be working on the write. */
export const mayStillTakeEffect = (error: unknown): boolean => outcomeOf(error) === "open";

/**
 * Returns the failure of a write that may have taken effect, from the error that reports it; undefined if there is none. An
 * abort of what followed the write doesn't change that.
 */
export function lostIn(error: unknown): StatusHubError | undefined {
  if (isAmbiguous(error)) return error;
  return error instanceof Error && error.cause !== undefined ? lostIn(error.cause) : undefined;
}

/**
 * Whether a failed request may be sent again. If it had no effect because the server only asks to wait, or never got
 * there, any method may. If its outcome is unknown, GET, PUT and DELETE may, because they are idempotent; the caller of a
 * POST searches for the record first.
 */
export function mayRepeat({ method }: Pick<Call, "method">, error: unknown): boolean {
  if (isRateLimited(error) || isUnavailable(error) || outcomeOf(error) === "not sent") return true;
  return method !== "POST" && isAmbiguous(error);
}

import { isApiError, isListUnavailable, isNetworkError, isRedirect, isStatusHubError } from "./errors.ts";

/** Why something failed, in the words by which a command decides what to say or do, by the name of the error. */
const words = {
  UnauthorizedError: "unauthorized",
  ForbiddenError: "forbidden",
  NotFoundError: "not found",
  MethodNotAllowedError: "not offered",
  RejectedError: "rejected",
  ServerError: "failing server",
  LimitExhaustedError: "limit exhausted",
  RedirectError: "redirect",
  NetworkError: "no response",
  UnknownHostError: "no response",
  TimeoutError: "no response",
  CanceledError: "no response",
  ResponseShapeError: "malformed response",
  ListError: "endless list",
  HubNotVisibleError: "hub not visible",
  OtherHubError: "other hub",
} as const;

interface Failure {
  /** Undefined if no command decides by it. */
  readonly is: (typeof words)[keyof typeof words] | undefined;
  readonly message: string;
  /** The status of a response, other than 2xx. */
  readonly status: number | undefined;
  /** The system's code if there was no response, such as `ECONNRESET`. */
  readonly code: string | undefined;
  /** No list can be read, so a command goes on without. */
  readonly isListUnavailable: boolean;
}

/** Describes a failure for those that only read a page; undefined for a defect, and for an error of another package. */
export function failureOf(error: unknown): Failure | undefined {
  if (!isStatusHubError(error)) return undefined;
  return {
    is: Object.hasOwn(words, error.name) ? words[error.name as keyof typeof words] : undefined,
    message: error.message,
    status: isApiError(error) || isRedirect(error) ? error.status : undefined,
    code: isNetworkError(error) ? error.code : undefined,
    isListUnavailable: isListUnavailable(error),
  };
}

import { expect, it } from "vitest";
import * as errors from "../../../provider/client/errors.ts";

const refusal = { status: 500, method: "GET", path: "/hubs", words: "no" } as const;
const network = { sent: true, cause: undefined };
const all: Readonly<Record<string, Error>> = {
  isConfigError: new errors.ConfigError("no key"),
  isUnauthorized: new errors.UnauthorizedError(refusal),
  isForbidden: new errors.ForbiddenError(refusal),
  isNotFound: new errors.NotFoundError(refusal),
  isNotOffered: new errors.NotOfferedError(refusal),
  isRefused: new errors.RefusedError(refusal),
  isRateLimited: new errors.RateLimitedError(refusal, 1000),
  isServerError: new errors.ServerError(refusal),
  isLimitExhausted: new errors.LimitExhaustedError("no", { limit: "reads", retryAt: new Date(0), cause: undefined }),
  isRedirect: new errors.RedirectError("elsewhere", { status: 302, location: undefined }),
  isUnknownHost: new errors.UnknownHostError("no host", network),
  isTimeout: new errors.TimeoutError("late", network),
  isCancelled: new errors.CancelledError("stop", network),
  isResponseShape: new errors.ResponseShapeError("odd"),
};
const groups = [
  [errors.isApiError, errors.ApiError],
  [errors.isNetworkError, errors.NetworkError],
  [errors.isStatusHubError, errors.StatusHubError],
] as const;

/** The same error as a second copy of the module would make it: equal in all but its class. */
const copyOf = (error: Error): Error =>
  Object.create(Error.prototype, Object.getOwnPropertyDescriptors(error)) as Error;

it.each(Object.entries(all))("%s recognizes its own error alone, whichever copy of the module made it", (name, own) => {
  const guard = (errors as unknown as Record<string, (error: unknown) => boolean>)[name];
  expect(guard?.(copyOf(own))).toBe(true);
  expect(guard?.({ ...own, name: own.name })).toBe(false);
  for (const other of Object.values(all)) expect(guard?.(other)).toBe(other === own);
});

it.each(groups)("a guard of a group recognizes every class below it: %o", (guard, group) => {
  for (const error of [...Object.values(all), new Error("a defect")]) {
    expect(guard(error)).toBe(error instanceof group);
    expect(guard(copyOf(error))).toBe(error instanceof group);
  }
});

it("no error has a field id, which Pulumi would treat as a partial success", () => {
  for (const error of Object.values(all)) expect(error).not.toHaveProperty("id");
});

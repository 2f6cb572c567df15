import { expect, it } from "vitest";
import * as errors from "../../../provider/client/errors.ts";
import { apiError } from "../../../provider/client/retry/outcomes.ts";

const network = { left: true, cause: undefined };
const all: readonly (readonly [guard: (error: unknown) => boolean, error: Error])[] = [
  [errors.isConfigError, new errors.ConfigError("no key")],
  [errors.isUnauthorized, apiErrorOf(401)],
  [errors.isForbidden, apiErrorOf(403)],
  [errors.isNotFound, apiErrorOf(404)],
  [errors.isMethodNotAllowed, apiErrorOf(405)],
  [errors.isRejected, apiErrorOf(422)],
  [errors.isRateLimited, apiErrorOf(429)],
  [errors.isServerError, apiErrorOf(500)],
  [errors.isLimitExhausted, new errors.LimitExhaustedError("no")],
  [errors.isRedirect, new errors.RedirectError("elsewhere", 302)],
  [errors.isUnknownHost, new errors.UnknownHostError("no host", network)],
  [errors.isCanceled, new errors.CanceledError("stop", network)],
  [errors.isResponseShape, new errors.ResponseShapeError("odd")],
];
const groups = [
  [errors.isApiError, errors.ApiError],
  [errors.isNetworkError, errors.NetworkError],
  [errors.isStatusHubError, errors.StatusHubError],
] as const;

/** The same error from a second copy of the module: equal except for its class. */
const copyOf = (error: Error): Error =>
  Object.create(Error.prototype, Object.getOwnPropertyDescriptors(error)) as Error;

it.each(all)("a guard only recognizes its own error, from any copy of the module: %o", (guard, own) => {
  expect(guard(copyOf(own))).toBe(true);
  expect(guard({ ...own, name: own.name })).toBe(false);
  for (const [, other] of all) expect(guard(other)).toBe(other === own);
});

it.each(groups)("a guard of a group recognizes every class below it: %o", (guard, group) => {
  for (const error of [...all.map(([, one]) => one), new Error("a defect")]) {
    expect(guard(error)).toBe(error instanceof group);
    expect(guard(copyOf(error))).toBe(error instanceof group);
  }
});

function apiErrorOf(status: number, retryAfter?: number): Error {
  return apiError({ status, method: "GET", path: "/hubs", serverMessage: "no", retryAfter });
}

it("no error has a field id, which Pulumi would treat as a partial success", () => {
  for (const [, error] of all) expect(error).not.toHaveProperty("id");
});

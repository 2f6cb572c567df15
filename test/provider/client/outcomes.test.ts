import { expect, it } from "vitest";
import * as errors from "../../../provider/client/errors.ts";
import {
  apiError,
  isAmbiguous,
  mayRepeat,
  mayStillTakeEffect,
  type Outcome,
  outcomeOf,
} from "../../../provider/client/outcomes.ts";

const network = { wasSent: true, cause: undefined };
const broken = new errors.NetworkError("broke", network);
const unsent = new errors.NetworkError("not reached", { wasSent: false, cause: undefined });

/** The same error from a second copy of the module: equal except for its class. */
const copyOf = (error: Error): Error =>
  Object.create(Error.prototype, Object.getOwnPropertyDescriptors(error)) as Error;

/** How the error of a write, or a missing response, determines its outcome. */
const outcomes: readonly (readonly [outcome: Outcome | undefined, errors: readonly Error[]])[] = [
  ["not sent", [unsent]],
  ["rejected", [400, 401, 403, 404, 405, 409, 410, 422, 425, 429, 499].map((status) => apiErrorOf(status))],
  ["rejected", [new errors.RedirectError("elsewhere", 302), new errors.LimitExhaustedError("no")]],
  ["rejected", [apiErrorOf(503, 0)]],
  ["over", [apiErrorOf(500, 0), ...[500, 501, 503, 505, 511].map((status) => apiErrorOf(status))]],
  ["over", [new errors.ResponseShapeError("odd")]],
  ["open", [408, 502, 504, 520, 522, 524, 527, 530, 598].map((status) => apiErrorOf(status))],
  ["open", [broken, new errors.TimeoutError("late", network)]],
  [undefined, [new errors.ConfigError("no key"), new errors.ListError("no end"), new Error("a defect")]],
];

function apiErrorOf(status: number, retryAfter?: number): Error {
  return apiError({ status, method: "GET", path: "/hubs", serverMessage: "no", retryAfter });
}

it.each(outcomes)("the outcome is %s of %o", (outcome, those) => {
  for (const error of those.flatMap((one) => [one, copyOf(one)])) {
    expect(outcomeOf(error)).toBe(outcome);
    expect(isAmbiguous(error)).toBe(outcome === "over" || outcome === "open");
    expect(mayStillTakeEffect(error)).toBe(outcome === "open");
  }
});

const odd = new errors.ResponseShapeError("odd");
const unhandled = [apiErrorOf(429), apiErrorOf(503, 0), unsent];
const rejected = [401, 403, 404, 405, 422].map((status) => apiErrorOf(status));
it.each([
  ["by any method if the server asks to wait, or was never reached", true, true, unhandled],
  ["except by POST if the outcome is unknown", true, false, [apiErrorOf(500), apiErrorOf(408), odd, broken]],
  ["by no method after a rejection", false, false, rejected],
])("a request is sent again %s", (_, isRepeated, isPosted, failures) => {
  for (const error of failures) {
    for (const method of ["GET", "PUT", "DELETE"] as const) expect(mayRepeat({ method }, error)).toBe(isRepeated);
    expect(mayRepeat({ method: "POST" }, error)).toBe(isPosted);
  }
});

const guarded: readonly (readonly [guard: (error: unknown) => boolean, error: Error])[] = [
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
  [errors.isResponseShape, new errors.ResponseShapeError("odd")],
];
const groups = [
  [errors.isApiError, errors.ApiError],
  [errors.isNetworkError, errors.NetworkError],
  [errors.isStatusHubError, errors.StatusHubError],
] as const;

it.each(guarded)("a guard only recognizes its own error, from any copy of the module: %o", (guard, own) => {
  expect(guard(copyOf(own))).toBe(true);
  expect(guard({ ...own, name: own.name })).toBe(false);
  for (const [, other] of guarded) expect(guard(other)).toBe(other === own);
});

it.each(groups)("a guard of a group recognizes every class below it: %o", (guard, group) => {
  for (const error of [...guarded.map(([, one]) => one), new Error("a defect")]) {
    expect(guard(error)).toBe(error instanceof group);
    expect(guard(copyOf(error))).toBe(error instanceof group);
  }
});

it("no error has a field id, which Pulumi would treat as a partial success", () => {
  for (const [, error] of guarded) expect(error).not.toHaveProperty("id");
});

import { expect, it } from "vitest";
import * as errors from "../../../provider/client/errors.ts";

const network = { sent: true, cause: undefined };
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
  [errors.isCancelled, new errors.CancelledError("stop", network)],
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

/** How the error of a write, or a missing response, determines its outcome. */
const outcomes: readonly (readonly [outcome: errors.Outcome | undefined, errors: readonly Error[]])[] = [
  ["not sent", [new errors.NetworkError("not reached", { sent: false, cause: undefined })]],
  ["rejected", [400, 401, 403, 404, 405, 409, 410, 422, 425, 429, 499].map((status) => apiErrorOf(status))],
  ["rejected", [new errors.RedirectError("elsewhere", 302), new errors.LimitExhaustedError("no")]],
  ["rejected", [apiErrorOf(503, 0)]],
  [
    "over",
    [
      apiErrorOf(500, 0),
      ...[500, 501, 503, 505, 511].map((status) => apiErrorOf(status)),
      new errors.ResponseShapeError("odd"),
    ],
  ],
  ["open", [408, 502, 504, 520, 522, 524, 527, 530, 598].map((status) => apiErrorOf(status))],
  ["open", [new errors.NetworkError("broke", network), new errors.TimeoutError("late", network)]],
  [undefined, [new errors.ConfigError("no key"), new errors.ListError("no end"), new Error("a defect")]],
];

function apiErrorOf(status: number, retryAfter?: number): Error {
  return new errors.ApiError({ status, method: "GET", path: "/hubs", serverMessage: "no", retryAfter });
}

it.each(outcomes)("the outcome is %s of %o", (outcome, those) => {
  for (const error of those.flatMap((one) => [one, copyOf(one)])) {
    expect(errors.outcomeOf(error)).toBe(outcome);
    expect(errors.isAmbiguous(error)).toBe(outcome === "over" || outcome === "open");
    expect(errors.mayStillTakeEffect(error)).toBe(outcome === "open");
  }
});

it("no error has a field id, which Pulumi would treat as a partial success", () => {
  for (const [, error] of all) expect(error).not.toHaveProperty("id");
});

import { describe, expect, it } from "vitest";
import * as errors from "../../../../provider/client/errors.ts";
import {
  apiError,
  isAmbiguous,
  mayRepeat,
  mayStillTakeEffect,
  type Outcome,
  outcomeOf,
} from "../../../../provider/client/retry/outcomes.ts";

const network = { left: true, cause: undefined };

/** The same error from a second copy of the module: equal except for its class. */
const copyOf = (error: Error): Error =>
  Object.create(Error.prototype, Object.getOwnPropertyDescriptors(error)) as Error;

/** How the error of a write, or a missing response, determines its outcome. */
const outcomes: readonly (readonly [outcome: Outcome | undefined, errors: readonly Error[]])[] = [
  ["not sent", [new errors.NetworkError("not reached", { left: false, cause: undefined })]],
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
  return apiError({ status, method: "GET", path: "/hubs", serverMessage: "no", retryAfter });
}

it.each(outcomes)("the outcome is %s of %o", (outcome, those) => {
  for (const error of those.flatMap((one) => [one, copyOf(one)])) {
    expect(outcomeOf(error)).toBe(outcome);
    expect(isAmbiguous(error)).toBe(outcome === "over" || outcome === "open");
    expect(mayStillTakeEffect(error)).toBe(outcome === "open");
  }
});

describe("a request is sent again", () => {
  const unsent = new errors.NetworkError("not reached", { left: false, cause: undefined });
  it.each([
    [
      "by any method if the server asks to wait, or was never reached",
      [apiErrorOf(429), apiErrorOf(503, 0), unsent],
      true,
    ],
    [
      "except by POST if the outcome is unknown",
      [apiErrorOf(500), apiErrorOf(408), new errors.ResponseShapeError("odd")],
      false,
    ],
  ])("%s", (_, failures, isAlsoPosted) => {
    for (const error of failures) {
      for (const method of ["GET", "PUT", "DELETE"] as const) expect(mayRepeat({ method }, error)).toBe(true);
      expect(mayRepeat({ method: "POST" }, error)).toBe(isAlsoPosted);
    }
  });

  it("by no method after a rejection", () => {
    for (const status of [401, 403, 404, 405, 422])
      expect(mayRepeat({ method: "GET" }, apiErrorOf(status))).toBe(false);
  });
});

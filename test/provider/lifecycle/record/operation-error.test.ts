import { expect, test } from "vitest";
import { hub } from "../../../../model/kinds/hub.ts";
import { service } from "../../../../model/kinds/service.ts";
import { subscription } from "../../../../model/kinds/subscription.ts";
import { NetworkError, StatusHubError, TimeoutError, UnknownHostError } from "../../../../provider/client/errors.ts";
import { apiError } from "../../../../provider/client/outcomes.ts";
import {
  explaining,
  type OperationContext,
  OperationError,
  PartialError,
} from "../../../../provider/lifecycle/record/operation-error.ts";

const connection = {
  baseUrl: "https://acme.app.statushub.io/api/v3",
  apiKey: "0123456789abcdef",
  apiKeySource: "environment",
} as const;

const statusError = (status: number, words = "no") =>
  apiError({ status, method: "PUT", path: "/hubs/acme/services/4", serverMessage: words });
const lost = { wasSent: true, cause: undefined };

const updating: OperationContext = {
  connection,
  definition: service,
  marked: new Set(),
  verb: "update",
  declared: { hub: { id: "1", subdomain: "acme" }, name: "Web", groupId: 1 },
  recordId: "4",
};
const creating: OperationContext = { ...updating, verb: "create", recordId: undefined };

const failureOf = async (what: OperationContext, error: unknown): Promise<unknown> => {
  try {
    return await explaining(what, () => Promise.reject(error));
  } catch (reason) {
    return reason;
  }
};

const correct = "Correct the program, or the record on the hub. [SH3001]";
const again = "Run the same command again.";

test.each([
  [updating, statusError(422), `(ID 4) in hub "acme": StatusHub rejected the request (422: "no"). ${correct}`],
  [updating, statusError(404), `(ID 4) in hub "acme": StatusHub rejected the request (404: "no"). ${correct}`],
  [updating, statusError(499), `(ID 4) in hub "acme": StatusHub rejected the request (499: "no"). ${correct}`],
  [updating, statusError(500), `(ID 4) in hub "acme": StatusHub failed (500: "no"). ${again} [SH3002]`],
  [updating, new NetworkError("the connection broke", lost), `(ID 4) in hub "acme": the connection broke. ${again}`],
  [creating, statusError(422), `in hub "acme": StatusHub rejected the request (422: "no"). ${correct}`],
  [creating, statusError(500), `in hub "acme": StatusHub failed (500: "no"). ${again} [SH3002]`],
  [creating, new TimeoutError("no response", lost), `in hub "acme": no response. ${again}`],
  [creating, new NetworkError("not reached", { ...lost, wasSent: false }), `in hub "acme": not reached. ${again}`],
  [creating, new StatusHubError("it is so."), 'in hub "acme": it is so.'],
  [creating, new UnknownHostError("there is no host", { ...lost, wasSent: false }), 'in hub "acme": there is no host.'],
] as const)("says what failed, on which resource, why, and what to do: %#", async (what, error, expected) => {
  const failure = await failureOf(what, error);
  expect(failure).toBeInstanceOf(OperationError);
  expect(failure).toMatchObject({ message: `Could not ${what.verb} Service "Web" ${expected}`, cause: error });
});

test("names the last characters of the key for a 401 and a 403, and what to do", async () => {
  expect(await failureOf(updating, statusError(401))).toMatchObject({
    message:
      'Could not update Service "Web" (ID 4) in hub "acme": StatusHub rejected the API key (401: "no") at https://acme.app.statushub.io/api/v3. The key used is the one ending in cdef, ' +
      "from the environment. Put a key of this account into STATUSHUB_API_KEY. If you set one in the stack after the last up, a refresh " +
      "or destroy needs --run-program. [SH1013]",
  });
  const configured: OperationContext = {
    ...updating,
    connection: { ...connection, apiKeySource: "Pulumi configuration" },
  };
  expect(await failureOf(configured, statusError(401))).toMatchObject({
    message:
      'Could not update Service "Web" (ID 4) in hub "acme": StatusHub rejected the API key (401: "no") at https://acme.app.statushub.io/api/v3. The key used is the one ending in cdef, ' +
      "from the Pulumi configuration. Put a key of this account there. If you did so after the last up, a refresh or destroy needs " +
      "--run-program. [SH1013]",
  });
  const explicit: OperationContext = {
    ...updating,
    command: "repeatable",
    connection: { ...connection, apiKeySource: 'provider "europe"' },
  };
  expect(await failureOf(explicit, statusError(401))).toMatchObject({
    message: expect.stringMatching(
      /from the provider "europe"\. Pass it a key of this account\. .* run pulumi up --refresh --run-program\./,
    ),
  });
  expect(await failureOf(updating, statusError(403))).toMatchObject({
    message: expect.stringMatching(
      /ending in cdef, from the environment: check its role, and the role of its owner on this hub\. \[SH1014\]$/,
    ),
  });
});

test("uses the available values to name a record without a hub or a label", async () => {
  const nameless: OperationContext = { ...creating, verb: "read", declared: { hub: "acme" }, recordId: "4" };
  expect(await failureOf(nameless, statusError(422))).toMatchObject({
    message: expect.stringMatching(/^Could not read Service \(ID 4\) in hub "acme": /),
  });
  const adopting: OperationContext = { ...creating, definition: hub, verb: "adopt", declared: { subdomain: "acme" } };
  expect(await failureOf(adopting, statusError(422))).toMatchObject({
    message: expect.stringMatching(/^Could not adopt Hub "acme": /),
  });
});

test("doesn't wrap errors that are already explained, or bugs of ours", async () => {
  const complete = new OperationError("complete");
  const partial = new PartialError("partly", { recordId: "4", stored: {} });
  const defect = new TypeError("x is not a function");
  for (const error of [complete, partial, defect]) expect(await failureOf(updating, error)).toBe(error);
});

test("doesn't show the address that a label contains", async () => {
  const address = "https://hooks.example.com/codename-falcon";
  const values = { hub: "acme", method: "slack", address, label: `to ${address}` };

  const { message } = (await failureOf(
    { ...creating, definition: subscription, declared: values },
    statusError(422),
  )) as Error;

  expect(message).toContain('Could not create Subscription "slack, to [secret]" in hub "acme"');
});

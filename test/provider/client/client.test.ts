import { createServer, type IncomingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { Client } from "../../../provider/client/client.ts";
import type { Connection } from "../../../provider/client/connection.ts";
import { isRedirect, isUnknownHost, NetworkError } from "../../../provider/client/errors.ts";
import { isAmbiguous } from "../../../provider/client/outcomes.ts";
import { acme, failureOf, newService, reachAgain, reachEmulator, reachServer } from "./account.ts";
import { createRecordingClock } from "./recording-clock.ts";

test("a request carries the key in its header and JSON in its body, uses version 3, and accepts compressed responses", async () => {
  const received: { line: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    received.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    request.resume();
    response.end('{"id":1}');
  });
  const client = await reachServer(server);
  await client.perform(operations.createService, acme, newService);
  await client.perform(operations.deleteService, { ...acme, service_id: "1" });

  const lines = received.map(({ line, headers }) => [line, headers["content-type"]]);
  expect(lines, "[COM-01] [VER-01] [VER-03]").toEqual([
    ["POST /api/v3/hubs/acme/services?api_version=V3-R1", "application/json"],
    ["DELETE /api/v3/hubs/acme/services/1?api_version=V3-R1", undefined],
  ]);
  for (const { headers } of received) {
    expect(headers, "[AUTH-01]").toMatchObject({
      "x-api-key": "key-of-nobody",
      accept: "application/json",
      "accept-encoding": expect.stringContaining("gzip"),
    });
  }
});

describe("a response other than 2xx is a typed error with the API's own words", () => {
  test.each([
    [401, "UnauthorizedError", "not-a-key-of-anybody", newService],
    [403, "ForbiddenError", "emulator-read-only-key", newService],
    [422, "RejectedError", undefined, { wire: { name: "API" } }],
  ])("%d", async (status, name, apiKey, service) => {
    const { emulator } = await reachEmulator();
    const { client } = reachAgain(emulator, apiKey === undefined ? {} : { apiKey });
    const error = await failureOf(client.perform(operations.createService, acme, service));
    const message = expect.stringContaining("POST /hubs/acme/services");
    expect(error, "[AUTH-02] [ERR-04]").toMatchObject({ name, status, message });
    if (status === 422) expect(error).toMatchObject({ serverMessage: expect.stringContaining("group_id") });
  });

  test.each([404, 410])("%d, which means that there is none", async (status) => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ status });
    const error = await failureOf(account.client.perform(operations.getService, { ...acme, service_id: "9" }));
    expect(error, "[ERR-04]").toMatchObject({ name: "NotFoundError" });
  });

  const errors = { name: ["is too long", "is taken"], base: [] };
  test.each([
    [{ errors, code: 7 }, "errors.name: is too long, errors.name: is taken, code: 7"],
    [`<html>\n<body>${"bad gateway ".repeat(100)}</body>\n</html>`, `${"bad gateway ".repeat(25)}...`],
    [`<html><style>${":root{color-scheme:light} ".repeat(300)}</style>Sign in</html>`, "no reason given"],
    ["no\u{1b}[2J\u{9b}31m\u{202e}\u{200b} such\u{0}\u{2066} group\r\n", "no [2J 31m such group"],
  ])("in one short line that can't control a terminal: %j", async (body, serverMessage) => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ status: 422, body });
    const error = await failureOf(account.client.perform(operations.getHub, acme));
    expect(error).toMatchObject({ serverMessage });
  });
});

test.each([
  [301, "/api/v3/hubs/acme-inc"],
  [308, "https://elsewhere.example.com/api/v3/hubs/acme-inc"],
])(
  "%d of a renamed hub to %s is followed only within the API, by reading the list of hubs",
  async (status, location) => {
    const { emulator, account } = await reachEmulator();
    const hub = await account.hubs.resolve({ subdomain: "acme" });
    emulator.edit("hubs", 1, { subdomain: "acme-inc" });
    emulator.faults.add({ path: /^\/hubs\/acme(\/|$)/, status, headers: { location }, times: 3 });
    const renamed = account.hubs.reach(hub, (subdomain) =>
      account.client.perform(operations.createService, { subdomain }, newService),
    );

    if (location.startsWith("/")) expect(await renamed).toMatchObject({ name: "API" });
    else await expect(renamed).rejects.toThrow("Correct statushub:baseUrl");
  },
);

test("a relative address is relative to the request's, and may name a renamed hub", async () => {
  const { emulator, account } = await reachEmulator();
  emulator.faults.add({ status: 301, headers: { location: "../acme-inc/services" } });
  const error = await failureOf(account.client.perform(operations.createService, acme, newService));
  expect(error).toMatchObject({
    isToOtherHub: true,
    message: expect.stringContaining("/api/v3/hubs/acme-inc/services"),
  });
});

test.each([
  [301, "https://user:word@login.example.com/sign-in?token=secret#part", "https://login.example.com/sign-in"],
  [302, "/elsewhere?token=secret", /http:\/\/127\.0\.0\.1:\d+\/elsewhere\b/],
  [307, "//other.example.com", "http://other.example.com/"],
  [308, "data:text/plain,secret", "a data: address"],
  [303, undefined, "an address that it does not name"],
])("a redirect is never followed, and the error points at the base URL: %d to %s", async (status, location, shown) => {
  const { emulator, account } = await reachEmulator();
  emulator.faults.add({ status, ...(location && { headers: { location } }) });

  const error = await failureOf(account.client.perform(operations.createService, acme, newService));

  expect(error).toSatisfy(isRedirect);
  const { message } = error as Error;
  expect(message).toMatch(shown);
  expect(message).toContain("Correct statushub:baseUrl, or statushub:account");
  expect(message).not.toMatch(/secret|word|#part/);
  expect(isAmbiguous(error)).toBe(false);
  expect(emulator.requests).toHaveLength(1);
});

test("a server that can't be reached certainly didn't get a POST", async () => {
  const { emulator, account } = await reachEmulator();
  await emulator.close();

  const error = await failureOf(account.client.perform(operations.createService, acme, newService));

  expect(error).toBeInstanceOf(NetworkError);
  expect((error as NetworkError).message).toContain(emulator.url);
  expect(isAmbiguous(error)).toBe(false);
});

test("an account that doesn't exist is a host that doesn't exist", async () => {
  const connection = { baseUrl: "https://no-such-account.invalid/api/v3", apiKey: "key", apiKeySource: "environment" };
  const client = new Client(connection as Connection, { clock: createRecordingClock() });

  const error = await failureOf(client.perform(operations.createService, acme, newService));

  expect(error).toSatisfy(isUnknownHost);
  expect(error).toMatchObject({
    wasSent: false,
    code: "ENOTFOUND",
    message: expect.stringContaining("statushub:account"),
  });
});

test.each([".", ".."])("a parameter %j, which would lead to another path, isn't sent", async (name) => {
  const { emulator, account } = await reachEmulator();
  const remove = (parameters: Record<string, string>) =>
    failureOf((async () => account.client.perform(operations.deleteMaintenance, parameters))());

  for (const parameters of [
    { ...acme, maintenance_id: name },
    { subdomain: name, maintenance_id: "1" },
  ]) {
    expect(await remove(parameters)).toMatchObject({
      name: "StatusHubError",
      message: expect.stringContaining(`"${name}"`),
    });
  }
  expect(emulator.requests).toEqual([]);
});

test("parameters of a path are encoded, so that no value reaches another path", async () => {
  const { emulator, account } = await reachEmulator();

  await failureOf(account.client.perform(operations.getHub, { subdomain: "../services?x=1" }));

  expect(emulator.requests.map(({ path }) => path)).toEqual(["/hubs/..%2Fservices%3Fx%3D1"]);
});

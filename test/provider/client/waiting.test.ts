import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { isLimitExhausted, isServerError } from "../../../provider/client/errors.ts";
import { isAmbiguous } from "../../../provider/client/outcomes.ts";
import { acme, failureOf, newService, reachAgain, reachEmulator, reachServer } from "./account.ts";
import { createRecordingClock } from "./recording-clock.ts";

const forever = Number.POSITIVE_INFINITY;

async function reachTimed() {
  const clock = createRecordingClock();
  return { clock, ...(await reachEmulator({}, { clock })) };
}

const httpDate = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

it.each(["reads", "writes"])(
  "RAT-3: reads and writes each have a limit that all operations of an API key share: 30 and 5 are sent immediately, one more of the %s waits",
  async (one) => {
    const { clock, emulator, account } = await reachTimed();
    const { client } = account;
    const write = (_: unknown, index: number) =>
      index % 2 === 0
        ? client.perform(operations.createService, acme, newService)
        : client.perform(operations.updateHub, acme, { wire: { name: "Acme" } });
    const read = (_: unknown, index: number) =>
      client.perform(index % 2 === 0 ? operations.getHub : operations.listServices, acme);
    await Promise.all([...Array.from({ length: 5 }, write), ...Array.from({ length: 30 }, read)]);
    expect(clock.waits, "[LIM-03] [LIM-05]").toEqual([]);
    expect(emulator.requests.filter(({ status }) => status === 200)).toHaveLength(35);
    await reachAgain(emulator, { clock, apiKey: "emulator-read-only-key" }).client.perform(operations.getHub, acme);
    expect(clock.waits, "[LIM-04]").toEqual([]);
    await (one === "reads" ? read(undefined, 0) : write(undefined, 0));
    expect(clock.waits, "[LIM-01] [LIM-02]").not.toEqual([]);
  },
);

it.each([
  ["seconds in Retry-After", () => ({ "Retry-After": "7" }), 7000],
  ["a date in it", () => ({ "Retry-After": httpDate(7) }), 8000],
  ["a date of a server with a wrong clock", () => ({ "Retry-After": httpDate(3607), Date: httpDate(3600) }), 8000],
  ["nothing in it", () => ({}), 1000],
])("RAT-4: a 429 with %s is waited out, and the record is created once", async (_, headers, expected) => {
  const { clock, emulator, account } = await reachTimed();
  emulator.faults.add({ status: 429, headers: headers() });
  await account.client.perform(operations.createService, acme, newService);
  expect(clock.now()).toBeGreaterThan(expected - 2100);
  expect(clock.now(), "[ERR-03]").toBeLessThanOrEqual(expected);
  const statuses = emulator.requests.map(({ status }) => status);
  expect(statuses, "[ERR-01]").toEqual([429, 200]);
  expect(emulator.records("services")).toHaveLength(1);
});

describe("RAT-6: no request waits forever", () => {
  it.each([
    ["reads", operations.getHub, {}],
    ["writes", operations.createService, newService],
  ] as const)("%s that always get a 429 fail after a quarter of an hour", async (limit, operation, options) => {
    const { clock, emulator, account } = await reachTimed();
    emulator.faults.add({ status: 429, body: { error: "too many" }, headers: { "Retry-After": "10" }, times: forever });
    const start = clock.now();
    const error = await failureOf(account.client.perform(operation, acme, options));
    expect(clock.now() - start).toBeGreaterThan(880_000);
    expect(clock.now() - start).toBeLessThanOrEqual(905_000);
    expect(error).toSatisfy(isLimitExhausted);
    expect(error).toMatchObject({ cause: { status: 429, retryAfter: 10_000 } });
    expect((error as Error).message, "[ERR-02]").toMatch(
      new RegExp(
        `^StatusHub is rate-limiting ${limit} for this API key \\(429: "too many"\\); retry at \\d\\d:\\d\\d:\\d\\d UTC, ` +
          `in \\d+ seconds?\\. If another client uses this key, `,
      ),
    );
  });

  it("a request that keeps failing is given up after five retries, within two minutes", async () => {
    const { clock, emulator, account } = await reachTimed();
    emulator.faults.add({ status: 503, times: forever });
    const start = clock.now();
    expect(await failureOf(account.client.perform(operations.getHub, acme))).toSatisfy(isServerError);
    expect(clock.now() - start).toBeLessThan(120_000);
    expect(emulator.requests).toHaveLength(6);
  });
});

describe("a server that fails and asks for a pause", () => {
  it("gets a retry after that time, and not before", async () => {
    const { clock, emulator, account } = await reachTimed();
    emulator.faults.add({ status: 503, headers: { "Retry-After": "20" } });
    await account.client.perform(operations.updateHub, acme, { wire: { name: "Renamed" } });
    expect(clock.now()).toBeGreaterThan(18_000);
    expect(clock.now()).toBeLessThanOrEqual(21_000);
    expect(emulator.requests.map(({ status }) => status)).toEqual([503, 200]);
  });

  it("gets no retry sooner than any other that fails, and none after more than two minutes", async () => {
    const { clock, emulator, account } = await reachTimed();
    for (const pause of ["0", "121"]) emulator.faults.add({ status: 503, headers: { "Retry-After": pause } });
    const error = await failureOf(account.client.perform(operations.getHub, acme));
    expect(error).toMatchObject({ name: "ServerError", status: 503, retryAfter: 121_000 });
    expect(clock.waits).toEqual([expect.toSatisfy((wait) => wait >= 250)]);
  });
});

it("the time that a request waits for the limit doesn't count as failing", async () => {
  const { emulator, account } = await reachEmulator();
  emulator.faults.add({ status: 503, times: 2 });
  emulator.faults.add({ status: 429, headers: { "Retry-After": "100" }, times: 2 });
  emulator.faults.add({ status: 503 });
  await account.client.perform(operations.getHub, acme);
  expect(emulator.requests.map(({ status }) => status)).toEqual([503, 503, 429, 429, 503, 200]);
});

describe("FLT-7: a server that never ends its response", () => {
  it.each([
    ["GET /hubs/acme", operations.getHub, {}],
    ["PUT /hubs/acme", operations.updateHub, { wire: { name: "Renamed" } }],
    ["DELETE /hubs/acme/services/1", operations.deleteService, {}],
    ["POST /hubs/acme/services", operations.createService, newService],
  ] as const)("doesn't start it: %s ends with a timeout that names it", async (request, operation, options) => {
    const { emulator, account } = await reachEmulator({}, { limits: { response: 20, complete: 20 } });
    emulator.faults.add({ hang: true, times: forever });
    const error = await failureOf(account.client.perform(operation, { ...acme, service_id: "1" }, options));
    expect(error).toMatchObject({
      name: "TimeoutError",
      message: `${request} was sent, but no complete response came in time. [SH3004]`,
    });
    expect(isAmbiguous(error)).toBe(true);
  });

  it("sends it drop by drop: the request ends when the time for a complete response is up", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const dripping = setInterval(() => response.write(" "), 5);
      response.once("close", () => clearInterval(dripping));
    });
    const limits = { response: 60_000, complete: 60 };
    const client = await reachServer(server, { limits });
    const start = performance.now();
    const failure = await failureOf(client.perform(operations.createService, acme, newService));
    expect(failure).toMatchObject({ name: "TimeoutError" });
    expect(performance.now() - start).toBeGreaterThan(limits.complete - 2);
    expect(performance.now() - start).toBeLessThan(limits.response);
  });
});

import { describe, expect, test } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import type { CallOptions } from "../../../provider/client/client.ts";
import { systemClock } from "../../../provider/client/clock.ts";
import { isLimitExhausted, isRejected, isServerError } from "../../../provider/client/errors.ts";
import { backoff } from "../../../provider/client/limits.ts";
import { outcomeOf } from "../../../provider/client/outcomes.ts";
import { acme, failureOf, newService, reachEmulator } from "./account.ts";

test("pauses double from half a second to 8 s, and half of each is random", () => {
  const most = [0, 1, 2, 3, 4, 5, 60].map((attempt) => backoff(attempt, 1));
  expect(most).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  expect(most.map((_, attempt) => backoff(attempt, 0.5))).toEqual(most.map((longest) => longest * 0.75));
});

test.each([
  ["get a 429 until the limit", { status: 429, headers: { "retry-after": "3600" } }, isLimitExhausted],
  ["are rejected", { status: 422 }, isRejected],
  ["are to be sent again later", { status: 503, headers: { "retry-after": "600" } }, isServerError],
] as const)(
  "the outcome of a PUT after an attempt that may have taken effect is unknown, even if later ones %s",
  async (_, fault, isExpected) => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ operation: "updateHub", status: 500, when: "after" });
    emulator.faults.add({ operation: "updateHub", times: Number.POSITIVE_INFINITY, ...fault });
    const update = () => failureOf(account.client.perform(operations.updateHub, acme, { wire: { name: "Renamed" } }));

    const error = await update();
    expect(error).toSatisfy(isExpected);
    expect(outcomeOf(error)).toBe("over");
    expect(outcomeOf(await update())).toBe("rejected");
  },
);

describe("the caller's signal cancels a request immediately", () => {
  const cancel = new Error("canceled by the user");

  test.each([
    ["in the queue: it is never sent", 5],
    ["without a connection yet: it is never sent, although it has its turn", 0],
  ])("%s", async (_, before) => {
    const { emulator, account } = await reachEmulator({}, { clock: systemClock });
    const stop = new AbortController();
    const create = (options: CallOptions) => account.client.perform(operations.createService, acme, options);
    const others = Array.from({ length: before }, () => create(newService));
    const waiting = failureOf(create({ ...newService, signal: stop.signal }));
    // A connection takes longer than everything before it.
    for (let step = 0; step < 20; step++) await Promise.resolve();
    stop.abort(cancel);

    expect(await waiting).toMatchObject({ name: "CanceledError", wasSent: false, cause: cancel });
    await Promise.all(others);
    expect(emulator.records("services")).toHaveLength(before);
  });

  test("between two attempts: the outcome of the last one is unknown", async () => {
    const { emulator, account } = await reachEmulator({}, { clock: systemClock });
    const stop = new AbortController();
    emulator.faults.add({ status: 503, times: 10 });
    const options = { wire: { name: "Renamed" }, signal: stop.signal };
    const waiting = failureOf(account.client.perform(operations.updateHub, acme, options));
    while (emulator.requests.at(-1)?.status !== 503) await new Promise((resolve) => setImmediate(resolve));
    stop.abort(cancel);

    expect(await waiting).toMatchObject({ name: "CanceledError", wasSent: true });
    expect(emulator.requests).toHaveLength(1);
  });

  test("in progress: a read ends, but a write is completed, because it may have taken effect", async () => {
    const { emulator, account } = await reachEmulator({}, { clock: systemClock });
    const stop = new AbortController();
    const { signal } = stop;
    emulator.faults.add({ operation: "getHub", hang: true });
    emulator.faults.add({ operation: "updateHub", delay: 50 });
    const reading = failureOf(account.client.perform(operations.getHub, acme, { signal }));
    const writing = account.client.perform(operations.updateHub, acme, { wire: { name: "Renamed" }, signal });
    while (emulator.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
    stop.abort(cancel);

    expect(await reading).toMatchObject({ name: "CanceledError", wasSent: true, cause: cancel });
    expect(await writing).toMatchObject({ name: "Renamed" });
  });
});

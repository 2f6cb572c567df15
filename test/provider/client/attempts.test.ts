import { describe, expect, test } from "vitest";
import { operations } from "../../../api/operations.ts";
import { systemClock } from "../../../provider/client/clock.ts";
import { isAmbiguous } from "../../../provider/client/errors.ts";
import { acme, failureOf, newService, reachEmulator } from "./account.ts";

describe("the caller's signal ends a request at once", () => {
  const cancel = new Error("cancelled by the user");

  test("in the queue: it never leaves", async () => {
    const { emulator, account } = await reachEmulator({}, { clock: systemClock });
    const stop = new AbortController();
    const create = (signal?: AbortSignal) =>
      account.client.perform(operations.createService, acme, { ...newService, ...(signal && { signal }) });
    const before = Array.from({ length: 5 }, () => create());
    const waiting = failureOf(create(stop.signal));
    stop.abort(cancel);

    expect(await waiting).toMatchObject({ name: "CancelledError", sent: false, cause: cancel });
    await Promise.all(before);
    expect(emulator.records("services")).toHaveLength(5);
  });

  test("between two attempts: what the last one did is unknown", async () => {
    const { emulator, account } = await reachEmulator({}, { clock: systemClock });
    const stop = new AbortController();
    emulator.faults.add({ status: 503, times: 10 });
    const options = { body: { name: "Renamed" }, signal: stop.signal };
    const waiting = failureOf(account.client.perform(operations.updateHub, acme, options));
    while (emulator.requests.at(-1)?.status !== 503) await new Promise((resolve) => setImmediate(resolve));
    stop.abort(cancel);

    expect(await waiting).toMatchObject({ name: "CancelledError", sent: true });
    expect(emulator.requests).toHaveLength(1);
  });

  test("under way: a write may have taken effect, and is not sent again", async () => {
    const { emulator, account } = await reachEmulator({}, { clock: systemClock });
    const stop = new AbortController();
    emulator.faults.add({ hang: true, times: 10 });
    const options = { body: { name: "Renamed" }, signal: stop.signal };
    const waiting = failureOf(account.client.perform(operations.updateHub, acme, options));
    while (emulator.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort(cancel);

    const error = await waiting;
    expect(error).toMatchObject({ name: "CancelledError", sent: true });
    expect(isAmbiguous(error)).toBe(true);
    expect(emulator.requests).toHaveLength(1);
  });
});

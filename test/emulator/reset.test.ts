import { describe, expect, it, vi } from "vitest";
import { formatInstant } from "../../model/api/instant.ts";
import { VirtualClock } from "../provider/client/virtual-clock.ts";
import { type Api, createService, startEmulator } from "./emulation.ts";

const services = "/hubs/acme/services";
const service = { group_id: 1, name: "of the test before" };

/** Sends a write that a fault delays, and waits until it is being delayed. */
async function heldBack(api: Api, send = () => api.post(services, service)): Promise<{ outcome: Promise<string> }> {
  const outcome = send().then(
    ({ status }) => String(status),
    () => "no response",
  );
  await vi.waitFor(() => expect(api.emulator.requests).toHaveLength(1), { timeout: 60_000 });
  return { outcome };
}

function waitingRoom() {
  const ends: (() => void)[] = [];
  const sleep = () => new Promise<void>((resolve) => void ends.push(resolve));
  const endAll = () => {
    for (const end of ends.splice(0)) end();
  };
  return { sleep, endAll };
}

const clockOf = (sleep: () => Promise<void>) => ({ now: () => Date.now(), sleep });

describe("after a reset", () => {
  it("a write that a fault delayed no longer takes effect", async () => {
    const { sleep, endAll } = waitingRoom();
    const api = await startEmulator({ clock: clockOf(sleep) });
    api.emulator.faults.add({ method: "POST", delay: 60_000 });
    const { outcome } = await heldBack(api);
    api.emulator.reset();
    endAll();
    expect(await outcome).toBe("no response");
    expect(api.emulator.records("services")).toEqual([]);
    expect((await createService(api)).id).toBe(1);
    expect(api.emulator.requests).toHaveLength(1);
  });

  it("a request that hung has ended", async () => {
    const api = await startEmulator();
    api.emulator.faults.add({ hang: true });
    const { outcome } = await heldBack(api);
    api.emulator.reset();
    expect(await outcome).toBe("no response");
  });

  it("a write whose body only arrives then has no effect", async () => {
    const api = await startEmulator();
    let finish = () => {};
    const body = new ReadableStream({
      start: (controller) => {
        const [first, second] = [JSON.stringify(service).slice(0, 9), JSON.stringify(service).slice(9)];
        controller.enqueue(new TextEncoder().encode(first));
        finish = () => {
          controller.enqueue(new TextEncoder().encode(second));
          controller.close();
        };
      },
    });
    const headers = { "X-API-KEY": api.emulator.apiKey, "Content-Type": "application/json" };
    const send = async () => {
      const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
      return { status: (await fetch(api.emulator.url + services, init)).status } as never;
    };
    const { outcome } = await heldBack(api, send);
    api.emulator.reset();
    finish();
    expect(await outcome).toBe("no response");
    expect(api.emulator.records("services")).toEqual([]);
  });
});

it("the records use the time of day, even after this machine was suspended", async () => {
  const api = await startEmulator();
  await createService(api);
  // While a machine sleeps, the monotonic clock of a process stops, but the time of day goes on.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  try {
    const statuses = [{ service_id: 1, status: "down" }];
    const incident = { title: "x", incident_type: "investigating", service_statuses: statuses };
    const start_time = new Date().toISOString();
    expect((await api.post("/hubs/acme/incidents", { ...incident, start_time })).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

const start = Date.UTC(2026, 0, 1);

/**
 * Runs a sequence with faults, on a clock that only moves for delays, and again after a reset. Returns everything that a
 * client or a test can see.
 */
async function story() {
  const clock = new VirtualClock();
  const delays: number[] = [];
  const api = await startEmulator({
    clock: {
      now: () => start + clock.now(),
      sleep: (milliseconds, signal) => {
        delays.push(milliseconds);
        const slept = clock.sleep(milliseconds, signal);
        return clock.run().then(() => slept);
      },
    },
  });
  const createThree = async () => {
    api.emulator.faults.add({ method: "POST", delay: [1000, 5000], times: 3 });
    return [await createService(api), await createService(api), await createService(api)];
  };
  const responses = [...(await createThree()), await api.get("/hubs/acme/services")];
  const seen = { responses, snapshot: api.emulator.snapshot(), requests: api.emulator.requests };
  api.emulator.reset();
  await createThree();
  return { delays, ...seen };
}

it("with the test's own clock, two runs are the same, also after a reset, and wait for nothing", async () => {
  const begin = performance.now();
  const [first, second] = [await story(), await story()];
  expect(second).toEqual(first);
  const [one = 0, two = 0, three = 0, ...afterReset] = first.delays;
  expect(afterReset).toEqual([one, two, three]);
  expect(new Set(first.delays).size).toBe(3);
  for (const delay of first.delays) expect(delay >= 1000 && delay < 5000).toBe(true);
  expect(first.responses[2].created_at).toBe(formatInstant(start + one + two + three));
  expect(performance.now() - begin).toBeLessThan(5000);
});

it("the Date header of a response is the time of the records", async () => {
  const api = await startEmulator({ clock: { now: () => start } });
  api.emulator.clock.advance(3_600_000);
  const date = async () => (await api.get("/hubs")).headers.get("date");
  const expected = "Thu, 01 Jan 2026 01:00:00 GMT";
  expect(await date()).toBe(expected);
  api.emulator.faults.add({ status: 503 });
  expect(await date()).toBe(expected);
  const skewed = "Thu, 01 Jan 2026 05:00:00 GMT";
  api.emulator.faults.add({ headers: { Date: skewed } });
  expect(await date()).toBe(skewed);
});

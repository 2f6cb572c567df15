import { describe, expect, it, vi } from "vitest";
import { type Api, createService, startEmulator } from "./emulation.ts";

const services = "/hubs/acme/services";
const service = { group_id: 1, name: "of the test before" };

/** Sends a write that a fault delays, and waits until it is being delayed. */
async function heldBack(api: Api, send = () => api.post(services, service)): Promise<{ outcome: Promise<string> }> {
  const outcome = send().then(
    ({ status }) => String(status),
    () => "no response",
  );
  await vi.waitFor(() => expect(api.emulator.requests).toHaveLength(1));
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

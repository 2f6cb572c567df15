import { describe, expect, vi } from "vitest";
import { formatInstant } from "../../model/api/instant.ts";
import { type Api, createService, it, startEmulator } from "./emulation.ts";
import { incident, incidents } from "./scene.ts";

const services = "/hubs/acme/services";
const service = { group_id: 1, name: "of the test before" };

/** Sends a write that a fault delays, and waits until it is being delayed. */
async function heldBack(
  api: Api,
  send: () => Promise<{ readonly status: number }> = () => api.post(services, service),
) {
  const outcome = send().then(
    ({ status }) => String(status),
    () => "no response",
  );
  await vi.waitFor(() => expect(api.emulator.requests).toHaveLength(1), { timeout: 60_000 });
  return { outcome };
}

describe("after a reset", () => {
  it("a write that a fault delayed no longer takes effect", async () => {
    const end = Promise.withResolvers<void>();
    const api = await startEmulator({ clock: { now: () => Date.now(), sleep: () => end.promise } });
    api.emulator.faults.add({ method: "POST", delay: 60_000 });
    const { outcome } = await heldBack(api);
    api.emulator.reset();
    end.resolve();
    expect(await outcome).toBe("no response");
    expect(api.emulator.records("services")).toEqual([]);
    expect((await createService(api)).id).toBe(1);
    expect(api.emulator.requests).toHaveLength(1);
  });

  it("a write whose body only arrives then has no effect", async ({ api }) => {
    const rest = Promise.withResolvers<void>();
    async function* halves() {
      const bytes = new TextEncoder().encode(JSON.stringify(service));
      yield bytes.slice(0, 9);
      await rest.promise;
      yield bytes.slice(9);
    }
    const headers = { "X-API-KEY": api.emulator.apiKey, "Content-Type": "application/json" };
    // fetch needs duplex for a stream, but its types don't have it.
    const init = { method: "POST", headers, body: ReadableStream.from(halves()), duplex: "half" } as RequestInit;
    const { outcome } = await heldBack(api, () => fetch(api.emulator.url + services, init));
    api.emulator.reset();
    rest.resolve();
    expect(await outcome).toBe("no response");
    expect(api.emulator.records("services")).toEqual([]);
  });
});

it("the records use the time of day, even after this machine was suspended", async ({ api }) => {
  await createService(api);
  // While a machine sleeps, the monotonic clock of a process stops, but the time of day goes on.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  try {
    const body = incident({ start_time: new Date().toISOString() });
    expect((await api.post(incidents, body)).status).toBe(200);
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
  let time = start;
  const delays: number[] = [];
  const sleep = async (milliseconds: number) => {
    delays.push(milliseconds);
    time += milliseconds;
  };
  const api = await startEmulator({ clock: { now: () => time, sleep } });
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

it("with the test's own clock, two runs are the same, also after a reset", async () => {
  const [first, second] = [await story(), await story()];
  expect(second).toEqual(first);
  const [one = 0, two = 0, three = 0, ...afterReset] = first.delays;
  expect(afterReset).toEqual([one, two, three]);
  expect(new Set(first.delays).size).toBe(3);
  for (const delay of first.delays) expect(delay >= 1000 && delay < 5000).toBe(true);
  expect(first.responses[2].created_at).toBe(formatInstant(start + one + two + three));
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

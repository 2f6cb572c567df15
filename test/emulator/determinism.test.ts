import { expect, it } from "vitest";
import { formatInstant } from "../../model/api/instant.ts";
import { VirtualClock } from "../provider/client/virtual-clock.ts";
import { createService, startEmulator } from "./emulation.ts";

const start = Date.UTC(2026, 0, 1);

/**
 * Runs a sequence with faults, on a clock that only moves for delays. Returns everything that a client or a test can
 * see.
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
  api.emulator.faults.add({ method: "POST", delay: [1000, 5000], times: 3 });
  const responses = [await createService(api), await createService(api), await createService(api)];
  responses.push(await api.get("/hubs/acme/services"));
  return { delays, responses, snapshot: api.emulator.snapshot(), requests: api.emulator.requests };
}

it("with the test's own clock, two runs are the same and wait for nothing", async () => {
  const begin = performance.now();
  const [first, second] = [await story(), await story()];
  expect(second).toEqual(first);
  const [one = 0, two = 0, three = 0] = first.delays;
  for (const delay of first.delays) expect(delay >= 1000 && delay < 5000).toBe(true);
  expect(first.responses[2].created_at).toBe(formatInstant(start + one + two + three));
  expect(performance.now() - begin).toBeLessThan(5000);
});

it("by default, random delays are the same in every emulator and after a reset", async () => {
  const delays: number[] = [];
  const sleep = async (milliseconds: number) => void delays.push(milliseconds);
  const api = await startEmulator({ clock: { now: () => start, sleep } });
  const delayed = async () => {
    delays.length = 0;
    api.emulator.faults.add({ delay: [0, 1000], times: 3 });
    for (let count = 0; count < 3; count += 1) await api.get("/hubs");
    return [...delays];
  };
  const first = await delayed();
  api.emulator.reset();
  expect(await delayed()).toEqual(first);
  expect(new Set(first).size).toBe(3);
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

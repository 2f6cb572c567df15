import { expect, it } from "vitest";
import { type OpenEntry, RequestLog } from "../../../emulator/http/request-log.ts";
import { createService, startEmulator } from "../emulation.ts";

const entry = (time: number): OpenEntry => ({
  time,
  method: "GET",
  path: "/hubs",
  query: {},
  operation: "listHubs",
  key: undefined,
  body: undefined,
  fault: false,
  status: 200,
});

it("stays bounded with long requests", () => {
  const log = new RequestLog();
  const kilobytes = 1000;
  for (let time = 1; time <= 200; time += 1) {
    const open = entry(time);
    log.add(open, 0);
    log.addBody(open, { text: "x" }, kilobytes * 1024);
  }
  const times = log.entries.map(({ time }) => time);
  expect(times.length).toBeLessThanOrEqual(32);
  expect(times.length).toBeGreaterThanOrEqual(15);
  expect(times).toEqual(Array.from({ length: times.length }, (_, index) => 201 - times.length + index));
  // A request that was dropped from the log no longer takes up space.
  const late = entry(0);
  log.add(late, 0);
  log.clear();
  log.addBody(late, {}, 40_000 * 1024);
  log.add(entry(1), 0);
  expect(log.entries).toHaveLength(1);
});

it("keeps at least the newest 50,000 requests, and stays bounded", () => {
  const log = new RequestLog();
  let longest = 0;
  for (let time = 1; time <= 250_000; time += 1) {
    log.add(entry(time), 100);
    longest = Math.max(longest, log.entries.length);
  }
  expect(log.entries.slice(-50_000).map(({ time }) => time)).toEqual(
    Array.from({ length: 50_000 }, (_, index) => 200_001 + index),
  );
  expect(longest).toBeLessThanOrEqual(100_000);
});

it("drops requests with long bodies sooner, because they take more space", async () => {
  const api = await startEmulator();
  const description = "x".repeat(1_000_000);
  for (let count = 0; count < 40; count += 1) await createService(api, { description });
  expect(api.emulator.requests.length).toBeLessThan(40);
  expect(api.emulator.requests.at(-1)?.body).toMatchObject({ description });
});

import { expect } from "vitest";
import { type OpenEntry, RequestLog } from "../../../emulator/http/request-log.ts";
import { createService, it } from "../emulation.ts";

// The log only looks at sizes, which it gets beside an entry.
const entry = (time: number) => ({ time }) as OpenEntry;

it("doesn't count a body that arrives after its request was dropped", () => {
  const log = new RequestLog();
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

it("drops requests with long bodies sooner, because they take more space", async ({ api }) => {
  const description = "x".repeat(1_000_000);
  const lengths = [];
  for (let count = 0; count < 40; count += 1) {
    await createService(api, { description });
    lengths.push(api.emulator.requests.length);
  }
  expect(Math.max(...lengths)).toBeLessThan(34);
  expect(Math.min(...lengths.slice(16))).toBeGreaterThanOrEqual(15);
  expect(api.emulator.requests.at(-1)?.body).toMatchObject({ description });
});

import { expect, it } from "vitest";
import { type OpenEntry, RequestLog } from "../../../emulator/http/request-log.ts";

const entry = (time: number): OpenEntry => ({
  time,
  method: "GET",
  path: "/hubs",
  query: {},
  operation: "listHubs",
  key: undefined,
  body: undefined,
  ignored: [],
  fault: false,
  status: 200,
});

it("keeps at least the newest 50,000 requests, and stays bounded", () => {
  const log = new RequestLog();
  let longest = 0;
  for (let time = 1; time <= 250_000; time += 1) {
    log.add(entry(time));
    longest = Math.max(longest, log.entries.length);
  }
  expect(log.entries.slice(-50_000).map(({ time }) => time)).toEqual(
    Array.from({ length: 50_000 }, (_, index) => 200_001 + index),
  );
  expect(longest).toBeLessThanOrEqual(100_000);
});

import { describe, expect, test } from "vitest";
import { type Response, startEmulator } from "../emulation.ts";

/** A clock that moves only when it is advanced. */
const stoppedClock = () => {
  let time = Date.UTC(2026, 0, 1);
  return { now: () => time, advance: (milliseconds: number) => (time += milliseconds) };
};

/** Sends requests at the same time, and returns how many are rejected. */
async function rejections(count: number, send: (index: number) => Promise<Response>): Promise<number> {
  const responses = await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  return responses.filter(({ status }) => status === 429).length;
}

const it = test
  .extend("clock", () => stoppedClock())
  .extend("api", ({ clock }) => startEmulator({ limits: "real", clock }))
  .extend(
    "reads",
    ({ api }) =>
      (count: number, key?: string) =>
        rejections(count, () => api.get("/hubs", key)),
  )
  .extend(
    "writes",
    ({ api }) =>
      (count: number) =>
        rejections(count, () => api.put("/hubs/acme", {})),
  );

describe("the rate limit", () => {
  it("[LIM-01] allows 30 GET requests within any second", async ({ clock, reads }) => {
    expect(await reads(31)).toBe(1);
    clock.advance(999);
    expect(await reads(1)).toBe(1);
    clock.advance(1);
    expect(await reads(31)).toBe(1);
  });

  it("[LIM-02] allows 5 other requests in any second, whatever their method", async ({ api, clock, writes }) => {
    expect(await writes(2)).toBe(0);
    clock.advance(600);
    expect(await writes(2)).toBe(0);
    expect((await api.delete("/hubs/acme/services/1")).status).toBe(404);
    expect((await api.post("/hubs/acme/services", { group_id: 1, name: "x" })).status).toBe(429);
    clock.advance(400);
    expect(await writes(3)).toBe(1);
  });

  it("[LIM-03] counts reads and writes separately", async ({ reads, writes }) => {
    expect(await writes(6)).toBe(1);
    expect(await reads(30)).toBe(0);
    expect(await writes(1)).toBe(1);
  });

  it("[LIM-04] counts each key separately", async ({ reads }) => {
    expect(await reads(31)).toBe(1);
    expect(await reads(31, "emulator-editor-key")).toBe(1);
  });

  it("[LIM-05] applies to all paths together", async ({ api }) => {
    const paths = ["/hubs", "/hubs/acme", "/hubs/acme/services", "/hubs/globex", "/hubs/globex/services"];
    expect(await rejections(31, (index) => api.get(paths[index % 5] ?? ""))).toBe(1);
  });

  it("[ERR-01] [ERR-02] [ERR-03] returns 429, a body and a Retry-After in whole seconds", async ({ api, reads }) => {
    await reads(30);
    const { status, body, headers } = await api.get("/hubs");
    expect(status).toBe(429);
    expect(body).toEqual({ error: "Too many requests - please retry later" });
    expect(headers.get("retry-after")).toBe("1");
  });

  it("doesn't count rejected requests", async ({ clock, writes }) => {
    await writes(5);
    clock.advance(500);
    expect(await writes(20)).toBe(20);
    clock.advance(500);
    expect(await writes(5)).toBe(0);
  });

  it("leaves less while another client uses the key", async ({ api, clock, writes }) => {
    api.emulator.setOtherClient({ writes: 3 });
    expect(await writes(4)).toBe(2);
    api.emulator.setOtherClient({ writes: 5 });
    clock.advance(1000);
    expect(await writes(1)).toBe(1);
    api.emulator.setOtherClient({});
    expect(await writes(6)).toBe(1);
  });

  it("does not depend on the emulator's time", async ({ api, writes }) => {
    await writes(5);
    api.emulator.clock.advance(3_600_000);
    expect(await writes(1)).toBe(1);
  });
});

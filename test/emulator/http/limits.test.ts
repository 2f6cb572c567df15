import { describe, expect, test } from "vitest";
import { type Api, type Response, startEmulator } from "../emulation.ts";

/** A clock that moves only when it is advanced. */
const stoppedClock = () => {
  let time = Date.UTC(2026, 0, 1);
  return { now: () => time, advance: (milliseconds: number) => (time += milliseconds) };
};

/** Sends requests at the same time, and returns how many are rejected. */
async function rejections(count: number, send: () => Promise<Response>): Promise<number> {
  const responses = await Promise.all(Array.from({ length: count }, send));
  return responses.filter(({ status }) => status === 429).length;
}

const reads = (api: Api, count: number, key?: string) => rejections(count, () => api.get("/hubs", key));
const writes = (api: Api, count: number) => rejections(count, () => api.put("/hubs/acme", {}));

const it = test
  .extend("clock", () => stoppedClock())
  .extend("api", ({ clock }) => startEmulator({ limits: "real", clock }));

describe("the rate limit", () => {
  it("[LIM-01] allows 30 GET requests within any second, and doesn't count rejected ones", async ({ api, clock }) => {
    expect(await reads(api, 31)).toBe(1);
    clock.advance(999);
    expect(await reads(api, 1)).toBe(1);
    clock.advance(1);
    expect(await reads(api, 31)).toBe(1);
  });

  it("[LIM-02] [LIM-05] allows 5 other requests in any second, of all methods and paths", async ({ api, clock }) => {
    expect(await writes(api, 2)).toBe(0);
    clock.advance(600);
    expect(await writes(api, 2)).toBe(0);
    expect((await api.delete("/hubs/acme/services/1")).status).toBe(404);
    expect((await api.post("/hubs/acme/services", { group_id: 1, name: "x" })).status).toBe(429);
    clock.advance(400);
    expect(await writes(api, 3)).toBe(1);
  });

  it("[LIM-03] counts reads and writes separately", async ({ api }) => {
    expect(await writes(api, 6)).toBe(1);
    expect(await reads(api, 30)).toBe(0);
    expect(await writes(api, 1)).toBe(1);
  });

  it("[LIM-04] counts each key separately", async ({ api }) => {
    expect(await reads(api, 31)).toBe(1);
    expect(await reads(api, 31, "emulator-editor-key")).toBe(1);
  });

  it("[ERR-01] [ERR-02] [ERR-03] returns 429, a body and a Retry-After in whole seconds", async ({ api }) => {
    await reads(api, 30);
    const { status, body, headers } = await api.get("/hubs");
    expect(status).toBe(429);
    expect(body).toEqual({ error: "Too many requests - please retry later" });
    expect(headers.get("retry-after")).toBe("1");
  });

  it("leaves less while another client uses the key", async ({ api, clock }) => {
    api.emulator.setOtherClient({ writes: 3 });
    expect(await writes(api, 4)).toBe(2);
    api.emulator.setOtherClient({ writes: 5 });
    clock.advance(1000);
    expect(await writes(api, 1)).toBe(1);
    api.emulator.setOtherClient({});
    expect(await writes(api, 6)).toBe(1);
  });

  it("does not depend on the emulator's time", async ({ api }) => {
    await writes(api, 5);
    api.emulator.clock.advance(3_600_000);
    expect(await writes(api, 1)).toBe(1);
  });
});

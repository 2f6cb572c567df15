import { describe, expect } from "vitest";
import { type Api, it } from "./emulation.ts";

const services = "/hubs/acme/services";
const total = async (api: Api) => (await api.get(services)).body.total;

describe("a fault", () => {
  it("responds with its status, headers and body, without the request taking effect", async ({ api }) => {
    api.emulator.faults.add({
      method: "POST",
      status: 429,
      headers: { "Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT" },
      body: { error: "wait" },
    });
    const { status, headers, body } = await api.post(services, { group_id: 1, name: "x" });
    expect({ status, body, retry: headers.get("retry-after") }).toEqual({
      status: 429,
      body: { error: "wait" },
      retry: "Wed, 21 Oct 2026 07:28:00 GMT",
    });
    expect(await total(api)).toBe(0);
    expect(api.emulator.requests[0]).toMatchObject({ status: 429, fault: true, body: { group_id: 1, name: "x" } });
  });

  it("can be applied after the request took effect", async ({ api }) => {
    api.emulator.faults.add({ operation: "createService", status: 500, when: "after" });
    expect((await api.post(services, { group_id: 1, name: "x" })).status).toBe(500);
    expect(await total(api)).toBe(1);
  });

  it("sends a text unchanged: an HTML page, truncated JSON, or none", async ({ api }) => {
    const read = async () => {
      const response = await fetch(`${api.emulator.url}/hubs`, { headers: { "X-API-KEY": api.emulator.apiKey } });
      return [response.status, response.headers.get("content-type"), await response.text()];
    };
    api.emulator.faults.add({ status: 502, body: "<html>Bad gateway</html>" });
    expect(await read()).toEqual([502, "text/html; charset=utf-8", "<html>Bad gateway</html>"]);
    api.emulator.faults.add({ status: 200, body: '{"data": [', headers: { "content-type": "application/json" } });
    expect(await read()).toEqual([200, "application/json", '{"data": [']);
    api.emulator.faults.add({ status: 204 });
    expect(await api.get("/hubs")).toMatchObject({ status: 204, body: "" });
  });

  it("affects the given number of requests, after skipping the given number", async ({ api }) => {
    api.emulator.faults.add({ status: 503, after: 1, times: 2 });
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await api.get("/hubs")).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
  });

  it.for([
    [{ method: "put" }, [500, 200]],
    [{ path: "/hubs/acme" }, [500, 200]],
    [{ path: "/hubs/*" }, [500, 200]],
    [{ path: /hubs$/g }, [200, 500]],
    [{ path: /^\/hubs$/ }, [200, 500]],
    [{ operation: "listHubs" as const }, [200, 500]],
    [{ path: "/hubs/*", method: "GET" }, [200, 200]],
  ])("only affects requests that match %j", async ([selection, expected], { api }) => {
    api.emulator.faults.add({ ...selection, status: 500, times: Number.POSITIVE_INFINITY });
    const statuses = [(await api.put("/hubs/acme", {})).status, (await api.get("/hubs")).status];
    expect(statuses).toEqual(expected);
  });

  it.for([
    ["before", 0],
    ["after", 1],
    ["during", 1],
  ] as const)("cuts the connection %s the effect: %i created", async ([drop, created], { api }) => {
    api.emulator.faults.add({ method: "POST", drop });
    await expect(api.post(services, { group_id: 1, name: "x" })).rejects.toThrow();
    expect(await total(api)).toBe(created);
    expect(api.emulator.requests[0]?.status).toBe(0);
  });

  it("cuts the connection without a delay", async ({ api }) => {
    api.emulator.faults.add({ drop: "before", delay: 0 });
    await expect(api.get("/hubs")).rejects.toThrow();
  });

  it("delays the real response", async ({ api }) => {
    api.emulator.faults.add({ delay: 60 });
    const start = performance.now();
    expect((await api.get("/hubs")).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(59);
  });

  it.for(["close", "reset"] as const)("never responds if it hangs, until a %s", async (end, { api }) => {
    api.emulator.faults.add({ hang: true });
    const lost = expect(api.get("/hubs")).rejects.toThrow();
    await expect.poll(() => api.emulator.requests.length).toBe(1);
    expect(api.emulator.requests[0]?.status).toBeUndefined();
    await api.emulator[end]();
    await lost;
  });

  it.for<[object, string]>([
    [{ stauts: 500 }, "stauts is not known"],
    [{ status: 99 }, "status must be"],
    [{ times: 0 }, "times must be"],
    [{ delay: -1 }, "delay must be"],
    [{ operation: "createServices" }, "operation must be"],
    [{ drop: "later" }, "drop must be"],
    [{ method: "UPDATE", status: 500 }, "method must be"],
    [{ path: "hubs/acme", status: 500 }, "path must be"],
    [{ operation: "getHub", hang: false }, "the fault has no effect"],
    [{ delay: 0 }, "the fault has no effect"],
    [{ delay: 1, body: "x" }, "body needs a status"],
    [{ status: 500, drop: "after" }, "the fault can have only one"],
    [{ hang: true, drop: "after" }, "the fault can have only one"],
  ])("is rejected if it is %j, which would have no effect", async ([fault, problem], { api: { emulator } }) => {
    expect(() => emulator.faults.add(fault)).toThrow(problem);
    expect(emulator.faults.list()).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { createService, type Response, startEmulator } from "../emulation.ts";

async function withControl() {
  const api = await startEmulator();
  const control = async (method: string, path: string, body?: unknown): Promise<Pick<Response, "status" | "body">> => {
    const response = await fetch(`${api.emulator.pageUrl}/_emulator${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return { api, control };
}

describe("the controls over HTTP", () => {
  it("add and remove faults", async () => {
    const { api, control } = await withControl();
    expect(await control("POST", "/faults", { method: "GET", status: 500, times: null })).toEqual({
      status: 200,
      body: { id: 1 },
    });
    expect([(await api.get("/hubs")).status, (await api.get("/hubs")).status]).toEqual([500, 500]);
    expect((await control("GET", "/faults")).body.data).toMatchObject([{ id: 1, matched: 2 }]);
    await control("DELETE", "/faults/1");
    expect((await api.get("/hubs")).status).toBe(200);
  });

  it("reject malformed faults", async () => {
    const { control } = await withControl();
    expect(await control("POST", "/faults", { status: 99 })).toMatchObject({ status: 422 });
    expect(await control("POST", "/faults", { stauts: 500 })).toMatchObject({ status: 422 });
    expect(await control("POST", "/faults", { headers: { "no name": "x" } })).toMatchObject({ status: 422 });
  });

  it("add faults of every form, and remove all of them", async () => {
    const { api, control } = await withControl();
    const fault = {
      path: "/hubs/*",
      status: 503,
      headers: { "Retry-After": "7" },
      body: { error: "later" },
      delay: [0, 1],
    };
    await control("POST", "/faults", fault);
    const { status, headers, body } = await api.get("/hubs/acme");
    expect([status, headers.get("retry-after"), body]).toEqual([503, "7", { error: "later" }]);
    await control("POST", "/faults", { drop: "during", operation: "getHub" });
    await control("DELETE", "/faults");
    expect((await api.get("/hubs/acme")).status).toBe(200);
  });

  it("rewrite fields and stop rewriting them", async () => {
    const { api, control } = await withControl();
    await control("POST", "/rewrites", { resource: "hubs", field: "name", as: "upper-case" });
    expect((await api.get("/hubs/acme")).body.name).toBe("ACME");
    expect((await control("GET", "/rewrites")).body.data).toEqual([
      { resource: "hubs", field: "name", as: "upper-case" },
    ]);
    expect((await control("POST", "/rewrites", { resource: "hubs", field: "name", as: "nonsense" })).status).toBe(422);
    await control("DELETE", "/rewrites");
    expect((await api.get("/hubs/acme")).body.name).toBe("Acme");
  });

  it("return and clear the request log", async () => {
    const { api, control } = await withControl();
    await api.get("/hubs?q=x");
    expect((await control("GET", "/requests")).body.data).toMatchObject([
      { method: "GET", path: "/hubs", query: { q: "x" }, key: "-key", status: 200, operation: "listHubs" },
    ]);
    await control("DELETE", "/requests");
    expect(api.emulator.requests).toEqual([]);
  });

  it("move the time", async () => {
    const { api, control } = await withControl();
    expect((await control("PUT", "/clock", { set: "2030-01-01 00:00:00" })).body.time).toMatch(/^2030-01-01T00:00:0/);
    await control("PUT", "/clock", { advance: 86_400_000 });
    expect((await createService(api)).created_at).toMatch(/^2030-01-02T00:00:/);
    expect((await control("PUT", "/clock", { set: "soon" })).status).toBe(422);
  });

  it.each([
    { advance: 1e18 },
    { advance: -1e18 },
    { set: "9999-01-01 00:00" },
    { set: "2026-01-01 00:00", advance: 1e15 },
  ])("keep the time within the calendar: %j", async (body) => {
    const { api, control } = await withControl();
    expect((await control("PUT", "/clock", body)).body.error).toBe("the time must be in the years 1 to 9998");
    expect((await createService(api)).id).toBe(1);
  });

  it("move the time to either end of the calendar, where requests still work", async () => {
    const { api, control } = await withControl();
    for (const set of ["0001-01-01T00:00:00Z", "9998-12-31T23:59:59Z"]) {
      expect((await control("PUT", "/clock", { set })).status).toBe(200);
      expect((await createService(api)).created_at.slice(0, 4)).toBe(set.slice(0, 4));
      expect((await control("GET", "/hubs/acme/uptime")).status).toBe(200);
      expect((await fetch(`${api.emulator.pageUrl}/hubs/acme`)).status).toBe(200);
    }
  });

  it("edit and delete records", async () => {
    const { api, control } = await withControl();
    await createService(api);
    expect((await control("PATCH", "/records/services/1", { name: "By hand" })).body.name).toBe("By hand");
    expect((await control("GET", "/records/services?hub=acme")).body.data).toMatchObject([{ id: 1, name: "By hand" }]);
    await control("DELETE", "/records/services/1?soft=true");
    expect((await api.get("/hubs/acme/services/1")).body.flags.deleted).toBe(true);
    await control("DELETE", "/records/services/1");
    expect((await api.get("/hubs/acme/services/1")).status).toBe(404);
    expect((await control("PATCH", "/records/services/1", {})).status).toBe(404);
    expect((await control("PATCH", "/records/hubs/1", { nope: 1 })).status).toBe(422);
    expect((await control("PATCH", "/records/hubs/1", [1])).status).toBe(400);
    expect((await control("DELETE", "/records/hubs/9")).status).toBe(404);
    expect((await control("GET", "/records/nope")).status).toBe(404);
  });

  it("create hubs", async () => {
    const { api, control } = await withControl();
    const hub = { subdomain: "new-hub", name: "New", groups: ["Website"] };
    expect((await control("POST", "/hubs", hub)).body).toMatchObject({ id: 4, subdomain: "new-hub" });
    expect((await api.post("/hubs/new-hub/services", { group_id: 11, name: "Web" })).status).toBe(200);
    expect((await control("POST", "/hubs", hub)).status).toBe(409);
  });

  it("snapshot, restore and reset", async () => {
    const { api, control } = await withControl();
    await createService(api);
    const snapshot = (await control("GET", "/snapshot")).body;
    await createService(api);
    await control("PUT", "/snapshot", snapshot);
    expect((await api.get("/hubs/acme/services")).body.total).toBe(1);
    expect((await createService(api)).id).toBe(2);
    await control("POST", "/reset");
    expect((await api.get("/hubs/acme/services")).body.total).toBe(0);
  });

  it("apply a template", async () => {
    const { api, control } = await withControl();
    await api.post("/hubs/acme/maintenance_templates", { title: "Patching", duration: 90 });
    const path = "/templates/maintenance_templates/1/apply";
    const draft = { title: "Mine", silent: true };
    expect((await control("POST", path, draft)).body).toEqual({ title: "Patching", silent: true, duration: 90 });
    expect((await control("POST", path, { duration: "long" })).status).toBe(422);
    expect((await control("POST", "/templates/maintenance_templates/2/apply", {})).status).toBe(404);
    expect((await control("POST", "/templates/services/1/apply", {})).status).toBe(404);
  });

  it("act as the recipient of a subscription", async () => {
    const { api, control } = await withControl();
    await createService(api);
    const subscription = { address: "a@example.com", method_name: "email", services_selection: { all: true } };
    await api.post("/hubs/acme/subscriptions", subscription);
    expect((await control("PUT", "/subscriptions/1/services", { service_ids: [1] })).status).toBe(200);
    expect((await api.get("/hubs/acme/subscriptions/1")).body.services_selection.services).toMatchObject([{ id: 1 }]);
    await api.put("/hubs/acme/subscriptions/1", { protected: true });
    expect((await control("DELETE", "/subscriptions/1")).status).toBe(403);
    await api.put("/hubs/acme/subscriptions/1", { protected: false });
    expect((await control("DELETE", "/subscriptions/1")).status).toBe(200);
    expect((await control("DELETE", "/subscriptions/1")).status).toBe(404);
  });

  it("list themselves and the addresses of the API and the page", async () => {
    const { api, control } = await withControl();
    const { body } = await control("GET", "");
    expect(body).toMatchObject({ api: api.emulator.url, page: `${api.emulator.pageUrl}/` });
    expect(body.controls).toEqual(expect.arrayContaining(["GET /_emulator/clock", "POST /_emulator/faults"]));
    for (const control of body.controls.filter((line: string) => /^GET [^:]+$/.test(line)))
      expect((await fetch(api.emulator.pageUrl + control.slice(4))).status).toBe(200);
  });

  it("use up a part of the rate limit", async () => {
    const { control } = await withControl();
    expect((await control("PUT", "/other-client", { writes: 3 })).status).toBe(200);
    expect((await control("PUT", "/other-client", { writes: -1 })).status).toBe(422);
  });
});

import { describe, expect } from "vitest";
import { createService, it } from "../emulation.ts";
import { createIncident, email, subscriptions, withServices } from "../scene.ts";

describe("the controls over HTTP", () => {
  it("add and remove faults", async ({ api }) => {
    expect(await api.control("POST", "/faults", { method: "GET", status: 500, times: null })).toMatchObject({
      status: 200,
      body: { id: 1 },
    });
    expect([(await api.get("/hubs")).status, (await api.get("/hubs")).status]).toEqual([500, 500]);
    expect((await api.control("GET", "/faults")).body.data).toMatchObject([{ id: 1, matched: 2 }]);
    for (const id of ["2", "x"]) expect((await api.control("DELETE", `/faults/${id}`)).status).toBe(404);
    await api.control("DELETE", "/faults/1");
    expect((await api.get("/hubs")).status).toBe(200);
    await api.control("POST", "/faults", { status: 503 });
    await api.control("DELETE", "/faults");
    expect((await api.get("/hubs")).status).toBe(200);
  });

  it("change how the service differs", async ({ api }) => {
    const assumptions = { "upper-case": ["hubs.name"], "record-ids": "text" };
    await api.control("PUT", "/assumptions", assumptions);
    expect((await api.get("/hubs/acme")).body).toMatchObject({ id: "1", name: "ACME" });
    expect((await api.control("GET", "/assumptions")).body).toEqual(assumptions);
    expect((await api.control("PUT", "/assumptions", { nonsense: "hubs.name" })).status).toBe(422);
    await api.control("PUT", "/assumptions", {});
    expect((await api.get("/hubs/acme")).body).toMatchObject({ id: 1, name: "Acme" });
  });

  it("return and clear the request log", async ({ api }) => {
    await api.get("/hubs?q=x");
    expect((await api.control("GET", "/requests")).body.data).toMatchObject([
      { method: "GET", path: "/hubs", query: { q: "x" }, key: "-key", status: 200, operation: "listHubs" },
    ]);
    await api.control("DELETE", "/requests");
    expect(api.emulator.requests).toEqual([]);
  });

  it("move the time", async ({ api }) => {
    expect((await api.control("PUT", "/clock", { set: "2030-01-01 00:00:00" })).body.time).toMatch(
      /^2030-01-01T00:00:0/,
    );
    await api.control("PUT", "/clock", { advance: 86_400_000 });
    expect((await createService(api)).created_at).toMatch(/^2030-01-02T00:00:/);
    expect((await api.control("PUT", "/clock", { set: "soon" })).status).toBe(422);
  });

  it("move the time to either end of the calendar, where requests still work, but not beyond", async ({ api }) => {
    for (const set of ["0001-01-01T00:00:00Z", "9998-12-31T23:59:59Z"]) {
      expect((await api.control("PUT", "/clock", { set })).status).toBe(200);
      for (const beyond of [{ advance: 1e18 }, { advance: -1e18 }, { set: "9999-01-01 00:00" }, { set, advance: 1e15 }])
        expect((await api.control("PUT", "/clock", beyond)).body.error).toBe("the time must be in the years 1 to 9998");
      expect((await createService(api)).created_at.slice(0, 4)).toBe(set.slice(0, 4));
      expect((await api.control("GET", "/hubs/acme/uptime")).status).toBe(200);
      expect((await fetch(`${api.emulator.pageUrl}/hubs/acme`)).status).toBe(200);
    }
  });

  it("edit and delete records", async ({ api }) => {
    await createService(api);
    api.emulator.clock.advance(60_000);
    const changes = { name: "By hand", archived: true };
    expect((await api.control("PATCH", "/records/services/1", changes)).body).toMatchObject(changes);
    const edited = (await api.get("/hubs/acme/services/1")).body;
    expect(edited).toMatchObject({ name: "By hand", flags: { archived: true, deleted: false } });
    expect(edited.updated_at > edited.created_at).toBe(true);
    expect((await api.control("GET", "/records/services")).body.data).toMatchObject([{ id: 1, name: "By hand" }]);
    for (const query of ["soft=yes", "sotf=true"])
      expect((await api.control("DELETE", `/records/services/1?${query}`)).status).toBe(422);
    await api.control("DELETE", "/records/services/1?soft=true");
    expect((await api.get("/hubs/acme/services/1")).body.flags.deleted).toBe(true);
    await api.control("DELETE", "/records/services/1");
    expect((await api.get("/hubs/acme/services/1")).status).toBe(404);
    expect((await createService(api)).id).toBe(2);
    expect((await api.control("PATCH", "/records/services/1", {})).status).toBe(404);
    expect((await api.control("PATCH", "/records/hubs/1", { nope: 1 })).status).toBe(422);
    expect((await api.control("PATCH", "/records/hubs/1", [1])).status).toBe(400);
    expect((await api.control("DELETE", "/records/hubs/9")).status).toBe(404);
    expect((await api.control("GET", "/records/nope")).status).toBe(404);
  });

  it("snapshot, restore and reset", async ({ api }) => {
    await createService(api);
    const snapshot = (await api.control("GET", "/snapshot")).body;
    await createService(api);
    await api.control("PUT", "/snapshot", snapshot);
    expect((await api.get("/hubs/acme/services")).body.total).toBe(1);
    expect((await createService(api)).id).toBe(2);
    await api.control("POST", "/reset");
    expect((await api.get("/hubs/acme/services")).body.total).toBe(0);
  });

  it("apply a template", async ({ api }) => {
    await api.post("/hubs/acme/maintenance_templates", { title: "Patching", duration: 90 });
    const path = "/templates/maintenance_templates/1/apply";
    const draft = { title: "Mine", silent: true };
    expect((await api.control("POST", path, draft)).body).toEqual({ title: "Patching", silent: true, duration: 90 });
    expect((await api.control("POST", "/templates/maintenance_templates/2/apply", {})).status).toBe(404);
    await api.delete("/hubs/acme/maintenance_templates/1");
    for (const table of ["maintenance_templates", "services", "other_templates"])
      expect((await api.control("POST", `/templates/${table}/1/apply`, {})).status).toBe(404);
  });

  it("[SUB-18] act as the recipient of a subscription, who can't change a protected one", async ({ api }) => {
    await createService(api);
    await api.post(subscriptions, email());
    expect((await api.control("PUT", "/subscriptions/1/services", { service_ids: [1] })).status).toBe(200);
    expect((await api.get(`${subscriptions}/1`)).body.services_selection.services).toMatchObject([{ id: 1 }]);
    const { body } = await api.put(`${subscriptions}/1`, { protected: true });
    expect((await api.control("PUT", "/subscriptions/1/services", { all: true })).status).toBe(403);
    expect((await api.control("DELETE", "/subscriptions/1")).status).toBe(403);
    expect((await api.get(`${subscriptions}/1`)).body).toEqual(body);
    await api.put(`${subscriptions}/1`, { protected: false });
    expect((await api.control("DELETE", "/subscriptions/1")).status).toBe(200);
    expect((await api.control("DELETE", "/subscriptions/1")).status).toBe(404);
  });

  it("return the outbox, the status and the uptime of a hub", async () => {
    const api = await withServices();
    await api.post(subscriptions, email());
    await createIncident(api);
    const range = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };
    const read = async (path: string) => (await api.control("GET", `/hubs/acme${path}`)).body;
    expect(await read("/outbox")).toEqual({ data: api.emulator.outbox("acme") });
    expect(await read("/status")).toEqual(api.emulator.status("acme"));
    expect(await read(`/uptime?${new URLSearchParams(range)}`)).toEqual(api.emulator.uptime("acme", range));
    for (const query of ["from=soon", "from=2027-01-01T00:00:00Z", "until=x"])
      expect((await api.control("GET", `/hubs/acme/uptime?${query}`)).status).toBe(422);
    expect((await api.control("GET", "/hubs/nobody/uptime")).status).toBe(404);
  });

  it("raise and end platform alerts", async () => {
    const api = await withServices();
    const raise = (title: string) => api.control("PUT", "/hubs/acme/platform-alert", { title });
    const ends = () => api.emulator.records("platform_alerts").map(({ end_time }) => end_time);
    expect((await raise("Nothing works")).status).toBe(200);
    expect((await raise(" ")).status).toBe(422);
    await api.control("DELETE", "/hubs/acme/platform-alert");
    expect(ends()).toEqual(["2026-01-02T00:00:00Z"]);
    api.emulator.clock.advance(60_000);
    await raise("Again");
    await raise("And again");
    expect(ends()).toEqual(["2026-01-02T00:00:00Z", "2026-01-02T00:01:00Z", null]);
  });

  it("[VER-04] list themselves, the API, the page, and the revision of the interface", async ({ api }) => {
    const { body } = await api.control("GET", "");
    expect(body).toMatchObject({ api: api.emulator.url, revision: "3.0-R1", page: `${api.emulator.pageUrl}/` });
    expect(body.controls).toEqual(expect.arrayContaining(["GET /_emulator/clock", "POST /_emulator/faults"]));
    for (const control of body.controls.filter((line: string) => /^GET [^:]+$/.test(line)))
      expect((await fetch(api.emulator.pageUrl + control.slice(4))).status).toBe(200);
  });

  it("use up a part of the rate limit", async ({ api }) => {
    expect((await api.control("PUT", "/other-client", { writes: 3 })).status).toBe(200);
    for (const wrong of [{ writes: -1 }, { writs: 3 }])
      expect((await api.control("PUT", "/other-client", wrong)).status).toBe(422);
  });
});

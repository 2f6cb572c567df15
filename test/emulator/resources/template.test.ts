import { describe, expect, it } from "vitest";
import { createService, startEmulator } from "../emulation.ts";

const texts = { title: "Title", body: "<p>Body</p>" };
const statuses = [{ service_id: 1, status: "degraded-performance" }];
const dates = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };

async function withService(options = {}) {
  let time = Date.UTC(2026, 0, 1);
  const api = await startEmulator({ ...options, clock: { now: () => time } });
  await createService(api);
  return { api, advance: (milliseconds: number) => (time += milliseconds) };
}

const kinds = [
  { name: "incident", path: "/hubs/acme/incident_templates", ids: "[ITP-04] [ITP-13]" },
  { name: "maintenance", path: "/hubs/acme/maintenance_templates", ids: "[MTP-04] [MTP-15]" },
];

describe.each(kinds)("a template of an $name", ({ path, ids }) => {
  it(`${ids} only requires a title or a body`, async () => {
    const { api } = await withService();
    expect((await api.post(path, { title: "x" })).body).toMatchObject({
      title: "x",
      body: null,
      labels: [],
      service_statuses: [],
    });
    expect((await api.post(path, { body: "x" })).body).toMatchObject({ title: null, body: "x" });
    for (const body of [{}, { title: null }, { title: null, body: null, labels: ["a"] }, { title: "" }])
      expect(await api.post(path, body)).toMatchObject({
        status: 422,
        body: { error: "title is required unless body is given" },
      });
    expect((await api.get(path)).body.total).toBe(2);
  });

  it("keeps a title or a body through a PUT", async () => {
    const { api } = await withService();
    await api.post(path, texts);
    expect((await api.put(`${path}/1`, { title: null })).body).toMatchObject({ title: null, body: "<p>Body</p>" });
    expect((await api.put(`${path}/1`, { body: null })).status).toBe(422);
    expect((await api.get(`${path}/1`)).body.body).toBe("<p>Body</p>");
  });

  it.each([
    ["title", { title: "<b>x</b>" }],
    ["title", { title: 1 }],
    ["body", { title: "x", body: 1 }],
    ["labels", { title: "x", labels: "one" }],
    ["labels", { title: "x", labels: null }],
    ["labels[1]", { title: "x", labels: ["a", 1] }],
    ["service_statuses", { title: "x", service_statuses: null }],
    ["service_statuses[0].service_id", { title: "x", service_statuses: [{ service_id: 9, status: "up" }] }],
    ["service_statuses[0].status", { title: "x", service_statuses: [{ service_id: 1, status: "off" }] }],
  ])("[COM-07] [COM-10] [COM-13] is rejected because of its %s in %j", async (field, body) => {
    const { api } = await withService();
    const refused = await api.post(path, body);
    expect({ status: refused.status, field: refused.body.error.split(" ")[0] }).toEqual({ status: 422, field });
    expect((await api.get(path)).body.total).toBe(0);
  });

  it("keeps the status of a service that is deleted later", async () => {
    const { api } = await withService();
    await api.post(path, { ...texts, service_statuses: statuses });
    await api.delete("/hubs/acme/services/1");
    expect((await api.put(`${path}/1`, { title: "New" })).body).toMatchObject({
      title: "New",
      service_statuses: statuses,
    });
    expect((await api.put(`${path}/1`, { service_statuses: statuses })).status).toBe(422);
  });

  it("[COM-02] is soft-deleted: can still be read, but not changed or listed", async () => {
    const { api } = await withService();
    await api.post(path, texts);
    const deleted = await api.delete(`${path}/1`);
    expect(deleted).toMatchObject({ status: 200, body: { flags: { deleted: true } } });
    expect((await api.delete(`${path}/1`)).body).toEqual(deleted.body);
    expect((await api.get(`${path}/1`)).body).toEqual(deleted.body);
    expect((await api.put(`${path}/1`, { title: "x" })).status).toBe(422);
    expect((await api.get(path)).body.total).toBe(0);
  });

  it("[COM-12] can't be reached through another hub", async () => {
    const { api } = await withService();
    await api.post(path, texts);
    const other = path.replace("acme", "globex");
    expect((await api.get(`${other}/1`)).status).toBe(404);
    expect((await api.delete(`${other}/1`)).status).toBe(404);
    expect((await api.get(other)).body.total).toBe(0);
  });
});

describe("an incident update template", () => {
  const path = "/hubs/acme/incident_templates";

  it("[ITP-01] [ITP-02] [ITP-03] [ITP-05] [ITP-06] [ITP-07] [ITP-10] [ITP-11] [ITP-12] [ITP-13] [ITP-15] [COM-08] is created with the sent values", async () => {
    const { api } = await withService();
    const sent = { ...texts, incident_type: "monitoring", labels: ["one"], service_statuses: statuses };
    const { body } = await api.post(path, { ...sent, silent_update: true });
    expect(body).toMatchObject({
      ...sent,
      ...dates,
      id: 1,
      author: "admin@example.com",
      flags: { deleted: false, silent: true },
    });
    expect(body).not.toHaveProperty("silent_update");
    expect((await api.get(`${path}/1`)).body).toEqual(body);
  });

  it("[ITP-05] [COM-09] accepts the four types and null", async () => {
    const { api } = await withService();
    for (const incident_type of ["investigating", "identified", "monitoring", "resolved", null])
      expect((await api.post(path, { ...texts, incident_type })).body.incident_type).toBe(incident_type);
    expect((await api.post(path, { ...texts, incident_type: "over" })).status).toBe(422);
  });

  it("[ITP-08] [ITP-10] accepts true, false and null for silent_update, and shows true in flags.silent", async () => {
    const { api } = await withService();
    for (const silent_update of [true, false, null])
      expect((await api.post(path, { ...texts, silent_update })).body.flags.silent).toBe(silent_update === true);
    expect((await api.post(path, { ...texts, silent_update: "yes" })).status).toBe(422);
    expect(api.emulator.records("incident_templates").map((row) => row.silent_update)).toEqual([true, false, null]);
  });

  it("[ITP-16] [ITP-17] only changes fields that are sent", async () => {
    const { api } = await withService();
    const sent = { ...texts, incident_type: "monitoring", labels: ["one", "two"], service_statuses: statuses };
    await api.post(path, sent);
    const updates = [{ title: "T" }, { body: "B" }, { incident_type: null }, { labels: [] }, { service_statuses: [] }];
    let expected: object = sent;
    for (const update of updates) {
      expected = { ...expected, ...update };
      expect((await api.put(`${path}/1`, update)).body).toMatchObject(expected);
    }
    expect((await api.put(`${path}/1`, { silent_update: true })).body).toMatchObject({
      ...expected,
      flags: { silent: true },
    });
  });

  it("[ITP-18] can still be read after its deletion", async () => {
    const { api } = await withService();
    await api.post(path, texts);
    await api.delete(`${path}/1`);
    expect((await api.get(`${path}/1`)).body).toMatchObject({ ...texts, flags: { deleted: true } });
  });

  it("[ITP-14] is listed with basic info, or in full on request", async () => {
    const { api } = await withService();
    await api.post(path, { ...texts, labels: ["one"] });
    const { body } = await api.get(`${path}?page=1&per_page=10`);
    expect(body).toMatchObject({ total: 1, per_page: 10, data: [{ id: 1, title: "Title", labels: ["one"] }] });
    expect(Object.keys(body.data[0])).not.toContain("body");
    expect(Object.keys(body.data[0])).not.toContain("service_statuses");
    const full = await withService({ lists: "full" });
    const created = await full.api.post(path, texts);
    expect((await full.api.get(path)).body.data).toEqual([created.body]);
  });

  it("is listed without the inferred filters if only documented operations are offered", async () => {
    const { api } = await withService({ documentedOnly: true });
    await api.post(path, texts);
    expect((await api.get(`${path}?q=nothing`)).body.total).toBe(1);
  });
});

describe("a maintenance template", () => {
  const path = "/hubs/acme/maintenance_templates";

  it("[MTP-01] [MTP-02] [MTP-03] [MTP-05] [MTP-07] [MTP-08] [MTP-11] [MTP-12] [MTP-13] [MTP-14] [MTP-15] [MTP-23] is created with the sent values", async () => {
    const { api } = await withService();
    const sent = { ...texts, duration: 90, labels: ["db"], service_statuses: statuses, silent: true };
    const { body } = await api.post(path, sent);
    expect(body).toMatchObject({
      ...sent,
      ...dates,
      id: 1,
      author: "admin@example.com",
      flags: { deleted: false, silent: true },
    });
    expect(body).not.toHaveProperty("incident_type");
    expect((await api.get(`${path}/1`)).body).toEqual(body);
    expect((await api.post(path, { ...texts, incident_type: "monitoring" })).status).toBe(422);
  });

  it("[MTP-05] [MTP-06] accepts a duration from 1 to 5999, or null", async () => {
    const { api } = await withService();
    for (const duration of [1, 5999, null])
      expect((await api.post(path, { ...texts, duration })).body.duration).toBe(duration);
    for (const duration of [0, 6000, -1, 1.5, "60"]) {
      const { status, body } = await api.post(path, { ...texts, duration });
      expect({ status, field: body.error.split(" ")[0] }).toEqual({ status: 422, field: "duration" });
    }
    expect((await api.put(`${path}/1`, { duration: 6000 })).status).toBe(422);
    expect((await api.get(`${path}/1`)).body.duration).toBe(1);
  });

  it("[MTP-09] accepts true, false and null for silent, and returns it", async () => {
    const { api } = await withService();
    for (const silent of [true, false, null])
      expect((await api.post(path, { ...texts, silent })).body).toMatchObject({
        silent,
        flags: { silent: silent === true },
      });
    expect((await api.post(path, texts)).body.silent).toBeNull();
  });

  it("only changes fields that are sent", async () => {
    const { api } = await withService();
    await api.post(path, { ...texts, duration: 90, labels: ["a"], silent: true });
    expect((await api.put(`${path}/1`, { duration: null })).body).toMatchObject({
      ...texts,
      duration: null,
      labels: ["a"],
      silent: true,
    });
    expect((await api.put(`${path}/1`, { silent: null, labels: ["b", "c"] })).body).toMatchObject({
      silent: null,
      labels: ["b", "c"],
    });
  });

  it("[MTP-16] is listed in full, in pages", async () => {
    const { api } = await withService();
    const created = (await api.post(path, { ...texts, duration: 5 })).body;
    expect((await api.get(`${path}?page=1&per_page=1`)).body).toEqual({
      current_page: 1,
      page_count: 1,
      per_page: 1,
      total: 1,
      data: [created],
    });
  });

  it("[MTP-17] can be listed by author", async () => {
    const { api } = await withService();
    await api.post(path, { title: "mine" });
    await api.post(path, { title: "theirs" }, "emulator-editor-key");
    const titles = async (query: string) =>
      (await api.get(`${path}?${query}`)).body.data.map(({ title }: { title: string }) => title);
    expect(await titles("created_by_me=true")).toEqual(["mine"]);
    expect(await titles("created_by_me=false")).toEqual(["theirs"]);
    expect(await titles("created_by_me=all")).toEqual(["theirs", "mine"]);
    expect(await titles("")).toEqual(["theirs", "mine"]);
    expect((await api.get(`${path}?created_by_me=me`)).status).toBe(422);
  });

  it("[MTP-18] [MTP-24] is listed when deleted, on request", async () => {
    const { api } = await withService();
    await api.post(path, { title: "alive" });
    await api.post(path, { title: "dead" });
    await api.delete(`${path}/2`);
    const titles = async (query: string) =>
      (await api.get(`${path}?${query}`)).body.data.map(({ title }: { title: string }) => title);
    expect(await titles("")).toEqual(["alive"]);
    expect(await titles("deleted=false")).toEqual(["alive"]);
    expect(await titles("deleted=true")).toEqual(["dead"]);
    expect(await titles("deleted=all")).toEqual(["dead", "alive"]);
    expect((await api.get(`${path}/2`)).body).toMatchObject({ title: "dead", flags: { deleted: true } });
  });

  it("[MTP-19] [MTP-20] can be searched by text and by label", async () => {
    const { api } = await withService();
    await api.post(path, { title: "Database", labels: ["db", "night"] });
    await api.post(path, { title: "Network", body: "of the DATA center", labels: ["net"] });
    const titles = async (query: string) =>
      (await api.get(`${path}?${query}`)).body.data.map(({ title }: { title: string }) => title);
    expect(await titles("q=data")).toEqual(["Network", "Database"]);
    expect(await titles("q=base")).toEqual(["Database"]);
    expect(await titles("q_label=night")).toEqual(["Database"]);
    expect(await titles("q_label=nigh")).toEqual([]);
    expect(await titles("q=data&q_label=net")).toEqual(["Network"]);
  });

  it("[MTP-21] [MTP-22] is listed newest first, or oldest first", async () => {
    const { api, advance } = await withService();
    for (const title of ["a", "b", "c"]) {
      await api.post(path, { title });
      advance(1000);
    }
    const titles = async (query: string) =>
      (await api.get(`${path}?${query}`)).body.data.map(({ title }: { title: string }) => title);
    expect(await titles("")).toEqual(["c", "b", "a"]);
    expect(await titles("sort_prop=created_at")).toEqual(["c", "b", "a"]);
    expect(await titles("sort_dir=asc")).toEqual(["a", "b", "c"]);
    expect((await api.get(`${path}?sort_prop=title`)).status).toBe(422);
  });
});

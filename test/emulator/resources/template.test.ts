import { describe, expect } from "vitest";
import type { Api } from "../emulation.ts";
import { down, it } from "../scene.ts";

const texts = { title: "Title", body: "<p>Body</p>" };

describe.each([
  { name: "an incident", path: "/hubs/acme/incident_templates", ids: "[ITP-04] [ITP-13]" },
  { name: "a maintenance", path: "/hubs/acme/maintenance_templates", ids: "[MTP-04] [MTP-15]" },
])("a template of $name", ({ path, ids }) => {
  it(`${ids} only requires a title or a body`, async ({ api }) => {
    expect((await api.post(path, { title: "x" })).body).toMatchObject({
      title: "x",
      body: null,
      labels: [],
      service_statuses: [],
    });
    expect((await api.post(path, { body: "x" })).body).toMatchObject({ title: null, body: "x" });
    for (const body of [
      {},
      { title: null },
      { title: null, body: null, labels: ["a"] },
      { title: " " },
      { body: "\n" },
    ])
      expect(await api.post(path, body)).toMatchObject({
        status: 422,
        body: { error: "title is required unless body is given" },
      });
    expect((await api.get(path)).body.total).toBe(2);
  });

  it("keeps a title or a body through a PUT", async ({ api }) => {
    await api.post(path, texts);
    expect((await api.put(`${path}/1`, { title: null })).body).toMatchObject({ title: null, body: "<p>Body</p>" });
    expect((await api.put(`${path}/1`, { body: null })).status).toBe(422);
    expect((await api.get(`${path}/1`)).body.body).toBe("<p>Body</p>");
  });

  it("keeps the status of a service that is deleted later", async ({ api }) => {
    await api.post(path, { ...texts, service_statuses: down() });
    await api.delete("/hubs/acme/services/1");
    expect((await api.put(`${path}/1`, { title: "New" })).body).toMatchObject({
      title: "New",
      service_statuses: down(),
    });
    expect((await api.put(`${path}/1`, { service_statuses: down() })).status).toBe(422);
  });
});

describe("an incident update template", () => {
  const path = "/hubs/acme/incident_templates";

  it("[ITP-05] [COM-09] accepts the four types and null", async ({ api }) => {
    for (const incident_type of ["investigating", "identified", "monitoring", "resolved", null])
      expect((await api.post(path, { ...texts, incident_type })).body.incident_type).toBe(incident_type);
  });

  it("[ITP-08] [ITP-10] accepts true, false and null for silent_update, and shows true in flags.silent", async ({
    api,
  }) => {
    for (const silent_update of [true, false, null])
      expect((await api.post(path, { ...texts, silent_update })).body.flags.silent).toBe(silent_update === true);
    expect(api.emulator.records("incident_templates").map((row) => row.silent_update)).toEqual([true, false, null]);
  });
});

describe("a maintenance template", () => {
  const path = "/hubs/acme/maintenance_templates";
  const titles = async (api: Api, query: string) =>
    (await api.get(`${path}?${query}`)).body.data.map(({ title }: { title: string }) => title);

  it("[MTP-09] accepts true, false and null for silent, and returns it", async ({ api }) => {
    for (const silent of [true, false, null])
      expect((await api.post(path, { ...texts, silent })).body).toMatchObject({
        silent,
        flags: { silent: silent === true },
      });
    expect((await api.post(path, texts)).body.silent).toBeNull();
  });

  it("[MTP-17] can be listed by author", async ({ api }) => {
    await api.post(path, { title: "mine" });
    await api.post(path, { title: "theirs" }, "emulator-editor-key");
    expect(await titles(api, "created_by_me=true")).toEqual(["mine"]);
    expect(await titles(api, "created_by_me=false")).toEqual(["theirs"]);
    expect(await titles(api, "created_by_me=all")).toEqual(["theirs", "mine"]);
    expect(await titles(api, "")).toEqual(["theirs", "mine"]);
    expect((await api.get(`${path}?created_by_me=me`)).status).toBe(422);
  });

  it("[MTP-18] [MTP-24] is listed when deleted, on request", async ({ api }) => {
    await api.post(path, { title: "alive" });
    await api.post(path, { title: "dead" });
    await api.delete(`${path}/2`);
    expect(await titles(api, "")).toEqual(["alive"]);
    expect(await titles(api, "deleted=false")).toEqual(["alive"]);
    expect(await titles(api, "deleted=true")).toEqual(["dead"]);
    expect(await titles(api, "deleted=all")).toEqual(["dead", "alive"]);
    expect((await api.get(`${path}/2`)).body).toMatchObject({ title: "dead", flags: { deleted: true } });
  });

  it("[MTP-19] [MTP-20] can be searched by text and by label", async ({ api }) => {
    await api.post(path, { title: "Database", labels: ["db", "night"] });
    await api.post(path, { title: "Network", body: "of the DATA center", labels: ["net"] });
    expect(await titles(api, "q=data")).toEqual(["Network", "Database"]);
    expect(await titles(api, "q=base")).toEqual(["Database"]);
    expect(await titles(api, "q_label=night")).toEqual(["Database"]);
    expect(await titles(api, "q_label=nigh")).toEqual([]);
    expect(await titles(api, "q=data&q_label=net")).toEqual(["Network"]);
  });

  it("[MTP-21] [MTP-22] is listed newest first, or oldest first", async ({ api }) => {
    for (const title of ["a", "b", "c"]) {
      await api.post(path, { title });
      api.emulator.clock.advance(1000);
    }
    expect(await titles(api, "")).toEqual(["c", "b", "a"]);
    expect(await titles(api, "sort_prop=created_at")).toEqual(["c", "b", "a"]);
    expect(await titles(api, "sort_dir=asc")).toEqual(["a", "b", "c"]);
    expect((await api.get(`${path}?sort_prop=title`)).status).toBe(422);
  });
});

import { describe, expect } from "vitest";
import { down, it } from "../scene.ts";

const texts = { title: "Title", body: "<p>Body</p>" };

describe.each([
  { table: "incident_templates", least: "[ITP-04] [ITP-13]", silences: "[ITP-08] [ITP-10]", silent: "silent_update" },
  { table: "maintenance_templates", least: "[MTP-04] [MTP-15]", silences: "[MTP-09]", silent: "silent" },
] as const)("one of the $table", ({ table, least, silences, silent }) => {
  const path = `/hubs/acme/${table}`;

  it(`${least} only requires a title or a body`, async ({ api }) => {
    expect((await api.post(path, { body: "x" })).body).toMatchObject({ title: null, body: "x" });
    for (const body of [{ title: null, body: null, labels: ["a"] }, { title: " " }, { body: "\n" }])
      expect(await api.post(path, body)).toMatchObject({
        status: 422,
        body: { error: "title is required unless body is given" },
      });
    expect((await api.get(path)).body.total).toBe(1);
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

  it(`${silences} accepts true, false and null for silence, and flags only true`, async ({ api }) => {
    for (const value of [true, false, null])
      expect((await api.post(path, { ...texts, [silent]: value })).body.flags.silent).toBe(value === true);
    expect(api.emulator.records(table).map((row: Record<string, unknown>) => row[silent])).toEqual([true, false, null]);
  });
});

describe("a maintenance template", () => {
  const path = "/hubs/acme/maintenance_templates";

  it.for<[title: string, query: string, titles: string[]]>([
    ["[MTP-18] [MTP-21] that isn't deleted is listed, newest first", "", ["Network", "Database"]],
    ["[MTP-21] is listed by the date of creation", "sort_prop=created_at", ["Network", "Database"]],
    ["[MTP-22] is listed oldest first on request", "sort_dir=asc", ["Database", "Network"]],
    ["[MTP-17] is listed by its author", "created_by_me=true", ["Database"]],
    ["[MTP-17] of somebody else is listed on request", "created_by_me=false", ["Network"]],
    ["[MTP-17] is listed whoever is the author", "created_by_me=all", ["Network", "Database"]],
    ["[MTP-18] isn't listed if it is deleted", "deleted=false", ["Network", "Database"]],
    ["[MTP-18] [MTP-24] that is deleted is listed on request", "deleted=true", ["Removed"]],
    ["[MTP-18] is listed whether it is deleted or not", "deleted=all", ["Removed", "Network", "Database"]],
    ["[MTP-19] is found by a part of title or body", "q=data", ["Network", "Database"]],
    ["[MTP-19] is found by a part of its title", "q=base", ["Database"]],
    ["[MTP-20] is found by a label", "q_label=night", ["Database"]],
    ["[MTP-20] isn't found by a part of a label", "q_label=nigh", []],
    ["[MTP-19] [MTP-20] is found by text and label", "q=data&q_label=net", ["Network"]],
  ])("%s", async ([, query, titles], { api }) => {
    await api.post(path, { title: "Database", labels: ["db", "night"] });
    api.emulator.clock.advance(1000);
    await api.post(path, { title: "Network", body: "of the DATA center", labels: ["net"] }, "emulator-editor-key");
    await api.post(path, { title: "Removed" });
    await api.delete(`${path}/3`);
    const { body } = await api.get(`${path}?${query}`);
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(titles);
  });

  it.for(["created_by_me=me", "sort_prop=title"])("[MTP-17] [MTP-21] isn't listed by %s", async (query, { api }) => {
    expect((await api.get(`${path}?${query}`)).status).toBe(422);
  });
});

import { describe, expect } from "vitest";
import { type Api, createService, startEmulator } from "../emulation.ts";
import {
  createIncident,
  createMaintenance,
  down,
  incident,
  incidents,
  it,
  maintenance,
  maintenances,
  resolveIncident,
} from "../scene.ts";

const idsAt = async (api: Api, path: string, query = "") =>
  (await api.get(`${path}?${query}`)).body.data.map(({ id }: { id: number | string }) => Number(id));

describe.each([
  { name: "an incident", path: incidents, bodyOf: incident },
  { name: "a maintenance", path: maintenances, bodyOf: maintenance },
])("$name", ({ path, bodyOf }) => {
  it("is listed by default if it is a draft", async ({ api }) => {
    await api.post(path, bodyOf({ state: "draft" }));
    await api.post(path, bodyOf());
    expect(await idsAt(api, path)).toEqual([2, 1]);
    expect(await idsAt(api, path, "draft=false")).toEqual([2]);
    expect(await idsAt(api, path, "draft=true")).toEqual([1]);
  });

  it.for(["deleted", "draft"])("is only filtered by a word that %s knows", async (filter, { api }) => {
    expect((await api.get(`${path}?${filter}=all`)).status).toBe(200);
    expect((await api.get(`${path}?${filter}=some`)).status).toBe(422);
  });

  it("[HUB-27] is part of a connected hub that shares a service of it, and read-only there", async ({ api }) => {
    await api.post(path, bodyOf({ service_statuses: [...down(3), ...down(1)] }));
    await api.post(path, bodyOf({ service_statuses: down(3) }));
    const connected = path.replace("acme", "acme-partners");
    expect(await idsAt(api, connected)).toEqual([1]);
    expect((await api.get(`${connected}/1`)).body).toEqual((await api.get(`${path}/1`)).body);
    expect((await api.get(`${connected}/2`)).status).toBe(404);
    expect((await api.post(connected, bodyOf())).status).toBe(422);
    expect((await api.delete(`${connected}/1`)).status).toBe(422);
    expect((await api.get(`${path}/1`)).body.flags.deleted).toBe(false);
    api.emulator.edit("hubs", 3, { shared_services: [2] });
    expect(await idsAt(api, connected)).toEqual([]);
  });
});

describe("a list of events", () => {
  it("[LST-06] [LST-07] [LST-08] [LST-09] [LST-10] has incidents in a range; open ones never end", async ({ api }) => {
    await createIncident(api, { start_time: "2025-12-01 00:00:00" });
    await resolveIncident(api, 1, { start_time: "2025-12-03 00:00:00" });
    await createIncident(api, { start_time: "2025-12-05 00:00:00" });
    const ranges: Readonly<Record<string, number[]>> = {
      "start_time=2025-12-02T00:00:00Z&end_time=2025-12-02T12:00:00Z": [1],
      "start_time=2025-11-01 00:00:00&end_time=2025-12-10 00:00:00": [2, 1],
      "start_time=2025-12-04 00:00:00&end_time=2025-12-04 12:00:00": [],
      "start_time=2025-12-04 00:00:00": [2],
      "start_time=2999-01-01 00:00:00": [2],
      "end_time=2025-12-04 00:00:00": [1],
      "end_time=2025-11-01 00:00:00": [],
      // Touching counts as overlapping: the first second of one, the last of the other.
      "end_time=2025-12-01 00:00:00": [1],
      "start_time=2025-12-03 00:00:00&end_time=2025-12-04 00:00:00": [1],
    };
    for (const [query, ids] of Object.entries(ranges))
      expect([query, await idsAt(api, incidents, query)]).toEqual([query, ids]);
    for (const query of ["start_time=soon", "start_time=2025-12-02T00:00:00Z&end_time=2025-12-01T00:00:00Z"])
      expect((await api.get(`${incidents}?${query}`)).status).toBe(422);
  });

  it("[MNT-20] [LST-06] [LST-07] [LST-08] [LST-09] has pages of maintenances in a range", async ({ api }) => {
    await createMaintenance(api, { start_time: "2026-03-01T00:00:00Z", end_time: "2026-03-02T00:00:00Z" });
    await createMaintenance(api, { start_time: "2026-05-01T00:00:00Z", end_time: "2026-05-02T00:00:00Z" });
    const end = "end_time=2026-04-01T00:00:00Z";
    expect(await idsAt(api, maintenances, `start_time=2026-03-01T12:00:00Z&${end}`)).toEqual([1]);
    expect(await idsAt(api, maintenances, `start_time=2026-03-03T00:00:00Z&${end}`)).toEqual([]);
    expect(await idsAt(api, maintenances, "extend=flags&page=2&per_page=1")).toEqual([1]);
  });
});

const services = "/hubs/acme/services";

async function withCount(count: number) {
  const api = await startEmulator();
  for (let index = 0; index < count; index += 1) await createService(api, { name: `Service ${index}` });
  return api;
}

describe("a paginated list", () => {
  it.each([
    ["[LST-01] [LST-02] starts at page 1, of 25 records", "", 26, { current_page: 1, per_page: 25, page_count: 2 }],
    ["[LST-02] allows up to 100 records per page", "per_page=100", 3, { per_page: 100, page_count: 1 }],
    ["[LST-04] of no records has one page", "", 0, { current_page: 1, page_count: 1, per_page: 25, data: [] }],
    ["is empty beyond its end", "page=5", 1, { current_page: 5, page_count: 1, data: [] }],
    ["[LST-01] has no maximum page", "page=1000000001", 1, { current_page: 1_000_000_001, data: [] }],
    ["takes what JSON can carry", "page=9007199254740993000", 1, { current_page: Number.MAX_SAFE_INTEGER, data: [] }],
  ])("%s", async (_, query, count, expected) => {
    const api = await withCount(count);
    const { body } = await api.get(`${services}?${query}`);
    expect(body).toMatchObject({ ...expected, total: count });
    expect(body.data.length).toBeLessThanOrEqual(body.per_page);
  });

  it.each(["page=0", "page=-1", "page=1.5", "page=x", "page=", "per_page=0", "per_page=101", "per_page=1e2"])(
    "[LST-03] rejects %s",
    async (query) => {
      const api = await withCount(1);
      const { status, body } = await api.get(`${services}?${query}`);
      expect(status).toBe(422);
      expect(body.error).toMatch(/^(per_)?page must be a whole number/);
    },
  );

  it("[LST-05] holds each record once across its pages", async () => {
    const api = await withCount(7);
    const pages = await Promise.all([1, 2, 3].map((page) => api.get(`${services}?per_page=3&page=${page}`)));
    expect(pages.map(({ body }) => body.data.map(({ id }: { id: number }) => id))).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    for (const { body } of pages) expect(body).toMatchObject({ total: 7, page_count: 3 });
  });
});

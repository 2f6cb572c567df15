import { describe, expect, it } from "vitest";
import type { Api } from "../emulation.ts";
import {
  createIncident,
  createMaintenance,
  down,
  incident,
  incidents,
  maintenance,
  maintenances,
  resolveIncident,
  withServices,
} from "../scene.ts";

const idsAt = async (api: Api, path: string, query = "") =>
  (await api.get(`${path}?${query}`)).body.data.map(({ id }: { id: number | string }) => Number(id));

describe.each([
  { name: "an incident", path: incidents, bodyOf: incident },
  { name: "a maintenance", path: maintenances, bodyOf: maintenance },
])("$name", ({ path, bodyOf }) => {
  it("is listed by default if it is a draft", async () => {
    const api = await withServices();
    await api.post(path, bodyOf({ state: "draft" }));
    await api.post(path, bodyOf());
    expect(await idsAt(api, path)).toEqual([2, 1]);
    expect(await idsAt(api, path, "draft=false")).toEqual([2]);
    expect(await idsAt(api, path, "draft=true")).toEqual([1]);
  });

  it("[HUB-27] is part of a connected hub that shares one of its services, and can only be changed in the primary hub", async () => {
    const api = await withServices();
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

describe("the list of incidents", () => {
  it("shows the type of the last update, newest first", async () => {
    const api = await withServices();
    await createIncident(api);
    await resolveIncident(api, 1);
    await createIncident(api, { start_time: "2026-01-01T11:00:00Z", incident_type: "identified" });
    expect((await api.get(incidents)).body.data).toMatchObject([
      { id: 2, last_incident_type: "identified", end_time: null },
      { id: 1, last_incident_type: "resolved" },
    ]);
  });

  it("[LST-06] [LST-07] [LST-08] [LST-09] [LST-10] holds incidents that overlap a range; an open incident never ends", async () => {
    const api = await withServices();
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
});

describe("the list of maintenances", () => {
  it("[MNT-20] [LST-06] [LST-07] [LST-08] [LST-09] holds maintenances that overlap a range, newest first, in pages", async () => {
    const api = await withServices();
    for (const month of ["03", "05"])
      await createMaintenance(api, {
        start_time: `2026-${month}-01T00:00:00Z`,
        end_time: `2026-${month}-02T00:00:00Z`,
      });
    expect(await idsAt(api, maintenances, "start_time=2026-03-01T12:00:00Z&end_time=2026-04-01T00:00:00Z")).toEqual([
      1,
    ]);
    expect(await idsAt(api, maintenances, "start_time=2026-03-03T00:00:00Z&end_time=2026-04-01T00:00:00Z")).toEqual([]);
    expect(await idsAt(api, maintenances, "extend=flags&page=2&per_page=1")).toEqual([1]);
  });
});

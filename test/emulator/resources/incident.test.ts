import { describe, expect } from "vitest";
import type { Api, Response } from "../emulation.ts";
import { createIncident, down, incident, incidents, it, resolveIncident, updateIncident } from "../scene.ts";

const start = "2026-01-01T10:00:00Z";

const updatesOf = async (api: Api, id: number): Promise<Response["body"][]> =>
  (await api.get(`${incidents}/${id}/incident_updates`)).body.data;

describe("an incident", () => {
  it("[INC-14] [INC-16] [INC-22] [UPD-04] comes with its first update", async ({ api }) => {
    await createIncident(api, { body: "<p>Soon.</p>", state: "unconfirmed", incident_type: "identified" });
    await createIncident(api, { incident_type: "monitoring" });
    const fields = { title: "API is down", start_time: start, service_statuses: down() };
    expect(await updatesOf(api, 1)).toMatchObject([
      { ...fields, id: 1, body: "<p>Soon.</p>", incident_type: "identified", state: "unconfirmed" },
    ]);
    expect(await updatesOf(api, 2)).toMatchObject([
      { ...fields, id: 2, body: "", incident_type: "monitoring", state: "published" },
    ]);
  });

  it("[INC-12] [INC-13] starts now if start_time is null, and may say so", async ({ api }) => {
    for (const start_time of [null, "2026-01-02T00:00:00Z"])
      expect((await createIncident(api, { start_time })).start_time).toBe("2026-01-02T00:00:00Z");
  });

  it("[COM-03] [COM-04] [COM-05] accepts forms of a time, in UTC by default, and returns one", async ({ api }) => {
    for (const start_time of ["2026-01-01 10:00:00", "2026-01-01T10:00:00.999Z", "2026-01-01T12:00:00+02:00"])
      expect((await createIncident(api, { start_time })).start_time).toBe(start);
  });

  it("[INC-17] [INC-18] keeps silent, by default false, and its state, by default published", async ({ api }) => {
    await createIncident(api, { silent: true, state: "draft" });
    await createIncident(api, { silent: false, state: "unconfirmed" });
    for (const state of ["published", null, undefined]) await createIncident(api, { state });
    const kept = api.emulator.records("incident_updates").map(({ silent, state }) => [silent, state]);
    expect(kept).toEqual([[true, "draft"], [false, "unconfirmed"], ...Array(3).fill([false, "published"])]);
    expect((await api.get(`${incidents}/2`)).body.flags.draft).toBe(false);
  });

  it("[INC-25] [INC-26] [UPD-19] goes through all types, one update each, and ends later", async ({ api }) => {
    await createIncident(api);
    await updateIncident(api, 1, { service_statuses: down() });
    const third = { incident_type: "monitoring", start_time: "2026-01-01T12:00:00Z", service_statuses: down() };
    await updateIncident(api, 1, third);
    await resolveIncident(api, 1, { start_time: "2026-01-01T13:00:00Z" });
    const types = (await updatesOf(api, 1)).map(({ incident_type }) => incident_type);
    expect(types).toEqual(["resolved", "monitoring", "identified", "investigating"]);
    const period = { start_time: start, end_time: "2026-01-01T13:00:00Z" };
    expect((await api.get(`${incidents}/1`)).body).toMatchObject(period);
  });

  it("[INC-25] can't end when it starts; resolved immediately without a time, it lasts a second", async ({ api }) => {
    await createIncident(api, { start_time: null });
    expect((await resolveIncident(api, 1, { start_time: "2026-01-02T00:00:00Z" })).status).toBe(422);
    expect((await resolveIncident(api, 1, { start_time: null })).status).toBe(200);
    expect((await api.get(`${incidents}/1`)).body.end_time).toBe("2026-01-02T00:00:01Z");
  });

  it("[INC-19] [INC-21] can follow up a resolved one, which stays resolved", async ({ api }) => {
    await createIncident(api);
    await resolveIncident(api, 1);
    const followUp = await createIncident(api, { original_incident_id: 1 });
    expect(followUp).toMatchObject({ id: 2, end_time: null });
    expect((await api.get(`${incidents}/1`)).body.end_time).toBe("2026-01-01T12:00:00Z");
    expect(api.emulator.records("incidents")[1]?.original_incident_id).toBe(1);
  });

  it("[INC-20] can't follow up an open one, one of another hub, or a missing one", async ({ api }) => {
    await createIncident(api);
    expect((await api.post(incidents, incident({ original_incident_id: 1 }))).status).toBe(422);
    expect((await api.post(incidents, incident({ original_incident_id: 7 }))).status).toBe(422);
    await resolveIncident(api, 1);
    await api.post("/hubs/globex/services", { group_id: 9, name: "x" });
    const other = incident({ original_incident_id: 1, service_statuses: down(4) });
    expect((await api.post("/hubs/globex/incidents", other)).status).toBe(422);
    expect((await api.get(incidents)).body.total).toBe(1);
  });

  it("accepts no more updates once it is deleted, and keeps those that it has", async ({ api }) => {
    await createIncident(api);
    await api.delete(`${incidents}/1`);
    expect((await resolveIncident(api, 1)).status).toBe(422);
    expect((await updatesOf(api, 1))[0]?.flags.deleted).toBe(false);
  });
});

import { describe, expect, test } from "vitest";
import type { Api } from "../emulation.ts";
import { createIncident, down, incidents, resolveIncident, updateIncident, withServices } from "../scene.ts";

const one = `${incidents}/1`;
const updates = `${one}/incident_updates`;

/** An emulator at 2026-01-02 00:00 with an incident on service 1, open since 10:00 the day before. */
async function withIncident(fields: object = {}): Promise<Api> {
  const api = await withServices();
  await createIncident(api, { title: "First", ...fields });
  return api;
}

const it = test.extend("api", () => withIncident());

/** Adds an update on service 1. */
const update = (api: Api, fields: object = {}) => updateIncident(api, 1, { service_statuses: down(), ...fields });

const titleOf = async (api: Api) => (await api.get(one)).body.title;

describe("an incident update", () => {
  it("is published for the state null, and starts now for the start_time null", async ({ api }) => {
    const published = { state: "published", start_time: "2026-01-02T00:00:00Z" };
    expect((await update(api, { state: null, start_time: null })).body).toMatchObject(published);
  });

  it("[UPD-13] needs service_statuses unless it resolves", async ({ api }) => {
    expect((await updateIncident(api, 1)).body.error).toBe(
      "service_statuses is required unless incident_type is resolved",
    );
    expect((await resolveIncident(api, 1)).status).toBe(200);
  });

  it("[UPD-15] can't resolve before all other updates", async ({ api }) => {
    expect((await resolveIncident(api, 1, { start_time: "2026-01-01T09:00:00Z" })).status).toBe(422);
    expect((await api.get(one)).body.end_time).toBeNull();
    expect((await api.get(updates)).body.total).toBe(1);
  });

  it("[UPD-16] can't be added to a resolved incident", async ({ api }) => {
    await resolveIncident(api, 1);
    expect((await resolveIncident(api, 1, { start_time: "2026-01-01T13:00:00Z" })).status).toBe(422);
    expect((await update(api, { start_time: "2026-01-01T13:00:00Z" })).status).toBe(422);
    expect((await api.get(one)).body.end_time).toBe("2026-01-01T12:00:00Z");
  });

  it("[UPD-17] [UPD-18] that resolves only ends its incident, and sets all its services to up", async ({ api }) => {
    await createIncident(api, { title: "Other" });
    await update(api, { service_statuses: [{ service_id: 2, status: "degraded-performance" }] });
    const { body } = await resolveIncident(api, 1);
    expect(body.service_statuses).toEqual([
      { service_id: 1, status: "up" },
      { service_id: 2, status: "up" },
    ]);
    expect((await api.get(one)).body.end_time).toBe("2026-01-01T12:00:00Z");
    expect((await api.get("/hubs/acme/incidents/2")).body.end_time).toBeNull();
    expect((await api.get("/hubs/acme/incidents/2/incident_updates")).body.data[0].service_statuses).toEqual(down());
  });

  it("[INC-04] [UPD-03] gives its title to the incident if it is the latest by start_time", async ({ api }) => {
    await update(api, { title: "Latest", start_time: "2026-01-01T12:00:00Z" });
    expect(await titleOf(api)).toBe("Latest");
    await update(api, { title: "Late in coming", start_time: "2026-01-01T11:00:00Z" });
    expect(await titleOf(api)).toBe("Latest");
    await api.put(`${updates}/3`, { start_time: "2026-01-01T13:00:00Z" });
    expect(await titleOf(api)).toBe("Late in coming");
  });

  it("[INC-05] gives no title if it is a draft", async ({ api }) => {
    expect((await update(api, { title: "Draft", state: "draft" })).body.flags.draft).toBe(true);
    expect(await titleOf(api)).toBe("First");
    await api.put(`${updates}/2`, { state: "published" });
    expect(await titleOf(api)).toBe("Draft");
    await api.put(`${updates}/2`, { state: "draft" });
    expect(await titleOf(api)).toBe("First");
  });

  it("[INC-06] [UPD-15] gives its start to the incident if it starts first, draft or not", async () => {
    const api = await withIncident({ state: "draft" });
    expect((await resolveIncident(api, 1)).body.flags.draft).toBe(false);
    await api.put(`${updates}/2`, { incident_type: "monitoring", service_statuses: [{ service_id: 1, status: "up" }] });
    await update(api, { start_time: "2026-01-01T23:00:00Z" });
    expect((await api.get(one)).body).toMatchObject({ start_time: "2026-01-01T10:00:00Z", title: "Still on it" });
    await update(api, { start_time: "2026-01-01T08:00:00Z" });
    expect((await api.get(one)).body.start_time).toBe("2026-01-01T08:00:00Z");
    await api.delete(`${updates}/4`);
    expect((await api.get(one)).body.start_time).toBe("2026-01-01T10:00:00Z");
  });

  it.each(["draft", "published"])("[UPD-17] ends a %s incident if it resolves it, even as a draft", async (state) => {
    const api = await withIncident({ state });
    await resolveIncident(api, 1, { state: "draft" });
    expect((await api.get(one)).body.end_time).toBe("2026-01-01T12:00:00Z");
    expect((await api.get("/hubs/acme/incidents")).body.data[0].last_incident_type).toBe("resolved");
    expect((await update(api)).status).toBe(422);
  });

  it("resolves or reopens its incident with its type", async ({ api }) => {
    await update(api);
    expect((await api.put(`${updates}/2`, { incident_type: "resolved" })).body.service_statuses).toEqual([
      { service_id: 1, status: "up" },
    ]);
    expect((await api.get(one)).body.end_time).toBe("2026-01-01T11:00:00Z");
    expect((await api.put(`${updates}/2`, { incident_type: "monitoring" })).status).toBe(422);
    await api.put(`${updates}/2`, { incident_type: "monitoring", service_statuses: [{ service_id: 2, status: "up" }] });
    expect((await api.get(one)).body.end_time).toBeNull();
    expect((await api.put(`${updates}/2`, { incident_type: "resolved", service_statuses: [] })).status).toBe(422);
    expect((await api.put(`${updates}/1`, { incident_type: "resolved" })).status).toBe(422);
  });

  it("can't be deleted if it is the only one, and otherwise takes its title along", async ({ api }) => {
    expect((await api.delete(`${updates}/1`)).status).toBe(422);
    await update(api, { title: "Latest" });
    await api.delete(`${updates}/2`);
    expect(await titleOf(api)).toBe("First");
  });

  it("[COM-12] can't be reached through another incident", async ({ api }) => {
    await createIncident(api);
    const elsewhere = `${incidents}/2/incident_updates/1`;
    expect((await api.get(elsewhere)).status).toBe(404);
    expect((await api.put(elsewhere, { title: "x" })).status).toBe(404);
  });
});

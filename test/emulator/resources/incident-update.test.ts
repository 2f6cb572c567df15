import { describe, expect, it } from "vitest";
import { type Api, createService, startEmulator } from "../emulation.ts";

const incident = "/hubs/acme/incidents/1";
const updates = `${incident}/incident_updates`;

/** An emulator at 2026-01-02 00:00 with services 1 and 2 and an incident on service 1, open since 10:00 the day before. */
async function withIncident(fields: object = {}): Promise<Api> {
  const api = await startEmulator({ clock: { now: () => Date.UTC(2026, 0, 2) } });
  for (const name of ["API", "Web"]) await createService(api, { name });
  await api.post("/hubs/acme/incidents", {
    ...update({ title: "First" }),
    start_time: "2026-01-01T10:00:00Z",
    ...fields,
  });
  return api;
}

const update = (fields: object = {}) => ({
  title: "Next",
  start_time: "2026-01-01T11:00:00Z",
  incident_type: "investigating",
  service_statuses: [{ service_id: 1, status: "down" }],
  ...fields,
});

const resolved = (fields: object = {}) =>
  update({
    title: "Done",
    start_time: "2026-01-01T12:00:00Z",
    incident_type: "resolved",
    service_statuses: undefined,
    ...fields,
  });

const titleOf = async (api: Api) => (await api.get(incident)).body.title;

describe("an incident update", () => {
  it("[UPD-01] [UPD-02] [UPD-03] [UPD-05] [UPD-06] [UPD-07] [UPD-08] [UPD-09] [UPD-10] [UPD-11] [COM-06] is created with the sent values", async () => {
    const api = await withIncident();
    const sent = update({ body: "<p>More</p>", state: "unconfirmed", incident_type: "monitoring" });
    const { status, body } = await api.post(`${updates}?extend=flags`, { ...sent, silent: true });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...sent,
      id: 2,
      author: "admin@example.com",
      created_at: "2026-01-02T00:00:00Z",
      updated_at: "2026-01-02T00:00:00Z",
      flags: { deleted: false, draft: false },
    });
    expect((await api.get(`${updates}/2`)).body).toEqual(body);
    expect((await api.post(updates, update({ state: "draft" }))).body.flags.draft).toBe(true);
  });

  it("[UPD-04] [UPD-20] has an empty body and is published by default", async () => {
    const api = await withIncident();
    expect((await api.post(updates, update())).body).toMatchObject({ body: "", state: "published" });
    expect((await api.post(updates, update({ state: null }))).body.state).toBe("published");
  });

  it("[COM-08] keeps the tags of its body", async () => {
    const api = await withIncident();
    const body = '<p>See <a href="https://example.com">here</a> & <b>wait</b></p>';
    expect((await api.post(updates, update({ body }))).body.body).toBe(body);
  });

  it.each(["title", "start_time", "incident_type"])("is rejected without %s", async (field) => {
    const api = await withIncident();
    expect((await api.post(updates, update({ [field]: undefined }))).body.error).toBe(`${field} is required`);
  });

  it("[UPD-12] can't start in the future", async () => {
    const api = await withIncident();
    expect((await api.post(updates, update({ start_time: "2026-01-02T00:00:01Z" }))).status).toBe(422);
    expect((await api.put(`${updates}/1`, { start_time: "2026-01-02T00:00:01Z" })).status).toBe(422);
    expect((await api.post(updates, update({ start_time: null }))).body.start_time).toBe("2026-01-02T00:00:00Z");
  });

  it("[UPD-13] needs service_statuses unless it resolves", async () => {
    const api = await withIncident();
    expect(await api.post(updates, update({ service_statuses: undefined }))).toMatchObject({
      status: 422,
      body: { error: "service_statuses is required unless incident_type is resolved" },
    });
    expect((await api.post(updates, update({ service_statuses: [] }))).status).toBe(422);
  });

  it("[UPD-14] must not carry service_statuses if it resolves", async () => {
    const api = await withIncident();
    const statuses = [{ service_id: 1, status: "up" }];
    expect(await api.post(updates, resolved({ service_statuses: statuses }))).toMatchObject({
      status: 422,
      body: { error: "service_statuses is forbidden with incident_type resolved" },
    });
    expect((await api.get(incident)).body.end_time).toBeNull();
  });

  it("[UPD-15] can't resolve before all other updates", async () => {
    const api = await withIncident();
    expect((await api.post(updates, resolved({ start_time: "2026-01-01T09:00:00Z" }))).status).toBe(422);
    expect((await api.get(incident)).body.end_time).toBeNull();
    expect((await api.get(updates)).body.total).toBe(1);
  });

  it("[UPD-16] can't be added to a resolved incident", async () => {
    const api = await withIncident();
    await api.post(updates, resolved());
    expect((await api.post(updates, resolved({ start_time: "2026-01-01T13:00:00Z" }))).status).toBe(422);
    expect((await api.post(updates, update({ start_time: "2026-01-01T13:00:00Z" }))).status).toBe(422);
    expect((await api.get(incident)).body.end_time).toBe("2026-01-01T12:00:00Z");
  });

  it("[UPD-17] [UPD-18] that resolves ends the incident and sets all its services to up, for this incident", async () => {
    const api = await withIncident();
    await api.post("/hubs/acme/incidents", update({ title: "Other" }));
    await api.post(updates, update({ service_statuses: [{ service_id: 2, status: "degraded-performance" }] }));
    const { body } = await api.post(updates, resolved());
    expect(body.service_statuses).toEqual([
      { service_id: 1, status: "up" },
      { service_id: 2, status: "up" },
    ]);
    expect((await api.get(incident)).body.end_time).toBe("2026-01-01T12:00:00Z");
    expect((await api.get("/hubs/acme/incidents/2")).body.end_time).toBeNull();
    expect((await api.get("/hubs/acme/incidents/2/incident_updates")).body.data[0].service_statuses).toEqual([
      { service_id: 1, status: "down" },
    ]);
  });

  it("[UPD-19] of another type leaves the incident open", async () => {
    const api = await withIncident();
    for (const incident_type of ["investigating", "identified", "monitoring"])
      await api.post(updates, update({ incident_type }));
    expect((await api.get(incident)).body.end_time).toBeNull();
  });

  it("[INC-04] [UPD-03] gives its title to the incident if it is the latest by start_time", async () => {
    const api = await withIncident();
    await api.post(updates, update({ title: "Latest", start_time: "2026-01-01T12:00:00Z" }));
    expect(await titleOf(api)).toBe("Latest");
    await api.post(updates, update({ title: "Late in coming", start_time: "2026-01-01T11:00:00Z" }));
    expect(await titleOf(api)).toBe("Latest");
    await api.put(`${updates}/3`, { start_time: "2026-01-01T13:00:00Z" });
    expect(await titleOf(api)).toBe("Late in coming");
  });

  it("[INC-05] gives no title if it is a draft", async () => {
    const api = await withIncident();
    await api.post(updates, update({ title: "Draft", state: "draft" }));
    expect(await titleOf(api)).toBe("First");
    await api.put(`${updates}/2`, { state: "published" });
    expect(await titleOf(api)).toBe("Draft");
    await api.put(`${updates}/2`, { state: "draft" });
    expect(await titleOf(api)).toBe("First");
  });

  it("[INC-06] [UPD-15] gives its start to the incident if it is the first, draft or not", async () => {
    const api = await withIncident({ state: "draft" });
    expect((await api.post(updates, resolved())).body.flags.draft).toBe(false);
    await api.put(`${updates}/2`, { incident_type: "monitoring", service_statuses: [{ service_id: 1, status: "up" }] });
    await api.post(updates, update({ start_time: "2026-01-01T23:00:00Z" }));
    expect((await api.get(incident)).body).toMatchObject({ start_time: "2026-01-01T10:00:00Z", title: "Next" });
  });

  it.each(["draft", "published"])("[UPD-17] ends a %s incident if it resolves it, even as a draft", async (state) => {
    const api = await withIncident({ state });
    await api.post(updates, resolved({ state: "draft" }));
    expect((await api.get(incident)).body.end_time).toBe("2026-01-01T12:00:00Z");
    expect((await api.get("/hubs/acme/incidents")).body.data[0].last_incident_type).toBe("resolved");
    expect((await api.post(updates, update())).status).toBe(422);
  });

  it("[INC-06] gives its start to the incident if it is the first by start_time", async () => {
    const api = await withIncident();
    await api.post(updates, update({ start_time: "2026-01-01T08:00:00Z" }));
    expect((await api.get(incident)).body.start_time).toBe("2026-01-01T08:00:00Z");
    await api.delete(`${updates}/2`);
    expect((await api.get(incident)).body.start_time).toBe("2026-01-01T10:00:00Z");
  });

  it("only changes fields that are sent, and reopens or resolves by its type", async () => {
    const api = await withIncident();
    await api.post(updates, update());
    expect((await api.put(`${updates}/2`, { body: "x" })).body).toMatchObject({
      title: "Next",
      body: "x",
      incident_type: "investigating",
    });
    expect((await api.put(`${updates}/2`, { incident_type: "resolved" })).body.service_statuses).toEqual([
      { service_id: 1, status: "up" },
    ]);
    expect((await api.get(incident)).body.end_time).toBe("2026-01-01T11:00:00Z");
    expect((await api.put(`${updates}/2`, { incident_type: "monitoring" })).status).toBe(422);
    await api.put(`${updates}/2`, { incident_type: "monitoring", service_statuses: [{ service_id: 2, status: "up" }] });
    expect((await api.get(incident)).body.end_time).toBeNull();
    expect((await api.put(`${updates}/2`, { incident_type: "resolved", service_statuses: [] })).status).toBe(422);
    expect((await api.put(`${updates}/1`, { incident_type: "resolved" })).status).toBe(422);
  });

  it("can't be deleted if it is the only one, and is soft-deleted otherwise", async () => {
    const api = await withIncident();
    expect((await api.delete(`${updates}/1`)).status).toBe(422);
    await api.post(updates, update({ title: "Latest" }));
    const deleted = await api.delete(`${updates}/2`);
    expect(deleted).toMatchObject({ status: 200, body: { flags: { deleted: true } } });
    expect((await api.delete(`${updates}/2`)).body).toEqual(deleted.body);
    expect((await api.put(`${updates}/2`, { title: "x" })).status).toBe(422);
    expect(await titleOf(api)).toBe("First");
    expect((await api.get(updates)).body.total).toBe(1);
    expect((await api.get(`${updates}?deleted=all`)).body.total).toBe(2);
  });

  it("[COM-12] can't be reached through another incident", async () => {
    const api = await withIncident();
    await api.post("/hubs/acme/incidents", update());
    expect((await api.get("/hubs/acme/incidents/2/incident_updates/1")).status).toBe(404);
    expect((await api.put("/hubs/acme/incidents/2/incident_updates/1", { title: "x" })).status).toBe(404);
  });
});

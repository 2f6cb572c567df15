import { describe, expect } from "vitest";
import { createIncident, createMaintenance, down, it, maintenances, withServices } from "../scene.ts";

const one = `${maintenances}/1`;

describe("a maintenance", () => {
  it("[MNT-07] [MNT-09] keeps silent and suppress_events, false by default", async ({ api }) => {
    await createMaintenance(api, { silent: true, suppress_events: true });
    await createMaintenance(api);
    expect(api.emulator.records("maintenances")).toMatchObject([
      { silent: true, suppress_events: true },
      { silent: false, suppress_events: false },
    ]);
  });

  it("[MNT-08] [MNT-17] [MNT-24] is a draft or published, and changes from one to the other", async ({ api }) => {
    expect((await createMaintenance(api, { state: "draft" })).flags.draft).toBe(true);
    expect((await createMaintenance(api)).flags.draft).toBe(false);
    expect((await api.put(one, { state: "published" })).body.flags.draft).toBe(false);
    expect((await api.put(one, { state: "draft" })).body.flags.draft).toBe(true);
    expect((await api.get(one)).body.flags.draft).toBe(true);
  });

  it("[MNT-19] accepts event_repeat, event_notifications and recurring only in PUT", async () => {
    const api = await withServices({ strict: false });
    const extra = {
      event_repeat: { interval: "daily" },
      event_notifications: [{ offset_in_min: 5, offset_type: "start" }],
      recurring: { update_following: true },
    };
    expect(await createMaintenance(api, extra)).toMatchObject({ event_repeat: null, event_notifications: [] });
    expect((await api.get(maintenances)).body.total).toBe(1);
    const { body } = await api.put(one, extra);
    expect(body).toMatchObject({ event_repeat: extra.event_repeat, event_notifications: extra.event_notifications });
  });

  it("[MNT-13] [MNT-14] keeps notifications before and after, with any offset_type", async ({ api }) => {
    await createMaintenance(api);
    const event_notifications = [
      { offset_in_min: -1440, offset_type: "start" },
      { offset_in_min: 30, offset_type: "end" },
      { offset_in_min: 0, offset_type: "other" },
    ];
    expect((await api.put(one, { event_notifications })).body.event_notifications).toEqual(event_notifications);
    for (const bad of [[{ offset_in_min: 1.5, offset_type: "start" }], [{ offset_in_min: 1 }], [1], "x", null])
      expect((await api.put(one, { event_notifications: bad })).status).toBe(422);
    expect((await api.get(one)).body.event_notifications).toEqual(event_notifications);
  });

  it("[MNT-10] with suppress_events makes every event of the API a draft, while it lasts", async ({ api }) => {
    await createMaintenance(api, { suppress_events: true });
    const draftAt = async (time: string, fields: object = {}) => {
      api.emulator.clock.set(Date.parse(time));
      return (await createIncident(api, { start_time: null, ...fields })).flags.draft;
    };
    expect(await draftAt("2026-03-01T01:59:59Z")).toBe(false);
    expect(await draftAt("2026-03-01T02:00:00Z")).toBe(true);
    expect(await draftAt("2026-03-01T02:59:59Z")).toBe(true);
    expect(await draftAt("2026-03-01T02:30:00Z", { service_statuses: down(2) })).toBe(true);
    const update = { title: "Over", start_time: null, incident_type: "resolved" };
    expect((await api.post("/hubs/acme/incidents/1/incident_updates", update)).body.state).toBe("draft");
    const byHand = { ...update, incident_type: "monitoring", service_statuses: down() };
    const params = { subdomain: "acme", incident_id: 2 };
    expect(api.emulator.perform("createIncidentUpdate", { params, body: byHand }).state).toBe("published");
    expect(await draftAt("2026-03-01T03:00:00Z")).toBe(false);
    await api.put(one, { suppress_events: false });
    expect(await draftAt("2026-03-01T02:30:00Z")).toBe(false);
  });
});

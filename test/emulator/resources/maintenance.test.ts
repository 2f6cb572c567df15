import { describe, expect, it } from "vitest";
import { created, maintenance, maintenances, withServices } from "./maintenance-scene.ts";

const one = `${maintenances}/1`;

describe("a maintenance", () => {
  it("[MNT-01] [MNT-02] [MNT-03] [MNT-04] [MNT-05] [MNT-06] [MNT-16] [MNT-17] [MNT-18] [MNT-21] [MNT-26] [COM-06] [COM-08] is created with the sent values", async () => {
    const api = await withServices();
    const sent = maintenance({ body: "<p>Soon</p>" });
    const { status, body } = await api.post(`${maintenances}?extend=flags`, {
      ...sent,
      silent: true,
      state: "published",
      suppress_events: true,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...sent,
      id: "1",
      author: "admin@example.com",
      event_repeat: null,
      event_notifications: [],
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      flags: { deleted: false, draft: false },
    });
    expect((await api.get(one)).body).toEqual(body);
  });

  it.each(["title", "start_time", "end_time", "service_statuses"])("is rejected without %s", async (field) => {
    const api = await withServices();
    expect(await api.post(maintenances, maintenance({ [field]: undefined }))).toMatchObject({
      status: 422,
      body: { error: `${field} is required` },
    });
  });

  it.each([
    ["title", { title: "<i>x</i>" }],
    ["title", { title: "" }],
    ["start_time", { start_time: "soon" }],
    ["start_time", { start_time: null }],
    ["end_time", { end_time: "2026-03-01T02:00:00Z" }],
    ["end_time", { end_time: "2026-02-01T02:00:00Z" }],
    ["body", { body: null }],
    ["silent", { silent: "no" }],
    ["state", { state: "unconfirmed" }],
    ["suppress_events", { suppress_events: 1 }],
    ["service_statuses", { service_statuses: [] }],
    ["service_statuses[0].service_id", { service_statuses: [{ service_id: 7, status: "up" }] }],
    ["service_statuses[0].status", { service_statuses: [{ service_id: 1, status: "maintenance" }] }],
  ])("[MNT-27] [COM-07] [COM-10] [COM-13] is rejected because of its %s in %j", async (field, fields) => {
    const api = await withServices();
    const { status, body } = await api.post(maintenances, maintenance(fields));
    expect({ status, field: body.error.split(" ")[0] }).toEqual({ status: 422, field });
    expect((await api.get(maintenances)).body.total).toBe(0);
  });

  it("[MNT-07] [MNT-09] keeps silent and suppress_events, false by default", async () => {
    const api = await withServices();
    await created(api, { silent: true, suppress_events: true });
    await created(api);
    await api.put(`${maintenances}/2`, { suppress_events: true });
    expect(api.emulator.records("maintenances")).toMatchObject([
      { silent: true, suppress_events: true },
      { silent: false, suppress_events: true },
    ]);
  });

  it("[MNT-08] [MNT-17] [MNT-24] is a draft or published, as requested, and changes from one to the other", async () => {
    const api = await withServices();
    expect((await created(api, { state: "draft" })).flags.draft).toBe(true);
    expect((await created(api)).flags.draft).toBe(false);
    expect((await api.put(one, { state: "published" })).body.flags.draft).toBe(false);
    expect((await api.put(one, { state: "draft" })).body.flags.draft).toBe(true);
    expect((await api.get(one)).body.flags.draft).toBe(true);
  });

  it("may start in the past", async () => {
    const api = await withServices();
    expect((await created(api, { start_time: "2025-01-01 00:00:00" })).start_time).toBe("2025-01-01T00:00:00Z");
  });

  it("[MNT-19] accepts event_repeat, event_notifications and recurring only in PUT", async () => {
    const api = await withServices({ strict: false });
    const extra = {
      event_repeat: { interval: "daily" },
      event_notifications: [{ offset_in_min: 5, offset_type: "start" }],
      recurring: { update_following: true },
    };
    expect(await created(api, extra)).toMatchObject({ event_repeat: null, event_notifications: [] });
    expect((await api.get(maintenances)).body.total).toBe(1);
    expect(api.emulator.requests.at(-2)?.ignored).toEqual([
      "field event_repeat",
      "field event_notifications",
      "field recurring",
    ]);
    const { body } = await api.put(one, extra);
    expect(body).toMatchObject({ event_repeat: extra.event_repeat, event_notifications: extra.event_notifications });
  });

  it("[MNT-22] [MNT-23] only changes fields that are sent", async () => {
    const api = await withServices();
    let expected: object = await created(api, { body: "b" });
    const updates = [
      { title: "T" },
      { body: "" },
      { end_time: "2026-03-01T05:00:00Z" },
      { start_time: "2026-03-01T04:00:00Z" },
      { service_statuses: [{ service_id: 2, status: "up" }] },
      { event_notifications: [{ offset_in_min: -60, offset_type: "start" }] },
      { event_notifications: [] },
    ];
    for (const update of updates) {
      expected = { ...expected, ...update };
      expect((await api.put(one, update)).body).toEqual(expected);
    }
    expect((await api.put(one, { start_time: "2026-03-01T05:00:00Z" })).status).toBe(422);
    expect((await api.get(one)).body).toEqual(expected);
  });

  it("[MNT-13] [MNT-14] keeps notifications before and after, with any offset_type", async () => {
    const api = await withServices();
    await created(api);
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

  it("[MNT-25] [COM-02] is soft-deleted: can still be read, but not changed or listed", async () => {
    const api = await withServices();
    await created(api);
    const deleted = await api.delete(one);
    expect(deleted).toMatchObject({ status: 200, body: { id: "1", flags: { deleted: true } } });
    expect((await api.get(one)).body).toEqual(deleted.body);
    expect((await api.delete(one)).body).toEqual(deleted.body);
    expect((await api.put(one, { title: "x" })).status).toBe(422);
    expect((await api.get(maintenances)).body.total).toBe(0);
    expect((await api.get(`${maintenances}?deleted=true`)).body.total).toBe(1);
  });

  it("[COM-12] can't be reached through another hub", async () => {
    const api = await withServices();
    await created(api);
    for (const path of ["/hubs/globex/maintenances/1"]) {
      expect((await api.get(path)).status).toBe(404);
      expect((await api.put(path, { title: "x" })).status).toBe(404);
      expect((await api.delete(path)).status).toBe(404);
    }
    expect((await api.get(one)).body).toMatchObject({ title: "Patching", flags: { deleted: false } });
  });

  it("[HUB-27] is part of a connected hub that shares one of its services, and can only be changed in the primary hub", async () => {
    const api = await withServices();
    await created(api);
    await created(api, { service_statuses: [{ service_id: 3, status: "down" }] });
    const connected = "/hubs/acme-partners/maintenances";
    expect((await api.get(connected)).body).toMatchObject({ total: 1, data: [{ id: "1" }] });
    expect((await api.get(`${connected}/1`)).status).toBe(200);
    expect((await api.get(`${connected}/2`)).status).toBe(404);
    expect((await api.put(`${connected}/1`, { title: "x" })).status).toBe(422);
    api.emulator.edit("hubs", 3, { shared_services: [2] });
    expect((await api.get(connected)).body.total).toBe(0);
  });

  it("[MNT-10] with suppress_events makes every new event of its hub a draft, but only while it lasts", async () => {
    const api = await withServices();
    await created(api, { suppress_events: true });
    const draftAt = async (time: string, fields: object = {}) => {
      api.emulator.clock.set(Date.parse(time));
      const incident = {
        ...maintenance(fields),
        end_time: undefined,
        start_time: null,
        incident_type: "investigating",
      };
      return (await api.post("/hubs/acme/incidents", incident)).body.flags.draft;
    };
    expect(await draftAt("2026-03-01T01:59:59Z")).toBe(false);
    expect(await draftAt("2026-03-01T02:00:00Z")).toBe(true);
    expect(await draftAt("2026-03-01T02:59:59Z")).toBe(true);
    expect(await draftAt("2026-03-01T02:30:00Z", { service_statuses: [{ service_id: 2, status: "down" }] })).toBe(true);
    const update = { title: "Over", start_time: null, incident_type: "resolved" };
    expect((await api.post("/hubs/acme/incidents/1/incident_updates", update)).body.state).toBe("draft");
    expect(await draftAt("2026-03-01T03:00:00Z")).toBe(false);
    await api.put(one, { suppress_events: false });
    expect(await draftAt("2026-03-01T02:30:00Z")).toBe(false);
  });
});

describe("the list of maintenances", () => {
  it("[MNT-20] [LST-06] [LST-07] [LST-08] [LST-09] holds maintenances that overlap a range, newest first", async () => {
    const api = await withServices();
    for (const month of ["03", "05"])
      await created(api, { start_time: `2026-${month}-01T00:00:00Z`, end_time: `2026-${month}-02T00:00:00Z` });
    const ids = async (query: string) =>
      (await api.get(`${maintenances}?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids("")).toEqual(["2", "1"]);
    expect(await ids("start_time=2026-03-01T12:00:00Z&end_time=2026-04-01T00:00:00Z")).toEqual(["1"]);
    expect(await ids("start_time=2026-03-03T00:00:00Z&end_time=2026-04-01T00:00:00Z")).toEqual([]);
    expect(await ids("start_time=2026-04-01T00:00:00Z")).toEqual(["2"]);
    expect(await ids("end_time=2026-04-01T00:00:00Z")).toEqual(["1"]);
    expect(await ids("extend=flags&page=2&per_page=1")).toEqual(["1"]);
  });

  it("carries basic info, or full records on request", async () => {
    const api = await withServices();
    await created(api);
    const [record] = (await api.get(maintenances)).body.data;
    for (const field of ["body", "service_statuses", "event_repeat", "event_notifications"])
      expect(record).not.toHaveProperty(field);
    const full = await withServices({ lists: "full" });
    const whole = await created(full);
    expect((await full.get(maintenances)).body.data).toEqual([whole]);
  });

  it("includes drafts by default", async () => {
    const api = await withServices();
    await created(api, { state: "draft" });
    await created(api);
    const ids = async (query: string) =>
      (await api.get(`${maintenances}${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids("")).toEqual(["2", "1"]);
    expect(await ids("?draft=true")).toEqual(["1"]);
    expect(await ids("?draft=false")).toEqual(["2"]);
  });
});

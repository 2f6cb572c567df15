import { describe, expect, it } from "vitest";
import { type Api, type Response, utcTime } from "../emulation.ts";
import { created, down, incident, incidents, resolve, start, withServices } from "./incident-scene.ts";

const updatesOf = async (api: Api, id: number): Promise<Response["body"][]> =>
  (await api.get(`${incidents}/${id}/incident_updates`)).body.data;

describe("an incident", () => {
  it("[INC-01] [INC-02] [INC-03] [INC-07] [INC-08] [INC-09] [INC-10] [INC-23] [COM-06] is created open", async () => {
    const api = await withServices();
    const { status, body } = await api.post(`${incidents}?extend=flags`, incident());
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 1,
      author: "admin@example.com",
      title: "API is down",
      start_time: start,
      end_time: null,
      created_at: "2026-01-02T00:00:00Z",
      updated_at: "2026-01-02T00:00:00Z",
      flags: { deleted: false, draft: false },
    });
    expect((await api.get(`${incidents}/1`)).body).toEqual(body);
    expect(body.created_at).toMatch(utcTime);
  });

  it("[INC-22] [INC-16] [UPD-04] comes with its first update", async () => {
    const api = await withServices();
    await created(api, { body: "<p>Soon.</p>", state: "unconfirmed", incident_type: "identified" });
    await created(api);
    expect(await updatesOf(api, 1)).toMatchObject([
      {
        id: 1,
        title: "API is down",
        body: "<p>Soon.</p>",
        start_time: start,
        incident_type: "identified",
        state: "unconfirmed",
        service_statuses: down(),
      },
    ]);
    expect(await updatesOf(api, 2)).toMatchObject([{ id: 2, body: "", state: "published" }]);
  });

  it.each(["title", "start_time", "incident_type", "service_statuses"])(
    "[INC-11] is rejected without %s",
    async (field) => {
      const api = await withServices();
      const { status, body } = await api.post(incidents, incident({ [field]: undefined }));
      expect({ status, error: body.error }).toEqual({ status: 422, error: `${field} is required` });
      expect((await api.get(incidents)).body.total).toBe(0);
    },
  );

  it("[INC-12] starts now if start_time is null", async () => {
    const api = await withServices();
    expect((await created(api, { start_time: null })).start_time).toBe("2026-01-02T00:00:00Z");
  });

  it("[INC-13] starts in the past, not in the future", async () => {
    const api = await withServices();
    expect((await api.post(incidents, incident({ start_time: "2026-01-02T00:00:01Z" }))).status).toBe(422);
    expect((await api.post(incidents, incident({ start_time: "2026-01-02T00:00:00Z" }))).status).toBe(200);
    expect((await api.get(incidents)).body.total).toBe(1);
  });

  it("[COM-03] [COM-04] [COM-05] accepts every form of a time as UTC and returns one", async () => {
    const api = await withServices();
    const forms = [
      "2026-01-01 10:00:00",
      "2026-01-01 10:00",
      "2026-01-01T10:00:00.999Z",
      "2026-01-01T12:00:00+02:00",
      "2026-01-01T09:30:00-0030",
    ];
    for (const start_time of forms) expect((await created(api, { start_time })).start_time).toBe(start);
    for (const start_time of ["yesterday", "2026-02-30T00:00:00Z", "2026-01-01", "1767261600"])
      expect((await api.post(incidents, incident({ start_time }))).body.error).toMatch(
        /^start_time must be a date-time/,
      );
  });

  it.each(["resolved", "other", null])("[INC-14] [INC-15] can't be created with the type %j", async (incident_type) => {
    const api = await withServices();
    const { status, body } = await api.post(incidents, incident({ incident_type }));
    expect(status).toBe(422);
    expect(body.error).toBe("incident_type must be one of investigating, identified, monitoring");
    expect((await api.get(incidents)).body.total).toBe(0);
  });

  it.each(["investigating", "identified", "monitoring"])(
    "[INC-14] is created with the type %s",
    async (incident_type) => {
      const api = await withServices();
      expect((await api.post(incidents, incident({ incident_type }))).status).toBe(200);
    },
  );

  it("[INC-17] accepts silent, false by default", async () => {
    const api = await withServices();
    for (const silent of [true, false]) expect((await api.post(incidents, incident({ silent }))).status).toBe(200);
    await created(api);
    expect((await api.post(incidents, incident({ silent: "yes" }))).status).toBe(422);
    expect(api.emulator.records("incident_updates").map(({ silent }) => silent)).toEqual([true, false, false]);
  });

  it("[INC-18] accepts a state, published by default and for null", async () => {
    const api = await withServices();
    const states = ["draft", "unconfirmed", "published", null, undefined];
    for (const state of states) await created(api, { state });
    const stored = await Promise.all(states.map(async (_, index) => (await updatesOf(api, index + 1))[0]?.state));
    expect(stored).toEqual(["draft", "unconfirmed", "published", "published", "published"]);
    expect((await api.post(incidents, incident({ state: "public" }))).status).toBe(422);
    expect((await api.get(`${incidents}/1`)).body.flags.draft).toBe(true);
    expect((await api.get(`${incidents}/2`)).body.flags.draft).toBe(false);
  });

  it("[INC-24] is attached to at least one service", async () => {
    const api = await withServices();
    const { status, body } = await api.post(incidents, incident({ service_statuses: [] }));
    expect({ status, error: body.error }).toEqual({
      status: 422,
      error: "service_statuses must name at least one service",
    });
  });

  it.each([
    [[{ service_id: 9, status: "down" }], "service_statuses[0].service_id 9 is not a service of hub acme"],
    [[...down(1), ...down(1)], "service_statuses[1].service_id 1 is named twice"],
    [down(3), "service_statuses[0].service_id 3 is a deleted service"],
    [[{ service_id: 1, status: "broken" }], "service_statuses[0].status must be one of up, degraded-performance, down"],
    [[{ service_id: "1", status: "up" }], "service_statuses[0].service_id must be a whole number from 1"],
    [[{ status: "up" }], "service_statuses[0].service_id is required"],
    [[1], "service_statuses[0] must be { service_id, status }"],
    [{}, "service_statuses must be a list of { service_id, status }"],
  ])("[COM-13] is rejected with the service_statuses %j", async (service_statuses, error) => {
    const api = await withServices();
    await api.delete("/hubs/acme/services/3");
    expect(await api.post(incidents, incident({ service_statuses }))).toMatchObject({ status: 422, body: { error } });
    expect((await api.get(incidents)).body.total).toBe(0);
  });

  it("[COM-13] [COM-14] accepts up, down and degraded-performance for its services", async () => {
    const api = await withServices();
    const service_statuses = [
      { service_id: 1, status: "up" },
      { service_id: 2, status: "down" },
      { service_id: 3, status: "degraded-performance" },
    ];
    await created(api, { service_statuses });
    expect((await updatesOf(api, 1))[0]?.service_statuses).toEqual(service_statuses);
  });

  it.each(["<b>Down</b>", "Down <br>", "a<script>x</script>"])(
    "[COM-07] is rejected with HTML in its title: %s",
    async (title) => {
      const api = await withServices();
      expect((await api.post(incidents, incident({ title }))).body.error).toBe(
        "title must be plain text without HTML tags",
      );
      expect((await created(api, { title: "5 < 6 & 7 > 6" })).title).toBe("5 < 6 & 7 > 6");
    },
  );

  it("[INC-25] [INC-26] goes through all types, one update each, and ends after it starts", async () => {
    const api = await withServices();
    await created(api);
    const types = ["identified", "monitoring"];
    for (const [index, incident_type] of types.entries())
      await api.post(`${incidents}/1/incident_updates`, {
        ...incident({ incident_type }),
        start_time: `2026-01-01T1${index + 1}:00:00Z`,
      });
    await resolve(api, 1, { start_time: "2026-01-01T13:00:00Z" });
    const updates = await updatesOf(api, 1);
    expect(updates.map(({ incident_type }) => incident_type)).toEqual([
      "resolved",
      "monitoring",
      "identified",
      "investigating",
    ]);
    expect((await api.get(`${incidents}/1`)).body).toMatchObject({
      start_time: start,
      end_time: "2026-01-01T13:00:00Z",
    });
  });

  it("[INC-25] can't end when it starts; resolved immediately without a time, it lasts a second", async () => {
    const api = await withServices();
    await created(api, { start_time: null });
    expect((await resolve(api, 1, { start_time: "2026-01-02T00:00:00Z" })).status).toBe(422);
    expect((await resolve(api, 1, { start_time: null })).status).toBe(200);
    expect((await api.get(`${incidents}/1`)).body.end_time).toBe("2026-01-02T00:00:01Z");
  });

  it("[INC-19] [INC-21] can follow up a resolved one, which stays resolved", async () => {
    const api = await withServices();
    await created(api);
    await resolve(api, 1);
    const followUp = await created(api, { original_incident_id: 1 });
    expect(followUp).toMatchObject({ id: 2, end_time: null });
    expect((await api.get(`${incidents}/1`)).body.end_time).toBe("2026-01-01T12:00:00Z");
    expect(api.emulator.records("incidents")[1]?.original_incident_id).toBe(1);
  });

  it("[INC-20] can't follow up an open one, one of another hub, or a missing one", async () => {
    const api = await withServices();
    await created(api);
    expect((await api.post(incidents, incident({ original_incident_id: 1 }))).status).toBe(422);
    expect((await api.post(incidents, incident({ original_incident_id: 7 }))).status).toBe(422);
    await resolve(api, 1);
    await api.post("/hubs/globex/services", { group_id: 9, name: "x" });
    const other = incident({ original_incident_id: 1, service_statuses: down(4) });
    expect((await api.post("/hubs/globex/incidents", other)).status).toBe(422);
    expect((await api.get(incidents)).body.total).toBe(1);
  });

  it("is soft-deleted, and accepts no more updates", async () => {
    const api = await withServices();
    await created(api);
    expect((await api.delete(`${incidents}/1`)).body.flags.deleted).toBe(true);
    expect((await api.get(`${incidents}/1`)).body.flags.deleted).toBe(true);
    expect((await api.get(incidents)).body.total).toBe(0);
    expect((await api.get(`${incidents}?deleted=true`)).body.total).toBe(1);
    expect((await resolve(api, 1)).status).toBe(422);
    expect((await updatesOf(api, 1))[0]?.flags.deleted).toBe(false);
  });

  it("[COM-12] can't be reached through another hub", async () => {
    const api = await withServices();
    await created(api);
    expect((await api.get("/hubs/globex/incidents/1")).status).toBe(404);
    expect((await api.delete("/hubs/globex/incidents/1")).status).toBe(404);
    expect((await api.get("/hubs/globex/incidents/1/incident_updates")).status).toBe(404);
  });

  it("[HUB-27] is part of a connected hub that shares one of its services, and can only be changed in the primary hub", async () => {
    const api = await withServices();
    await created(api, { service_statuses: [...down(3), ...down(1)] });
    await created(api, { service_statuses: down(3) });
    const connected = "/hubs/acme-partners/incidents";
    expect((await api.get(connected)).body.data.map(({ id }: { id: number }) => id)).toEqual([1]);
    expect((await api.get(`${connected}/1`)).status).toBe(200);
    expect((await api.get(`${connected}/1/incident_updates/1`)).status).toBe(200);
    expect((await api.get(`${connected}/2`)).status).toBe(404);
    expect((await api.post(connected, incident())).status).toBe(422);
    expect((await api.delete(`${connected}/1`)).status).toBe(422);
    expect((await api.get(`${incidents}/1`)).body.flags.deleted).toBe(false);
  });
});

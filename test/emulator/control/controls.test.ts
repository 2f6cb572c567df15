import { describe, expect } from "vitest";
import { createService, it, startEmulator } from "../emulation.ts";
import { createIncident, down, updateIncident, webhook } from "../scene.ts";

const subscription = webhook();

describe("the control panel", () => {
  it("creates, changes, deletes and restores records by the API's rules, without logging", async () => {
    const api = await startEmulator({ limits: { reads: 9, writes: 0 } });
    const { emulator } = api;
    const params = { subdomain: "acme" };
    const service = emulator.perform("createService", { params, body: { group_id: 1, name: "API", custom_id: "api" } });
    const { id } = emulator.perform("createSubscription", { params, body: subscription });
    const subscriptionParams = { ...params, subscription_id: id };
    emulator.perform("updateSubscription", { params: subscriptionParams, body: { label: "On call" } });
    emulator.perform("deleteSubscription", { params: subscriptionParams });
    emulator.perform("restoreSubscription", { params: subscriptionParams });
    emulator.edit("hubs", 2, { name: "By hand" });

    expect(emulator.requests).toEqual([]);
    expect((await api.get(`/hubs/acme/services/${service.id}`)).body).toEqual(service);
    expect((await api.get(`/hubs/acme/subscriptions/${id}`)).body).toMatchObject({
      label: "On call",
      flags: { deleted: false },
    });
    expect(() =>
      emulator.perform("createService", { params, body: { group_id: 1, name: "Other", custom_id: "api" } }),
    ).toThrow('custom_id "api" is taken by service 1');
    expect(emulator.perform("listHubs", {}).total).toBe(2);
    expect(() => emulator.perform("createHub" as "listHubs", {})).toThrow("there is no operation createHub");
  });

  it("encodes a body as a request would", async ({ api: { emulator } }) => {
    const configuration = { at: new Date(0), nothing: undefined, deep: [Number.NaN] };
    emulator.perform("createSubscription", { params: { subdomain: "acme" }, body: { ...subscription, configuration } });
    const carried = { at: "1970-01-01T00:00:00.000Z", deep: [null] };
    expect(emulator.records("subscriptions")[0]?.configuration).toStrictEqual(carried);
    emulator.restore(emulator.snapshot());
    expect(emulator.records("subscriptions")[0]?.configuration).toStrictEqual(carried);
  });

  it("keeps its changes, even if the API ignores such writes", async ({ api }) => {
    await createService(api);
    await api.post("/hubs/acme/subscriptions", subscription);
    api.emulator.assume({ ignore: "subscriptions.services_selection" });
    api.emulator.selfService.selectServices(1, { service_ids: [1] });
    expect(api.emulator.records("subscriptions")[0]?.services_selection).toEqual({ all: false, service_ids: [1] });
  });

  it("creates hubs and groups, even under a name that another hub had before", async ({ api }) => {
    api.emulator.edit("hubs", 1, { subdomain: "acme-old" });
    const create = async (hub: object) => (await api.control("POST", "/hubs", hub)).body;
    const hub = await create({ subdomain: "acme", name: "Second Acme", groups: ["Website"] });
    const connected = await create({ subdomain: "acme-eu", name: "Europe", parent: "acme", shared_groups: [11] });

    expect((await api.get("/hubs/acme")).body).toMatchObject({ id: hub.id, name: "Second Acme", type: "primary" });
    expect((await api.get("/hubs/acme-old")).body.id).toBe(1);
    expect((await createService(api, { group_id: 11 })).group_id).toBe(11);
    expect((await api.get("/hubs/acme-eu")).body).toMatchObject({ parent_id: hub.id, type: "connected" });
    expect(api.emulator.records("hubs").at(-1)).toEqual(connected);
  });

  it.for([
    [{ subdomain: "acme", name: "Acme" }, 'subdomain "acme" is taken by another hub'],
    [{ subdomain: "Not this", name: "Acme" }, "subdomain must"],
    [{ subdomain: "new", name: "Acme", parent: "acme-partners" }, 'parent "acme-partners" is not a primary hub'],
    [{ subdomain: "new", name: "Acme", nmae: "Acme" }, "nmae is not known"],
  ] as const)("rejects creating the hub %j", async ([hub, problem], { api: { emulator } }) => {
    const before = emulator.snapshot();
    expect(() => emulator.createHub(hub)).toThrow(problem);
    expect(emulator.snapshot()).toEqual(before);
  });
});

const services = "/hubs/acme/services";

describe("manual edits", () => {
  it("of an incident update show in its incident", async ({ api }) => {
    await createService(api);
    await createIncident(api, { title: "First" });
    await updateIncident(api, 1, { title: "Second", service_statuses: down() });
    const title = async () => (await api.get("/hubs/acme/incidents/1")).body.title;
    api.emulator.edit("incident_updates", 2, { title: "By hand" });
    expect(await title()).toBe("By hand");
    api.emulator.remove("incident_updates", 2);
    expect(await title()).toBe("First");
    api.emulator.softDelete("incidents", 1);
    expect((await api.get("/hubs/acme/incidents/1")).body.flags.deleted).toBe(true);
  });

  it("name missing records", async ({ api }) => {
    const { emulator } = api;
    await createService(api);
    for (const table of ["groups", "hubs"])
      expect(() => emulator.softDelete(table as "services", 1)).toThrow(`records of ${table} can't be soft-deleted`);
    expect(() => emulator.softDelete("constructor" as "services", 1)).toThrow("there is no table constructor");
    emulator.remove("hubs", 1);
    expect((await api.get(`${services}/1`)).status).toBe(404);
    expect(() => emulator.softDelete("services", 1)).toThrow("record 1 of services belongs to no hub");
    emulator.remove("services", 1);
    expect(() => emulator.edit("services", 1, { name: "x" })).toThrow("there is no record 1 in services");
    expect(() => emulator.edit("hubs", 2, { title: "x" } as object)).toThrow("title isn't a field of hubs");
  });
});

describe.each([
  {
    table: "incident_templates" as const,
    clauses: "[ITP-09] [ITP-19]",
    silent: "silent_update",
    values: { body: "Body", incident_type: "monitoring", service_statuses: down() },
    draft: { title: "Mine", body: "Mine", incident_type: "identified", service_statuses: [], silent: true },
  },
  {
    table: "maintenance_templates" as const,
    clauses: "[MTP-10] [MTP-25]",
    silent: "silent",
    values: { body: "Body", duration: 90 },
    draft: { title: "Mine", body: "Mine", duration: 5, silent: false },
  },
])("applying one of the $table", ({ table, clauses, silent, values, draft }) => {
  const path = `/hubs/acme/${table}`;

  it(`${clauses} only sets fields that have a value, and silent to true or false`, async ({ api }) => {
    await createService(api);
    await api.post(path, { title: "Title" });
    await api.post(path, values);
    for (const value of [true, false, null]) await api.post(path, { title: "x", [silent]: value });
    expect(api.emulator.applyTemplate(table, 1, draft)).toEqual({ ...draft, title: "Title" });
    expect(api.emulator.applyTemplate(table, 2, draft)).toEqual({ ...draft, ...values });
    expect([3, 4].map((id) => api.emulator.applyTemplate(table, id, {}).silent)).toEqual([true, false]);
    expect(api.emulator.applyTemplate(table, 5, {})).not.toHaveProperty("silent");
  });
});

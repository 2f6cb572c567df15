import { describe, expect, it } from "vitest";
import { createService, startEmulator } from "../emulation.ts";
import { webhook } from "../scene.ts";

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

  it("encodes a body as a request would", async () => {
    const { emulator } = await startEmulator();
    const configuration = { at: new Date(0), nothing: undefined, deep: [Number.NaN] };
    emulator.perform("createSubscription", { params: { subdomain: "acme" }, body: { ...subscription, configuration } });
    const carried = { at: "1970-01-01T00:00:00.000Z", deep: [null] };
    expect(emulator.records("subscriptions")[0]?.configuration).toStrictEqual(carried);
    emulator.restore(emulator.snapshot());
    expect(emulator.records("subscriptions")[0]?.configuration).toStrictEqual(carried);
  });

  it("keeps its changes, even if the API ignores such writes", async () => {
    const api = await startEmulator();
    await createService(api);
    await api.post("/hubs/acme/subscriptions", subscription);
    api.emulator.assume({ ignore: "subscriptions.services_selection" });
    api.emulator.selfService.selectServices(1, { service_ids: [1] });
    expect(api.emulator.records("subscriptions")[0]?.services_selection).toEqual({ all: false, service_ids: [1] });
  });

  it("creates hubs and groups, even under a name that another hub had before", async () => {
    const api = await startEmulator();
    const { emulator } = api;
    emulator.edit("hubs", 1, { subdomain: "acme-old" });
    const hub = emulator.createHub({ subdomain: "acme", name: "Second Acme", groups: ["Website"] });
    const connected = emulator.createHub({ subdomain: "acme-eu", name: "Europe", parent: "acme", shared_groups: [11] });

    expect((await api.get("/hubs/acme")).body).toMatchObject({ id: hub.id, name: "Second Acme", type: "primary" });
    expect((await api.get("/hubs/acme-old")).body.id).toBe(1);
    expect((await createService(api, { group_id: 11 })).group_id).toBe(11);
    expect((await api.get("/hubs/acme-eu")).body).toMatchObject({ parent_id: hub.id, type: "connected" });
    expect(emulator.records("hubs").at(-1)).toEqual(connected);
  });

  it.each([
    [{ subdomain: "acme", name: "Acme" }, 'subdomain "acme" is taken by another hub'],
    [{ subdomain: "Not this", name: "Acme" }, "subdomain must"],
    [{ subdomain: "new", name: "Acme", parent: "acme-partners" }, 'parent "acme-partners" is not a primary hub'],
    [{ subdomain: "new", name: "Acme", nmae: "Acme" }, "nmae is not known"],
  ])("rejects creating the hub %j", async (hub, problem) => {
    const { emulator } = await startEmulator();
    const before = emulator.snapshot();
    expect(() => emulator.createHub(hub)).toThrow(problem);
    expect(emulator.snapshot()).toEqual(before);
  });
});

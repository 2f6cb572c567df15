import { describe, expect, it } from "vitest";
import { createService, startEmulator } from "../emulation.ts";

const statuses = [{ service_id: 1, status: "down" }];

describe("applying an incident update template", () => {
  const path = "/hubs/acme/incident_templates";

  it("[ITP-09] sets silent to true or false, or leaves it unset", async () => {
    const api = await startEmulator();
    for (const silent_update of [true, false, null]) await api.post(path, { title: "x", silent_update });
    const apply = (id: number) => api.emulator.panel.applyTemplate("incident_templates", id, {});
    expect([apply(1).silent, apply(2).silent]).toEqual([true, false]);
    expect(apply(3)).not.toHaveProperty("silent");
  });

  it("[ITP-19] sets what it has a value for, and nothing else", async () => {
    const api = await startEmulator();
    await createService(api);
    await api.post(path, { title: "Title" });
    await api.post(path, { body: "Body", incident_type: "monitoring", service_statuses: statuses });
    const draft = { title: "Mine", body: "Mine", incident_type: "identified", service_statuses: [], silent: true };
    const apply = (id: number) => api.emulator.panel.applyTemplate("incident_templates", id, draft);
    expect(apply(1)).toEqual({ ...draft, title: "Title" });
    expect(apply(2)).toEqual({ ...draft, body: "Body", incident_type: "monitoring", service_statuses: statuses });
  });
});

describe("applying a maintenance template", () => {
  const path = "/hubs/acme/maintenance_templates";

  it("[MTP-10] sets silent to true or false, or leaves it unset", async () => {
    const api = await startEmulator();
    for (const silent of [true, false, null]) await api.post(path, { title: "x", silent });
    const apply = (id: number) => api.emulator.panel.applyTemplate("maintenance_templates", id, {});
    expect([apply(1).silent, apply(2).silent]).toEqual([true, false]);
    expect(apply(3)).not.toHaveProperty("silent");
  });

  it("[MTP-25] sets what it has a value for, and nothing else", async () => {
    const api = await startEmulator();
    await api.post(path, { title: "Title" });
    await api.post(path, { body: "Body", duration: 90 });
    const draft = { title: "Mine", body: "Mine", duration: 5, silent: false };
    const apply = (id: number) => api.emulator.panel.applyTemplate("maintenance_templates", id, draft);
    expect(apply(1)).toEqual({ ...draft, title: "Title" });
    expect(apply(2)).toEqual({ ...draft, body: "Body", duration: 90 });
  });

  it("needs a template that is there", async () => {
    const api = await startEmulator();
    const apply = () => api.emulator.panel.applyTemplate("maintenance_templates", 1, {});
    expect(apply).toThrow("There is no template 1 in maintenance_templates.");
    await api.post(path, { title: "x" });
    await api.delete(`${path}/1`);
    expect(apply).toThrow("There is no template 1 in maintenance_templates.");
  });
});

describe("the recipient of a subscription", () => {
  const path = "/hubs/acme/subscriptions";
  const subscription = { address: "https://example.com", method_name: "webhook", services_selection: { all: true } };

  it("chooses services and unsubscribes", async () => {
    const api = await startEmulator();
    await createService(api);
    await api.post(path, subscription);
    api.emulator.selfService.selectServices(1, { service_ids: [1] });
    expect((await api.get(`${path}/1`)).body.services_selection).toMatchObject({ all: false, services: [{ id: 1 }] });
    expect(() => api.emulator.selfService.selectServices(1, { service_ids: [] })).toThrow("must not be empty");
    api.emulator.selfService.unsubscribe(1);
    expect((await api.get(`${path}/1`)).body.flags.deleted).toBe(true);
    expect(() => api.emulator.selfService.unsubscribe(1)).toThrow("There is no subscription 1.");
  });

  it("[SUB-18] can do neither where it is protected", async () => {
    const api = await startEmulator();
    await createService(api);
    const { body } = await api.post(path, { ...subscription, protected: true });
    expect(() => api.emulator.selfService.selectServices(1, { service_ids: [1] })).toThrow("is protected");
    expect(() => api.emulator.selfService.unsubscribe(1)).toThrow("is protected");
    expect((await api.get(`${path}/1`)).body).toEqual(body);
  });
});

import { describe, expect, it } from "vitest";
import { createService, startEmulator } from "../emulation.ts";

const statuses = [{ service_id: 1, status: "down" }];

describe("applying an incident update template", () => {
  const path = "/hubs/acme/incident_templates";

  it("[ITP-09] sets silent to true or false, or leaves it unset", async () => {
    const api = await startEmulator();
    for (const silent_update of [true, false, null]) await api.post(path, { title: "x", silent_update });
    const apply = (id: number) => api.emulator.applyTemplate("incident_templates", id, {});
    expect([apply(1).silent, apply(2).silent]).toEqual([true, false]);
    expect(apply(3)).not.toHaveProperty("silent");
  });

  it("[ITP-19] only sets fields that have a value", async () => {
    const api = await startEmulator();
    await createService(api);
    await api.post(path, { title: "Title" });
    await api.post(path, { body: "Body", incident_type: "monitoring", service_statuses: statuses });
    const draft = { title: "Mine", body: "Mine", incident_type: "identified", service_statuses: [], silent: true };
    const apply = (id: number) => api.emulator.applyTemplate("incident_templates", id, draft);
    expect(apply(1)).toEqual({ ...draft, title: "Title" });
    expect(apply(2)).toEqual({ ...draft, body: "Body", incident_type: "monitoring", service_statuses: statuses });
  });
});

describe("applying a maintenance template", () => {
  const path = "/hubs/acme/maintenance_templates";

  it("[MTP-10] sets silent to true or false, or leaves it unset", async () => {
    const api = await startEmulator();
    for (const silent of [true, false, null]) await api.post(path, { title: "x", silent });
    const apply = (id: number) => api.emulator.applyTemplate("maintenance_templates", id, {});
    expect([apply(1).silent, apply(2).silent]).toEqual([true, false]);
    expect(apply(3)).not.toHaveProperty("silent");
  });

  it("[MTP-25] only sets fields that have a value", async () => {
    const api = await startEmulator();
    await api.post(path, { title: "Title" });
    await api.post(path, { body: "Body", duration: 90 });
    const draft = { title: "Mine", body: "Mine", duration: 5, silent: false };
    const apply = (id: number) => api.emulator.applyTemplate("maintenance_templates", id, draft);
    expect(apply(1)).toEqual({ ...draft, title: "Title" });
    expect(apply(2)).toEqual({ ...draft, body: "Body", duration: 90 });
  });

  it("fails without an existing template", async () => {
    const api = await startEmulator();
    const apply = () => api.emulator.applyTemplate("maintenance_templates", 1, {});
    expect(apply).toThrow("there is no template 1 in maintenance_templates");
    await api.post(path, { title: "x" });
    await api.delete(`${path}/1`);
    expect(apply).toThrow("there is no template 1 in maintenance_templates");
  });
});

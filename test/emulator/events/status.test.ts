import { describe, expect, it } from "vitest";
import type { Api } from "../emulation.ts";
import {
  createIncident,
  createMaintenance,
  down,
  incidents,
  resolveIncident,
  updateIncident,
  withServices,
} from "../scene.ts";

const statuses = (api: Api, hub = "acme") => api.emulator.status(hub).services.map(({ status }) => status);
const degraded = (service_id = 1) => [{ service_id, status: "degraded-performance" }];

describe("the status of services", () => {
  it("is up without an event, and otherwise the worst of all open ones", async () => {
    const api = await withServices();
    expect(statuses(api)).toEqual(["up", "up", "up"]);
    await createIncident(api, { service_statuses: degraded() });
    expect(statuses(api)).toEqual(["degraded-performance", "up", "up"]);
    const second = await createIncident(api, { service_statuses: [...down(), ...down(2)] });
    expect(statuses(api)).toEqual(["down", "down", "up"]);
    await resolveIncident(api, second.id);
    expect(statuses(api)).toEqual(["degraded-performance", "up", "up"]);
  });

  it("is that of the latest update that names the service", async () => {
    const api = await withServices();
    const { id } = await createIncident(api, { service_statuses: [...down(), ...down(2)] });
    await updateIncident(api, id, { service_statuses: degraded() });
    expect(statuses(api)).toEqual(["degraded-performance", "down", "up"]);
  });

  it("depends on when updates start, not on when they are created", async () => {
    const api = await withServices();
    const { id } = await createIncident(api);
    await updateIncident(api, id, { service_statuses: degraded() });
    await updateIncident(api, id, { service_statuses: down(), start_time: "2026-01-01T10:30:00Z" });
    expect(statuses(api)).toEqual(["degraded-performance", "up", "up"]);
  });

  it("ignores drafts and deleted events", async () => {
    const api = await withServices();
    await createIncident(api, { state: "draft" });
    const { id } = await createIncident(api, { service_statuses: degraded() });
    await updateIncident(api, id, { service_statuses: down(), state: "draft" });
    expect(statuses(api)).toEqual(["degraded-performance", "up", "up"]);
    await api.delete(`${incidents}/${id}`);
    expect(statuses(api)).toEqual(["up", "up", "up"]);
  });

  it("is that of a maintenance from its start until its end", async () => {
    const api = await withServices();
    const period = { start_time: "2026-01-02T01:00:00Z", end_time: "2026-01-02T02:00:00Z" };
    await createMaintenance(api, { ...period, service_statuses: degraded(2) });
    const seen = [];
    for (const hours of [0, 1, 0.5, 0.5]) {
      api.emulator.clock.advance(hours * 3_600_000);
      seen.push(statuses(api)[1]);
    }
    expect(seen).toEqual(["up", "degraded-performance", "degraded-performance", "up"]);
  });

  it("determines that of its group and of its hub", async () => {
    const api = await withServices();
    await createIncident(api, { service_statuses: [...degraded(2), ...down(3)] });
    const { status, groups } = api.emulator.status("acme");
    expect(status).toBe("down");
    expect(groups.slice(0, 3).map((group) => group.status)).toEqual(["up", "degraded-performance", "down"]);
  });

  it("of a connected hub is that of the services that it shares", async () => {
    const api = await withServices();
    await createIncident(api, { service_statuses: [...degraded(2), ...down(3)] });
    expect(statuses(api, "acme-partners")).toEqual(["up", "degraded-performance"]);
    expect(api.emulator.status("acme-partners")).toMatchObject({
      status: "degraded-performance",
      groups: [{ name: "Website" }, { name: "API" }],
    });
    expect(api.emulator.status("globex")).toEqual({
      status: "up",
      groups: [
        { id: 9, name: "Products", status: "up" },
        { id: 10, name: "Platform", status: "up" },
      ],
      services: [],
    });
  });
});

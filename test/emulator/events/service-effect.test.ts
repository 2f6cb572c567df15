import fc from "fast-check";
import { describe, expect } from "vitest";
import { dayLength, daysOf, type Effect, type Period, uptime } from "../../../emulator/events/service-effect.ts";
import { serviceStatusNames } from "../../../model/kinds/service-status-names.ts";
import type { Api } from "../emulation.ts";
import { createIncident, createMaintenance, down, it, resolveIncident, updateIncident } from "../scene.ts";

const statuses = (api: Api) => api.emulator.status("acme").services.map(({ status }) => status);
const degraded = (service_id = 1) => [{ service_id, status: "degraded-performance" }];

describe("the status of services", () => {
  it("is up without an event, and otherwise the worst of all open ones", async ({ api }) => {
    expect(statuses(api)).toEqual(["up", "up", "up"]);
    await createIncident(api, { service_statuses: degraded() });
    expect(statuses(api)).toEqual(["degraded-performance", "up", "up"]);
    const second = await createIncident(api, { service_statuses: [...down(), ...down(2)] });
    expect(statuses(api)).toEqual(["down", "down", "up"]);
    await resolveIncident(api, second.id);
    expect(statuses(api)).toEqual(["degraded-performance", "up", "up"]);
  });

  it("is that of the latest update that names the service, whenever it is created", async ({ api }) => {
    const { id } = await createIncident(api, { service_statuses: [...down(), ...down(2)] });
    await updateIncident(api, id, { service_statuses: degraded() });
    await updateIncident(api, id, { service_statuses: down(), start_time: "2026-01-01T10:30:00Z" });
    expect(statuses(api)).toEqual(["degraded-performance", "down", "up"]);
  });

  it("is that of a maintenance from its start until its end", async ({ api }) => {
    const period = { start_time: "2026-01-02T01:00:00Z", end_time: "2026-01-02T02:00:00Z" };
    await createMaintenance(api, { ...period, service_statuses: degraded(2) });
    const seen = [];
    for (const hours of [0, 1, 0.5, 0.5]) {
      api.emulator.clock.advance(hours * 3_600_000);
      seen.push(statuses(api)[1]);
    }
    expect(seen).toEqual(["up", "degraded-performance", "degraded-performance", "up"]);
  });

  it("determines that of its group and hub, which may be connected and share groups", async ({ api }) => {
    await createIncident(api, { service_statuses: [...degraded(2), ...down(3)] });
    const { status, groups } = api.emulator.status("acme");
    expect(status).toBe("down");
    expect(groups.slice(0, 3).map((group) => group.status)).toEqual(["up", "degraded-performance", "down"]);
    expect(api.emulator.status("acme-partners").groups.map(({ name }) => name)).toEqual(["Website", "API"]);
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

const hour = dayLength / 24;
const day: Period = { from: 0, to: dayLength };
const effect = (from: number, to: number, status = "down", serviceId = 1): Effect => ({
  serviceId,
  status,
  from: from * hour,
  to: to * hour,
});

describe("uptime, computed from the effects of events", () => {
  it("[UPT-01] divides a period into days from 00:00 to 24:00 UTC", () => {
    expect(daysOf({ from: -hour, to: dayLength + hour })).toEqual([
      { from: -hour, to: 0 },
      { from: 0, to: dayLength },
      { from: dayLength, to: dayLength + hour },
    ]);
    expect(daysOf(day)).toEqual([day]);
  });

  it("[UPT-02] [UPT-03] is the share of hours without a down event, for any events", () => {
    const effects = fc.array(
      fc
        .record({
          from: fc.integer({ min: -24, max: 48 }),
          length: fc.integer({ min: 1, max: 48 }),
          status: fc.constantFrom(...serviceStatusNames),
        })
        .map(({ from, length, status }) => effect(from, from + length, status)),
    );
    const isUp = (all: readonly Effect[], time: number) =>
      !all.some(({ status, from, to }) => status === "down" && from <= time && time < to);
    fc.assert(
      fc.property(effects, (all) => {
        const hours = Array.from({ length: 24 }, (_, index) => index * hour);
        expect(uptime(all, { from: 0, to: 0 })).toBe(1);
        expect(uptime(all, day)).toBeCloseTo(hours.filter((time) => isUp(all, time)).length / 24, 10);
      }),
    );
  });
});

// It is 2026-01-02 00:00, and the incidents start on 2026-01-01 at 10:00.
const firstOfJanuary = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };

/** An incident on service 1 from 10:00 to 12:00, unless the fields of its updates say something else. */
const outage = async (api: Api, first: object = {}, last: object = {}) =>
  resolveIncident(api, (await createIncident(api, first)).id, last);

describe("uptime of a hub", () => {
  it("[UPT-06] is one value, and one per day", async ({ api }) => {
    await outage(api);
    const { uptime: whole, days } = api.emulator.uptime("acme", { ...firstOfJanuary, from: "2025-12-31 00:00:00" });
    expect(whole).toBeCloseTo(1 - 2 / 48, 10);
    expect(days).toEqual([
      { date: "2025-12-31", uptime: 1 },
      { date: "2026-01-01", uptime: 1 - 2 / 24 },
    ]);
  });

  it("[UPT-04] [UPT-07] of a group has the downtime of all its services, of a service its own", async ({ api }) => {
    await api.put("/hubs/acme/services/2", { group_id: 1 });
    await outage(api);
    const second = { start_time: "2026-01-01T11:00:00Z", service_statuses: down(2) };
    await outage(api, second, { start_time: "2026-01-01T14:00:00Z" });
    const { groups, services } = api.emulator.uptime("acme", firstOfJanuary);
    expect(groups.slice(0, 3).map((group) => [group.id, group.uptime])).toEqual([
      [1, 1 - 4 / 24],
      [2, 1],
      [3, 1],
    ]);
    expect(services.map((service) => service.uptime)).toEqual([1 - 2 / 24, 1 - 3 / 24, 1]);
  });

  it("[UPT-05] combines all services of the hub", async ({ api }) => {
    await outage(api);
    await outage(api, { start_time: "2026-01-01T11:00:00Z", service_statuses: down(3) });
    const early = { start_time: "2026-01-01T08:00:00Z", service_statuses: down(2) };
    await outage(api, early, { start_time: "2026-01-01T09:00:00Z" });
    expect(api.emulator.uptime("acme", firstOfJanuary).uptime).toBeCloseTo(1 - 3 / 24, 10);
  });

  it("ignores updates about the time after the end of their incident", async ({ api }) => {
    const { id } = await createIncident(api);
    const service_statuses = [...down(1), ...down(2)];
    await updateIncident(api, id, { start_time: "2026-01-01T13:00:00Z", service_statuses });
    await resolveIncident(api, id);
    const { services } = api.emulator.uptime("acme", firstOfJanuary);
    expect(services.map((service) => service.uptime)).toEqual([1 - 2 / 24, 1, 1]);
    expect((await (await fetch(`${api.emulator.pageUrl}/hubs/acme`)).text()).match(/<path class=/g)).toHaveLength(1);
  });

  it("never includes the future", async ({ api }) => {
    await createIncident(api);
    const { to, uptime: whole, days } = api.emulator.uptime("acme", { ...firstOfJanuary, to: "2030-01-01T00:00:00Z" });
    expect([to, whole, days.length]).toEqual(["2026-01-02T00:00:00Z", 1 - 14 / 24, 1]);
    expect(api.emulator.uptime("acme").from).toBe("2025-10-05T00:00:00Z");
  });

  it("covers ten years at most, because days of 2,000 years would block the emulator", async ({ api }) => {
    const to = "2026-01-01T00:00:00Z";
    expect(api.emulator.uptime("acme", { from: "2016-01-01T00:00:00Z", to }).days).toHaveLength(3653);
    for (const from of ["2015-12-31T23:59:59Z", "0001-01-01T00:00:00Z"])
      expect(() => api.emulator.uptime("acme", { from, to })).toThrow("must be at most 3,653 days before the end");
  });
});

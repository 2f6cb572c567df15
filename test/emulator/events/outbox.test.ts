import { describe, expect } from "vitest";
import type { Notification } from "../../../emulator/index.ts";
import { type Api, createService, startEmulator } from "../emulation.ts";
import { createIncident, down, email, it, resolveIncident, updateIncident, upgrade } from "../scene.ts";

const subscribe = async (api: Api, fields: object = {}, hub = "acme"): Promise<number> =>
  (await api.post(`/hubs/${hub}/subscriptions`, email(fields))).body.id;

const only = (...service_ids: number[]) => ({ services_selection: { all: false, service_ids } });

/** Adds an update on service 1, a minute later. */
const update = (api: Api, id: number, fields: object = {}) => {
  api.emulator.clock.advance(60_000);
  return updateIncident(api, id, { service_statuses: down(), ...fields });
};

const lines = (notifications: readonly Notification[]) =>
  notifications.map(({ address, outcome, reason }) => `${address} ${outcome} ${reason}`);

describe("the outbox of a hub", () => {
  it("[NTF-01] only notifies its own subscriptions: of incidents, updates and maintenances", async ({ api }) => {
    const id = await subscribe(api);
    await subscribe(api, {}, "globex");
    const incident = await createIncident(api);
    await update(api, incident.id);
    const maintenanceId = await upgrade(api);
    expect(api.emulator.outbox("acme")).toMatchObject([
      { event: "incident", event_id: incident.id, update_id: 1, subscription_id: id, title: "API is down" },
      { event: "incident", event_id: incident.id, update_id: 2, subscription_id: id, title: "Still on it" },
      { event: "maintenance", event_id: maintenanceId, update_id: null, subscription_id: id, title: "Upgrade" },
    ]);
    expect(api.emulator.outbox("acme").map(({ at }) => at)).toEqual([
      "2026-01-02T00:00:00Z",
      "2026-01-02T00:01:00Z",
      "2026-01-02T00:01:00Z",
    ]);
    expect(api.emulator.outbox("globex")).toEqual([]);
  });

  it("[NTF-02] uses the method of the subscription and its address", async ({ api }) => {
    const addresses = {
      email: "a@example.com",
      sms: "+1 555 0100",
      webhook: "https://example.com/hook",
      slack: "https://example.com/slack",
      teams: "https://example.com/teams",
    };
    for (const [method_name, address] of Object.entries(addresses)) await subscribe(api, { method_name, address });
    await createIncident(api);
    expect(api.emulator.outbox("acme").map(({ method, address }) => [method, address])).toEqual(
      Object.entries(addresses),
    );
  });

  it("[NTF-03] [NTF-04] [NTF-05] notifies who selected all services, or one that is affected", async ({ api }) => {
    await subscribe(api, { address: "all@example.com" });
    await subscribe(api, { address: "one@example.com", ...only(1) });
    await subscribe(api, { address: "two@example.com", ...only(2, 3) });
    const { id } = await createIncident(api);
    await update(api, id, { service_statuses: down(2) });
    await upgrade(api, { service_statuses: down(3) });
    expect(lines(api.emulator.outbox("acme"))).toEqual([
      "all@example.com sent all-services",
      "one@example.com sent selected-service",
      "two@example.com withheld other-services",
      "all@example.com sent all-services",
      "one@example.com sent selected-service",
      "two@example.com sent selected-service",
      "all@example.com sent all-services",
      "one@example.com withheld other-services",
      "two@example.com sent selected-service",
    ]);
  });

  it("[NTF-06] notifies every subscription of the hub of a platform alert", async ({ api }) => {
    await subscribe(api, { ...only(1), less_verbose: true });
    await subscribe(api, {}, "globex");
    api.emulator.setPlatformAlert("acme", { title: "Nothing works" });
    expect(api.emulator.outbox("acme")).toMatchObject([
      { event: "platform-alert", title: "Nothing works", outcome: "sent", reason: "platform-wide" },
    ]);
    expect(api.emulator.outbox("globex")).toEqual([]);
    expect(api.emulator.status("acme").status).toBe("up");
  });

  it("[NTF-07] [NTF-08] [NTF-09] notifies no subscriber of silent events", async ({ api }) => {
    await subscribe(api);
    const { id } = await createIncident(api, { silent: true });
    await update(api, id, { silent: true });
    await upgrade(api, { silent: true });
    expect(lines(api.emulator.outbox("acme"))).toEqual(Array(3).fill("a@example.com withheld silent"));
  });

  it("[NTF-10] [NTF-11] only notifies the team of a draft, silent or not", async ({ api }) => {
    await subscribe(api);
    const { id } = await createIncident(api, { silent: true, state: "draft" });
    await update(api, id, { silent: true, state: "draft" });
    await upgrade(api, { silent: true, state: "draft" });
    await upgrade(api, { state: "draft" });
    const team = ["admin", "manager", "editor", "read-only"];
    expect(lines(api.emulator.outbox("acme"))).toEqual(
      Array.from({ length: 4 }, () => [
        ...team.map((role) => `${role}@example.com sent draft-notice`),
        "a@example.com withheld draft",
      ]).flat(),
    );
  });

  it("notifies a member with several keys once of a draft, and nobody who can't see the hub", async () => {
    const keys = [
      { key: "1", role: "admin", owner: "ann@example.com" },
      { key: "2", role: "read-only", owner: "ann@example.com" },
      { key: "3", role: "editor", owner: "bob@example.com", hubs: { acme: "none" } },
    ] as const;
    const api = await startEmulator({ preset: { hubs: [{ subdomain: "acme", name: "Acme", groups: ["All"] }], keys } });
    await createService(api);
    await upgrade(api, { state: "draft" });
    expect(lines(api.emulator.outbox("acme"))).toEqual(["ann@example.com sent draft-notice"]);
  });

  it("[NTF-12] notifies again at each offset from the start or the end of a maintenance", async ({ api }) => {
    await subscribe(api);
    const id = await upgrade(api);
    const event_notifications = [
      { offset_in_min: -60, offset_type: "start" },
      { offset_in_min: 30, offset_type: "end" },
      { offset_in_min: 5, offset_type: "sunset" },
      { offset_in_min: -100_000, offset_type: "start" },
      { offset_in_min: 2 ** 50, offset_type: "start" },
    ];
    await api.put(`/hubs/acme/maintenances/${id}`, { event_notifications });
    const seen = () => api.emulator.outbox("acme").map(({ at, outcome, reason }) => `${at} ${outcome} ${reason}`);
    expect(seen()).toEqual([
      "2025-10-25T23:20:00Z withheld too-late",
      "2026-01-02T00:00:00Z sent all-services",
      "2026-01-03T09:00:00Z scheduled all-services",
      "2026-01-03T12:30:00Z scheduled all-services",
    ]);
    api.emulator.clock.set(Date.parse("2026-01-03T09:00:00Z"));
    expect(seen()[2]).toBe("2026-01-03T09:00:00Z sent all-services");
    await api.delete(`/hubs/acme/maintenances/${id}`);
    expect(seen().slice(2)).toEqual([
      "2026-01-03T09:00:00Z withheld event-deleted",
      "2026-01-03T12:30:00Z withheld event-deleted",
    ]);
  });

  it("notifies once of a series, and of each occurrence at the offsets", async ({ api }) => {
    await subscribe(api);
    const id = await upgrade(api);
    await api.put(`/hubs/acme/maintenances/${id}`, {
      event_repeat: { interval: "daily", end_on: "2026-01-05T23:00:00Z" },
      event_notifications: [{ offset_in_min: -60, offset_type: "start" }],
    });
    expect(api.emulator.outbox("acme").map(({ at }) => at)).toEqual([
      "2026-01-02T00:00:00Z",
      "2026-01-03T09:00:00Z",
      "2026-01-04T09:00:00Z",
      "2026-01-05T09:00:00Z",
    ]);
  });

  it("[NTF-13] notifies a less verbose subscription of the first and the final update", async ({ api }) => {
    await subscribe(api, { less_verbose: true });
    await subscribe(api, { address: "b@example.com" });
    const { id } = await createIncident(api, { silent: true });
    await update(api, id);
    await update(api, id, { incident_type: "monitoring" });
    await resolveIncident(api, id);
    const seen = lines(api.emulator.outbox("acme"));
    expect(seen.filter((text) => text.startsWith("a@"))).toEqual([
      "a@example.com withheld silent",
      "a@example.com sent all-services",
      "a@example.com withheld less-verbose",
      "a@example.com sent all-services",
    ]);
    expect(seen.filter((text) => text.startsWith("b@"))).toEqual([
      "b@example.com withheld silent",
      ...Array(3).fill("b@example.com sent all-services"),
    ]);
  });

  it("doesn't notify a subscription of events before or after it", async ({ api }) => {
    const { id } = await createIncident(api);
    api.emulator.clock.advance(60_000);
    const subscription = await subscribe(api);
    await update(api, id);
    api.emulator.clock.advance(60_000);
    await api.delete(`/hubs/acme/subscriptions/${subscription}`);
    await update(api, id);
    expect(lines(api.emulator.outbox("acme"))).toEqual([
      "a@example.com withheld subscribed-later",
      "a@example.com sent all-services",
      "a@example.com withheld unsubscribed",
    ]);
  });

  it("announces a published draft to those who have subscribed by then", async ({ api }) => {
    const left = await subscribe(api, { address: "left@example.com" });
    const { id } = await createIncident(api, { state: "draft" });
    const maintenance = await upgrade(api, { state: "draft" });
    api.emulator.clock.advance(60_000);
    await api.delete(`/hubs/acme/subscriptions/${left}`);
    await subscribe(api);
    api.emulator.clock.advance(60_000);
    await api.put(`/hubs/acme/incidents/${id}/incident_updates/1`, { state: "unconfirmed" });
    await api.put(`/hubs/acme/maintenances/${maintenance}`, { state: "published" });
    api.emulator.clock.advance(60_000);
    await subscribe(api, { address: "late@example.com" });
    await api.put(`/hubs/acme/maintenances/${maintenance}`, { title: "Upgrade again" });
    const seen = ["left@example.com withheld unsubscribed", "a@example.com sent all-services"];
    const late = "late@example.com withheld subscribed-later";
    expect(lines(api.emulator.outbox("acme"))).toEqual([...seen, late, ...seen, late]);
  });

  it("dates each occurrence to its own publication, or else to its creation", async ({ api }) => {
    await subscribe(api);
    const id = await upgrade(api, { state: "draft" });
    const put = (of: number, body: object) => api.put(`/hubs/acme/maintenances/${of}`, body);
    const following = { recurring: { update_following: true } };
    const twoDaysBefore = { event_notifications: [{ offset_in_min: -2880, offset_type: "start" }] };
    await put(id, { state: "published" });
    api.emulator.clock.set(Date.parse("2026-01-02T12:00:00Z"));
    await put(id, { event_repeat: { interval: "daily", end_on: "2026-01-06T23:00:00Z" }, ...twoDaysBefore });
    await put(id, { state: "draft" });
    await put(id + 2, { state: "draft" });
    api.emulator.clock.set(Date.parse("2026-01-04T12:00:00Z"));
    await put(id, { state: "published", ...following });
    const reminders = api.emulator.outbox("acme").filter(({ event_id }) => event_id > id);
    expect(reminders.map(({ at, outcome, reason }) => `${at} ${outcome} ${reason}`)).toEqual([
      "2026-01-02T10:00:00Z withheld too-late",
      "2026-01-03T10:00:00Z withheld too-late",
      "2026-01-04T10:00:00Z sent all-services",
    ]);
  });
});

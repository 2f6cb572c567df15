import { describe, expect, it } from "vitest";
import type { Clock } from "../../../emulator/index.ts";
import { type Assumptions, differences } from "../../../model/guesses/index.ts";
import { type Api, startEmulator } from "../emulation.ts";
import { createMaintenance, down, email, maintenance, maintenances, withServices } from "../scene.ts";

const planned = maintenance({ start_time: "2026-12-06T02:00:00Z", end_time: "2026-12-06T03:00:00Z" });
const weekly = { interval: "weekly", end_on: "2026-12-27T00:00:00Z" };
const subscription = email({ services_selection: { service_ids: [1] } });
const hub = "/hubs/acme";

/** Requests whose responses, taken together, show every difference. None of them can be left out. */
const script: readonly (readonly [method: "get" | "post" | "put" | "delete", path: string, body?: object])[] = [
  ["post", `${hub}/services`, { group_id: 1, name: "Application", custom_id: "web" }],
  ["post", `${hub}/services`, { group_id: 1, name: "Application", custom_id: "web" }],
  ["put", `${hub}/services/1`, { public_name: "App", name: 'The  "Application"', group_id: 1 }],
  ["post", `${hub}/incident_templates`, { labels: ["a"] }],
  ["post", `${hub}/incident_templates`, { title: "Soon" }],
  ["post", `${hub}/services`, { group_id: 1, name: " " }],
  ["post", `${hub}/incident_templates`, { title: "<b>Down</b>" }],
  ["post", `${hub}/incident_templates`, { title: "Down", service_statuses: [...down(), ...down()] }],
  ["post", `${hub}/maintenance_templates`, { title: "Upgrade", silent: true }],
  ["delete", `${hub}/maintenance_templates/1`],
  ["put", `${hub}/maintenance_templates/1`, { title: "Later" }],
  ["post", `${hub}/subscriptions`, subscription],
  [
    "post",
    `${hub}/subscriptions`,
    { ...subscription, method_name: "webhook", address: "http://example.com", configuration: { token: "secret" } },
  ],
  ["post", `${hub}/subscriptions`, { ...subscription, method_name: "webhook", address: "nowhere" }],
  ["put", `${hub}/subscriptions/1`, { method_name: "sms" }],
  ["delete", `${hub}/subscriptions/1`],
  ["get", `${hub}/subscribers/1`],
  ["put", `${hub}/subscribers/1/subscriptions/1/restore`],
  ["delete", `${hub}/subscriptions/1`],
  ["post", `${hub}/subscriptions`, subscription],
  ["post", `${hub}/maintenances`, { ...planned, silent: true }],
  ["post", `${hub}/maintenances`, { ...planned, start_time: "2026-12-06T02:00:00+01:00" }],
  ["put", `${hub}/maintenances/2`, { event_repeat: { ...weekly, end_on: "2026-12-06T00:00:00Z" } }],
  ["put", `${hub}/maintenances/1`, { event_repeat: weekly }],
  ["delete", `${hub}/maintenances/4`],
  ["post", `${hub}/maintenances`, { ...planned, start_time: "2026-11-20T12:00:00Z", end_time: "2026-11-20T13:00:01Z" }],
  ["put", `${hub}/maintenances/1`, { start_time: "2026-11-20T11:00:00Z", end_time: "2026-11-20T12:00:00Z" }],
  ["put", `${hub}/maintenances/1`, { event_repeat: null, recurring: { update_following: true } }],
  ["get", `${hub}/incidents?draft=all`],
  ["post", `${hub}/maintenances`, { ...planned, start_time: "2027-01-31T02:00:00Z", end_time: "2027-01-31T03:00:00Z" }],
  ["put", `${hub}/maintenances/6`, { event_repeat: { interval: "monthly", end_on: "2027-05-01T00:00:00Z" } }],
  ["get", `${hub}/maintenances`],
  ["delete", `${hub}/services/1`],
  ["get", `${hub}/services?deleted=all`],
  ["get", `${hub}/services?page=9`],
  ["put", hub, { subdomain: "acme-inc" }],
  ["get", hub],
];

/** Returns everything that the script shows: responses, records and pauses. */
async function play(api: Api, assume: Assumptions, pauses: unknown[]): Promise<unknown> {
  api.emulator.reset();
  api.emulator.assume(assume);
  const shown: unknown[] = [];
  for (const [method, path, body] of script) {
    const { status, headers, body: answer } = await api.send(method, path, body);
    shown.push([method, path, status, headers.get("date"), answer]);
  }
  const asEditor = await api.put(`${hub}/services/99`, {}, "editor");
  api.emulator.setOtherClient({ reads: 100 });
  const limited = await api.get(hub);
  api.emulator.setOtherClient({});
  const silent = api.emulator.records("maintenances").map((row) => row.silent);
  return JSON.stringify([shown, asEditor.status, limited.status, silent, pauses.splice(0)]);
}

it("each difference shows", async () => {
  const pauses: unknown[] = [];
  const clock: Clock = {
    now: () => Date.parse("2026-11-20T12:00:00Z"),
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  };
  const api = await startEmulator({
    clock,
    limits: { reads: 90, writes: 1000 },
    preset: {
      hubs: [{ subdomain: "acme", name: "Acme", groups: ["One"] }],
      keys: [
        { key: "admin", role: "admin", owner: "a@example.com" },
        { key: "editor", role: "editor", owner: "e@example.com" },
      ],
    },
  });
  const usual = await play(api, {}, pauses);
  expect(await play(api, {}, pauses)).toBe(usual);
  const unseen: string[] = [];
  for (const text of differences.keys()) {
    const [name = "", other] = text.split("=");
    if ((await play(api, { [name]: other }, pauses)) === usual) unseen.push(text);
  }
  expect(unseen).toEqual([]);
});

it("two differences in the same part of a record go together", async () => {
  const assume = { "deleted-in-lists": "unmarked", "incident-template-silent": "own-key" } as const;
  const api = await startEmulator({ assume });
  await api.post(`${hub}/incident_templates`, { title: "Down", silent_update: true });
  expect((await api.get(`${hub}/incident_templates`)).body.data).toMatchObject([{ silent_update: true }]);
});

it.each([
  ["ignored", 200],
  ["rejected", 422],
] as const)("with filters that are %s, a list may still show deleted records", async (filters, status) => {
  const api = await startEmulator({ assume: { "list-filters": filters, "deleted-in-lists": "marked" } });
  const { body: made } = await api.post(`${hub}/services`, { group_id: 1, name: "Web" });
  await api.delete(`${hub}/services/${made.id}`);
  expect((await api.get(`${hub}/services`)).body.data).toMatchObject([{ flags: { deleted: true } }]);
  expect((await api.get(`${hub}/services?deleted=true`)).status).toBe(status);
});

describe("series-clock", () => {
  /** Creates a series on an emulator with a difference, at the start of 2026. */
  async function series(difference: string, start: string, event_repeat: object): Promise<Api> {
    const [day = ""] = start.split("T");
    const clock = { now: () => Date.parse("2026-01-01T00:00:00Z") };
    const api = await withServices({ clock, assume: { "series-clock": difference } });
    await createMaintenance(api, { start_time: `${start}:00Z`, end_time: `${day}T23:59:00Z` });
    await api.put(`${maintenances}/1`, { event_repeat });
    return api;
  }

  const startsIn = async (api: Api) => {
    const { body } = await api.get(maintenances);
    return body.data.map(({ start_time }: { start_time: string }) => start_time.slice(0, 16)).toReversed();
  };

  it.each([
    [
      "local",
      "2026-03-22T02:00",
      { interval: "weekly", end_on: "2026-04-06T00:00:00Z" },
      ["2026-03-22T02:00", "2026-03-29T01:00", "2026-04-05T01:00"],
    ],
    [
      "local",
      "2026-01-03T23:30",
      { interval: "weekly", interval_options: { enabled_days: "sunday" }, end_on: "2026-01-18T00:00:00Z" },
      ["2026-01-03T23:30", "2026-01-10T23:30", "2026-01-17T23:30"],
    ],
    [
      "clamped",
      "2026-01-31T02:00",
      { interval: "monthly", end_on: "2026-04-30T23:00:00Z" },
      ["2026-01-31T02:00", "2026-02-28T02:00", "2026-03-31T02:00", "2026-04-30T02:00"],
    ],
  ])("%s counts from %s", async (difference, start, repeat, starts) => {
    expect(await startsIn(await series(difference, start, repeat))).toEqual(starts);
  });

  it("rolling adds occurrences two weeks ahead, and each is as old as that", async () => {
    const api = await series("rolling", "2026-01-04T02:00", { interval: "weekly", end_on: "2026-02-02T00:00:00Z" });
    const first = ["2026-01-04T02:00", "2026-01-11T02:00", "2026-01-18T02:00"];
    expect(await startsIn(api)).toEqual(first);
    expect((await api.get(`${maintenances}/4`)).status).toBe(404);
    api.emulator.clock.set(Date.parse("2026-01-11T02:00:00Z"));
    expect(await startsIn(api)).toEqual([...first, "2026-01-25T02:00"]);
    expect((await api.get(`${maintenances}/4`)).body.created_at).toBe("2026-01-11T02:00:00Z");
  });

  it("rolling still shows an occurrence that somebody has postponed by months", async () => {
    const api = await series("rolling", "2026-01-04T02:00", { interval: "weekly", end_on: "2026-02-02T00:00:00Z" });
    const moved = { start_time: "2026-03-11T02:00:00Z", end_time: "2026-03-11T03:00:00Z" };
    await api.put(`${maintenances}/2`, moved);
    expect((await api.get(`${maintenances}/2`)).body).toMatchObject(moved);
  });
});

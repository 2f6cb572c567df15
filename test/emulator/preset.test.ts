import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { createEmulator, type Preset, type PresetHub } from "../../emulator/index.ts";
import { presetJsonSchema, readPreset } from "../../emulator/preset/schema.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { startEmulator } from "./emulation.ts";
import { dataFile } from "./state/process.ts";

const statuses = [{ service_id: 1, status: "down" as const }];
const event = { title: "Outage", start_time: "2026-01-01T10:00:00Z", service_statuses: statuses };
const email = { address: "a@example.com", method_name: "email" as const, services_selection: { service_ids: [1] } };

const acme: PresetHub = {
  subdomain: "acme",
  name: "Acme",
  groups: ["Website"],
  services: [
    { group_id: 1, name: "API", custom_id: "api" },
    { group_id: 1, name: "Web" },
  ],
  incident_templates: [{ title: "Down", labels: ["a"] }],
  maintenance_templates: [{ title: "Patching", duration: 90 }],
  subscribers: [{ idp_id: "ann", subscriptions: [email] }],
  subscriptions: [{ address: "https://example.com", method_name: "webhook", services_selection: { all: true } }],
  incidents: [
    {
      ...event,
      incident_type: "investigating",
      incident_updates: [{ title: "Over", start_time: "2026-01-01T11:00:00Z", incident_type: "resolved" }],
    },
  ],
  maintenances: [
    {
      ...event,
      end_time: "2026-01-01T12:00:00Z",
      suppress_events: true,
      event_repeat: { interval: "daily", end_on: "2026-01-02T10:00:00Z" },
    },
  ],
};

it("starts with records of every kind, created as the API creates them", async () => {
  const globex: PresetHub = {
    subdomain: "globex",
    name: "Globex",
    groups: ["Shop"],
    services: [{ group_id: 2, name: "S" }],
  };
  const api = await startEmulator({ preset: { hubs: [acme, globex] } });
  const { rows } = api.emulator.snapshot();
  const totals = Object.fromEntries(Object.entries(rows).map(([table, records]) => [table, records.length]));
  expect(totals).toMatchObject({
    services: 3,
    incidents: 1,
    incident_updates: 2,
    maintenances: 2,
    incident_templates: 1,
    maintenance_templates: 1,
    subscribers: 2,
    subscriptions: 2,
  });
  expect((await api.get("/hubs/acme/incidents/1")).body).toMatchObject({
    end_time: "2026-01-01T11:00:00Z",
    flags: { draft: false },
  });
  expect((await api.get("/hubs/acme/maintenances")).body.data).toMatchObject([{ id: "2" }, { id: "1" }]);
  expect((await api.get("/hubs/globex/services/3")).body.name).toBe("S");
});

it("is restored by a reset, even in an emulator that differs, or if the caller changes the object", async () => {
  const hubs = structuredClone([acme]);
  const api = await startEmulator({ preset: { hubs }, clock: { now: () => Date.UTC(2026, 0, 3) } });
  const before = api.emulator.snapshot();
  Object.assign(hubs[0] ?? {}, { name: "Changed" });
  api.emulator.assume({ ignore: "services.custom_id" });
  await api.put("/hubs/acme/services/1", { name: "Changed" });
  api.emulator.reset();
  expect(api.emulator.snapshot()).toEqual(before);
});

const main: PresetHub = { subdomain: "main", name: "Main", groups: ["Website"] };
const other: PresetHub = { subdomain: "other", name: "Other" };
const primary: PresetHub = { ...other, groups: ["Mine"] };
const connected: PresetHub = { ...other, parent: "main" };

const services = (...records: object[]) => records.map((record) => ({ group_id: 1, name: "A", ...record }));
const tooEarly = { ...event, service_statuses: undefined, incident_type: "resolved" as const };
const incidents = [{ ...event, incident_type: "identified" as const, incident_updates: [tooEarly] }];

const admin = { key: "my-secret-key", role: "admin", owner: "a@example.com" } as const;
const withKeys = (...keys: NonNullable<Preset["keys"]>): Preset => ({ hubs: [main], keys });

it.each<[problem: string, preset: Preset]>([
  ["hubs[0].services[0]: group_id 9 is not a group", { hubs: [{ ...acme, services: services({ group_id: 9 }) }] }],
  [
    'hubs[0].services[1]: custom_id "a" is taken by service 1.',
    { hubs: [{ ...acme, services: services({ custom_id: "a" }, { custom_id: "a" }) }] },
  ],
  ["hubs[0].incidents[0].incident_updates[0]: incident_type resolved", { hubs: [{ ...acme, incidents }] }],
  ["hubs[1]: shared_groups[0] 9 is not a group of", { hubs: [main, { ...connected, shared_groups: [9] }] }],
  ["hubs[1]: shared_groups is for connected", { hubs: [main, { ...primary, shared_groups: [1] }] }],
  ["hubs[1]: groups is for primary hubs", { hubs: [main, { ...primary, parent: "main" }] }],
  ['hubs[0]: parent "none"', { hubs: [{ ...other, parent: "none" }] }],
  ['hubs[1]: subdomain "main" is taken', { hubs: [main, main] }],
  ['keys[0].hubs: there is no hub "globex"', withKeys({ ...admin, hubs: { globex: "none" } })],
  ["keys[1].key: another key has the same value.", withKeys(admin, { ...admin, role: "none" })],
])("is rejected, and says where: %s", async (problem, preset) => {
  const rejected = createEmulator({ preset });
  await expect(rejected).rejects.toThrow(`The preset is wrong at ${problem}`);
  await expect(rejected).rejects.not.toThrow("my-secret-key");
});

it("is checked at the start, even if records are loaded from a file", async () => {
  const data = await dataFile();
  await (await createEmulator({ data })).close();
  const hubs = [{ ...main, services: [{ group_id: 9, name: "A" }] }];
  await expect(createEmulator({ data, preset: { hubs } })).rejects.toThrow("hubs[0].services[0]: group_id 9 is not");
});

it.each<[problem: string, content: string | object]>([
  ["Cannot read the preset", "{"],
  ["at hubs", { hubs: [] }],
  ["at hubs[0].name", { hubs: [{ subdomain: "x1" }] }],
  ["at hubs[0].subdomain", { hubs: [{ ...main, subdomain: "Not this" }] }],
  [
    "✖ is not known\n  → at hubs[0].services[0].nmae\n✖ is not known\n  → at hubs[0].group",
    { hubs: [{ ...main, services: services({ nmae: "B" }), group: [] }] },
  ],
  ["at hubs[0].services[0].group_id", { hubs: [{ ...main, services: services({ group_id: "1" }) }] }],
  ["at keys[0].role", { hubs: [main], keys: [{ ...admin, role: "owner" }] }],
  ["at keys", { hubs: [main], keys: [] }],
  // No header can carry these keys.
  ...["schlüssel", "two\nlines", " padded ", "tab\t", "\u0000"].map(
    (key) => ["at keys[0].key", withKeys({ ...admin, key })] as [string, object],
  ),
])("rejects a file, and says where: %s", async (problem, content) => {
  const path = join(await temporaryFolder(), "preset.json");
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  expect(() => readPreset(path)).toThrow(problem);
  expect(() => readPreset(path)).toThrow(path);
});

it("lets an editor find mistakes", () => {
  const schema = z.fromJSONSchema({ ...presetJsonSchema() });
  const problemAt = (hub: object) => schema.safeParse({ hubs: [hub] }).error?.issues[0]?.path.join(".");
  expect(problemAt({ subdomain: "acme", name: "Acme", services: [{ group_id: 1, name: "API" }] })).toBeUndefined();
  expect(problemAt({ subdomain: "acme", name: "Acme", services: [{ group_id: 1 }] })).toBe("hubs.0.services.0.name");
  expect(problemAt({ subdomain: "acme", name: "Acme", service: [] })).toBe("hubs.0");
});

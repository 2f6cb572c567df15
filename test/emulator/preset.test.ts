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

it("is restored by a reset, even in an emulator that differs", async () => {
  const api = await startEmulator({ preset: { hubs: [acme] }, clock: { now: () => Date.UTC(2026, 0, 3) } });
  const before = api.emulator.snapshot();
  api.emulator.assume({ ignore: "services.custom_id" });
  await api.put("/hubs/acme/services/1", { name: "Changed" });
  api.emulator.reset();
  expect(api.emulator.snapshot()).toEqual(before);
});

const main: PresetHub = { subdomain: "main", name: "Main", groups: ["Website"] };

const other: PresetHub = { subdomain: "other", name: "Other" };
const earlyUpdate = { ...event, service_statuses: undefined, incident_type: "resolved" as const };

it.each<[string, Preset["hubs"], string]>([
  [
    "a group that no hub has",
    [{ ...acme, services: [{ group_id: 9, name: "A" }] }],
    "hubs[0].services[0]: group_id 9 is not a group",
  ],
  [
    "a custom_id that is taken",
    [{ ...acme, services: [1, 2].map(() => ({ group_id: 1, name: "A", custom_id: "a" })) }],
    'hubs[0].services[1]: custom_id "a" is taken by service 1.',
  ],
  [
    "an update that resolves too early",
    [{ ...acme, incidents: [{ ...event, incident_type: "identified", incident_updates: [earlyUpdate] }] }],
    "hubs[0].incidents[0].incident_updates[0]: incident_type resolved",
  ],
  [
    "a shared group that no hub has",
    [main, { ...other, parent: "main", shared_groups: [9] }],
    "hubs[1]: shared_groups[0] 9 is not a group of",
  ],
  [
    "a shared group on a primary hub",
    [main, { ...other, groups: ["Mine"], shared_groups: [1] }],
    "hubs[1]: shared_groups is for connected",
  ],
  [
    "groups beside a parent",
    [main, { ...other, parent: "main", groups: ["Mine"] }],
    "hubs[1]: groups is for primary hubs",
  ],
  ["a missing parent", [{ ...other, parent: "none" }], 'hubs[0]: parent "none"'],
  ["two hubs of one subdomain", [main, main], 'hubs[1]: subdomain "main" is taken'],
])("is rejected with %s, and says where", async (_, hubs, problem) => {
  await expect(createEmulator({ preset: { hubs } })).rejects.toThrow(`The preset is wrong at ${problem}`);
});

it("is rejected with a role on a missing hub", async () => {
  const role = { key: "k", role: "admin", owner: "a@example.com", hubs: { globex: "none" } } as const;
  await expect(createEmulator({ preset: { hubs: [main], keys: [role] } })).rejects.toThrow(
    'at keys[0].hubs: there is no hub "globex"',
  );
});

it("is rejected with duplicate keys, without showing them", async () => {
  const key = { key: "my-secret-key", role: "admin", owner: "a@example.com" } as const;
  const keys = [key, { ...key, role: "none" } as const];
  const rejected = createEmulator({ preset: { hubs: [main], keys } });
  await expect(rejected).rejects.toThrow("The preset is wrong at keys[1].key: another key has the same value.");
  await expect(rejected).rejects.not.toThrow("my-secret-key");
});

it.each(["schlüssel", "two\nlines", " padded ", "tab\t", "\u0000"])(
  "is rejected with the key %j, which no header can carry",
  async (key) => {
    const keys = [{ key, role: "admin", owner: "a@example.com" } as const];
    await expect(createEmulator({ preset: { hubs: [main], keys } })).rejects.toThrow("at keys[0].key");
  },
);

it("is checked at the start, even if records are loaded from a file", async () => {
  const data = await dataFile();
  await (await createEmulator({ data })).close();
  const hubs = [{ ...main, services: [{ group_id: 9, name: "A" }] }];
  await expect(createEmulator({ data, preset: { hubs } })).rejects.toThrow("hubs[0].services[0]: group_id 9 is not");
});

it("is the same at every reset, even if the caller changes the object", async () => {
  const hubs = structuredClone([main]) as { name: string }[];
  const api = await startEmulator({ preset: { hubs } as unknown as Preset });
  Object.assign(hubs[0] ?? {}, { name: "Changed" });
  api.emulator.reset();
  expect((await api.get("/hubs/main")).body.name).toBe("Main");
});

async function presetFile(text: string): Promise<string> {
  const path = join(await temporaryFolder(), "preset.json");
  await writeFile(path, text);
  return path;
}

it("starts with the hubs of a file", async () => {
  const path = await presetFile('{"hubs": [{"subdomain": "tor-project", "name": "Tor", "groups": ["Network"]}]}');

  const { body } = await (await startEmulator({ preset: readPreset(path) })).get("/hubs");

  expect(body.data).toMatchObject([{ id: 1, subdomain: "tor-project", name: "Tor" }]);
});

it.each([
  ["invalid JSON", "{", "Cannot read the preset"],
  ["no hub", { hubs: [] }, "at hubs"],
  ["a hub without a name", { hubs: [{ subdomain: "x1" }] }, "at hubs[0].name"],
  ["a malformed subdomain", { hubs: [{ subdomain: "Not this", name: "X" }] }, "at hubs[0].subdomain"],
  [
    "several fields that are not known, even deep inside",
    { hubs: [{ subdomain: "x1", name: "X", services: [{ group_id: 1, name: "A", nmae: "B" }], group: [] }] },
    "✖ is not known\n  → at hubs[0].services[0].nmae\n✖ is not known\n  → at hubs[0].group",
  ],
  [
    "a record of another form",
    { hubs: [{ subdomain: "x1", name: "X", services: [{ group_id: "1", name: "A" }] }] },
    "at hubs[0].services[0].group_id",
  ],
  [
    "a wrong role",
    { hubs: [{ subdomain: "x1", name: "X" }], keys: [{ key: "k", role: "owner", owner: "o" }] },
    "at keys[0].role",
  ],
  ["no key", { hubs: [{ subdomain: "x1", name: "X" }], keys: [] }, "at keys"],
])("rejects a file with %s, and says where", async (_, content, problem) => {
  const path = await presetFile(typeof content === "string" ? content : JSON.stringify(content));

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

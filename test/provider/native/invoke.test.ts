import { expect, onTestFinished, test, vi } from "vitest";
import { askingVariable, toldIn } from "../../../provider/told.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { fromStruct, send } from "../../engine-model/grpc.ts";
import { addService, reachNative, reference, urnOf } from "./native.ts";

async function reach() {
  const reached = await reachNative();
  await addService(reached, { group_id: 1, name: "API", custom_id: "api" });
  await addService(reached, { group_id: 2, name: "Web" });
  await addService(reached, { group_id: 2, name: "Web" });
  return reached;
}

test("finds a service by ID, by custom ID and by name, all from one list, and shows no secret", async () => {
  const { emulator, invoke } = await reach();
  const api = { id: "1", hubId: "1", groupId: 1, name: "API", customId: "api", archived: false };
  const hubs = ["acme", { subdomain: "acme" }, { id: "1" }, reference("Hub", "1")];
  for (const hub of hubs) {
    for (const by of [{ id: "1" }, { customId: "api" }, { name: "API" }]) {
      const found = await invoke("getService", { hub, ...by });
      expect(found).toMatchObject(api);
      expect(Object.keys(found)).not.toContain("token");
    }
  }
  expect(emulator.requests.filter(({ path }) => path.startsWith("/hubs/acme/services"))).toHaveLength(1);
});

test("OWN-4: what a program finds isn't deleted in that run, but what it lists is", async () => {
  const { client, emulator, invoke } = await reach();
  const properties = { hub: "acme", hubId: "1", groupId: 2, name: "Web", __declared: ["groupId", "name"] };
  await invoke("getService", { hub: "acme", customId: "api" });
  await invoke("getServices", { hub: "acme" });
  for (const id of ["1", "2"]) await send(client, "delete", { urn: urnOf("Service"), id, properties });
  expect(emulator.records("services").map(({ deleted }) => deleted)).toEqual([false, true, false]);
});

test("says what a program finds, and its own version, if a preview of the CLI asks, and nothing else asks", async () => {
  const { emulator, invoke, configure, lines } = await reach();
  const toldTo = (key: string) => lines.flatMap(({ text }) => toldIn(key, text));
  await invoke("getService", { hub: "acme", customId: "api" });
  vi.stubEnv(askingVariable, "key-of-a-preview");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(toldTo("key-of-a-preview")).toEqual([]);
  await configure(emulator);
  await invoke("getService", { hub: "acme", customId: "api" });
  const found = { is: "looks up", kind: "Service", id: "1", baseUrl: emulator.url };
  const version = { is: "version", version: expect.stringMatching(/^version \d/) };
  await vi.waitFor(() => expect(toldTo("key-of-a-preview")).toEqual(expect.arrayContaining([found, version])));
  expect(toldTo("another key")).toEqual([]);
});

test("OWN-4: what a program gets by an ID with the hub, and nothing else, doesn't count as managed after a refresh", async () => {
  const { client, configure, emulator } = await reach();
  const about = { urn: urnOf("Service"), id: "1" };
  // As Python, Go and YAML get it. An import has no inputs.
  const found = await send(client, "read", { ...about, id: "acme/1", properties: {}, inputs: {} });
  const imported = await send(client, "read", { ...about, id: "acme/1", properties: {} });
  const adopted = { hub: "acme", groupId: 1, name: "API", adopt: "1" };
  for (const [state, isManaged] of [
    [found, false],
    [imported, true],
  ] as const) {
    await configure(emulator);
    await send(client, "read", { ...about, properties: fromStruct(state.getProperties()), inputs: {} });
    const created = send(client, "create", { urn: urnOf("Service", "two"), properties: adopted });
    if (isManaged)
      await expect(created).rejects.toThrow("A different resource of this stack already manages Service 1");
    else expect((await created).getId()).toBe("1");
  }
});

test("explains the problem if no service matches, several do, or no argument names one", async () => {
  const { invoke } = await reach();
  const get = (args: object) => invoke("getService", { hub: "acme", ...args });
  await expect(get({ name: "Shop" })).rejects.toThrow(
    'Could not read Service "Shop" in hub "acme": no record has the name "Shop". Check the value and the hub.',
  );
  await expect(get({ name: "Web" })).rejects.toThrow('2 records match name "Web" (IDs 2, 3). Use an ID instead');
  await expect(get({})).rejects.toThrow("no argument names the record. Give one of id, customId, name");
  expect(await get({ nmae: "Web" })).toEqual({
    failures: ['nmae: isn\'t an argument of this lookup. Did you mean "name"? [SH2002]'],
  });
  expect(await invoke("getService", { hub: reference("Service", "1"), id: "1" })).toEqual({
    failures: ["hub: must be a Hub, not a statushub:index:Service. [SH2003]"],
  });
});

test("finds all services, or some; accepts a number or a boolean as text and an ID as a number, and rejects anything else", async () => {
  const { emulator, invoke } = await reach();
  const idsOf = async (args: object) => {
    const { services } = (await invoke("getServices", { hub: "acme", ...args })) as { services: { id: string }[] };
    return services.map(({ id }) => id);
  };
  expect(await idsOf({})).toEqual(["1", "2", "3"]);
  expect(await idsOf({ groupId: null })).toEqual(["1", "2", "3"]);
  for (const groupId of [2, "2"]) {
    for (const archived of [false, "false"]) expect(await idsOf({ groupId, archived })).toEqual(["2", "3"]);
    for (const archived of [true, "true"]) expect(await idsOf({ groupId, archived })).toEqual([]);
  }
  expect(await invoke("getService", { hub: "acme", id: 1 })).toMatchObject({ id: "1", name: "API" });
  for (const by of [{ subdomain: "acme" }, { id: "1" }, { id: 1 }])
    expect(await invoke("getHub", by)).toMatchObject({ id: "1", subdomain: "acme", type: "primary" });
  emulator.clearRequests();
  const wrong = { groupId: "one", archived: "no", hub: "1" };
  expect(await invoke("getServices", wrong)).toEqual({
    failures: [
      'hub: must be a Hub or its subdomain; "1" may be an ID. Pass the Hub itself, or write { id: "1" } or { subdomain: "1" }. [SH2003]',
      "archived: must be true or false. [SH2001]",
      "groupId: must be a whole number. [SH2001]",
    ],
  });
  for (const [name, args, failure] of [
    ["getService", { hub: "acme", name: [1] }, "name: must be text. [SH2001]"],
    ["getHub", { hub: "acme" }, "hub: isn't an argument of this lookup. Arguments: subdomain, id. [SH2002]"],
    ["getServices", {}, "hub: is required: pass a Hub or its subdomain. [SH2003]"],
  ] as const)
    expect(await invoke(name, args)).toEqual({ failures: [failure] });
  expect(emulator.requests).toEqual([]);
});

test("explains that a hub isn't visible", async () => {
  const { invoke } = await reach();
  await expect(invoke("getHub", { subdomain: "nowhere" })).rejects.toThrow(
    'hub "nowhere" is not visible with this key',
  );
});

test("finds templates by a label", async () => {
  const { emulator, invoke } = await reach();
  for (const labels of [["api"], ["web", "api"], []]) {
    for (const kind of ["incident_templates", "maintenance_templates"]) {
      await apiOf(emulator).post(`/hubs/acme/${kind}`, { title: "Down", labels });
    }
  }
  const labeled = [expect.objectContaining({ id: "1" }), expect.objectContaining({ id: "2" })];
  const args = { hub: "acme", label: "api" };
  expect(await invoke("getIncidentTemplates", args)).toEqual({ incidentTemplates: labeled });
  expect(await invoke("getMaintenanceTemplates", args)).toEqual({ maintenanceTemplates: labeled });
});

test("finds changes that the same run has made since the list was read", async () => {
  const { client, emulator, invoke } = await reach();
  const namesOf = async () => {
    const { services } = (await invoke("getServices", { hub: "acme" })) as { services: { name: string }[] };
    return services.map(({ name }) => name);
  };
  expect(await namesOf()).toEqual(["API", "Web", "Web"]);
  emulator.clearRequests();

  const urn = urnOf("Service");
  await send(client, "create", { urn, properties: { hub: "acme", groupId: 1, name: "Shop", customId: "shop" } });
  const web = { hub: "acme", hubId: "1", groupId: 2, name: "Web", __declared: ["groupId", "name"] };
  await send(client, "update", { urn, id: "2", olds: web, news: { hub: "acme", groupId: 2, name: "Website" } });
  await send(client, "delete", { urn, id: "3", properties: web });

  expect(await invoke("getService", { hub: "acme", customId: "shop" })).toMatchObject({ id: "4", name: "Shop" });
  expect(await namesOf()).toEqual(["API", "Website", "Shop"]);
  expect(emulator.requests.filter(({ method }) => method === "GET")).toEqual([]);
});

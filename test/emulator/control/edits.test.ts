import { describe, expect, it } from "vitest";
import { createService, startEmulator } from "../emulation.ts";
import { createIncident, down, updateIncident } from "../scene.ts";

const services = "/hubs/acme/services";

describe("manual edits", () => {
  it("change, soft-delete and remove records", async () => {
    const api = await startEmulator();
    await createService(api);
    const { emulator } = api;
    emulator.clock.advance(60_000);
    emulator.edit("services", 1, { name: "By hand", archived: true });
    const edited = (await api.get(`${services}/1`)).body;
    expect(edited).toMatchObject({ name: "By hand", flags: { archived: true, deleted: false } });
    expect(edited.updated_at > edited.created_at).toBe(true);
    emulator.softDelete("services", 1);
    expect((await api.get(`${services}/1`)).body.flags.deleted).toBe(true);
    emulator.remove("services", 1);
    expect((await api.get(`${services}/1`)).status).toBe(404);
    expect((await createService(api)).id).toBe(2);
  });

  it("of an incident update show in its incident", async () => {
    const api = await startEmulator();
    await createService(api);
    await createIncident(api, { title: "First" });
    await updateIncident(api, 1, { title: "Second", service_statuses: down() });
    const title = async () => (await api.get("/hubs/acme/incidents/1")).body.title;
    api.emulator.edit("incident_updates", 2, { title: "By hand" });
    expect(await title()).toBe("By hand");
    api.emulator.remove("incident_updates", 2);
    expect(await title()).toBe("First");
    api.emulator.softDelete("incidents", 1);
    expect((await api.get("/hubs/acme/incidents/1")).body.flags.deleted).toBe(true);
  });

  it("name missing records", async () => {
    const api = await startEmulator();
    const { emulator } = api;
    await createService(api);
    for (const table of ["groups", "hubs"])
      expect(() => emulator.softDelete(table as "services", 1)).toThrow(`records of ${table} can't be soft-deleted`);
    expect(() => emulator.softDelete("constructor" as "services", 1)).toThrow("there is no table constructor");
    emulator.remove("hubs", 1);
    expect((await api.get(`${services}/1`)).status).toBe(404);
    expect(() => emulator.softDelete("services", 1)).toThrow("record 1 of services belongs to no hub");
    emulator.remove("services", 1);
    expect(() => emulator.edit("services", 1, { name: "x" })).toThrow("there is no record 1 in services");
    expect(() => emulator.edit("hubs", 2, { title: "x" } as object)).toThrow("title isn't a field of hubs");
  });

  it("can't give a hub's access an address that its page can't parse", async () => {
    const { emulator } = await startEmulator();
    emulator.setAccess("acme", { allowed_addresses: ["192.0.2.0/24"] });
    const edit = (address: string) => () => emulator.edit("accesses", 1, { allowed_addresses: [address] });
    expect(edit("192.0.2.0/33")).toThrow("allowed_addresses");
    expect(edit("192.0.2.7")).not.toThrow();
  });
});

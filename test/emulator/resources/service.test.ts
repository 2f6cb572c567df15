import { describe, expect, it } from "vitest";
import { createService, startEmulator, utcTime } from "../emulation.ts";

const services = "/hubs/acme/services";

describe("a service", () => {
  it("[SVC-01] [SVC-02] [SVC-03] [SVC-05] [SVC-07] [SVC-08] [SVC-10] [SVC-11] [SVC-12] [SVC-15] is created with the sent values", async () => {
    const api = await startEmulator();
    const sent = { group_id: 3, name: "API", custom_id: "api", description: "Public", public_name: "Our API" };
    const { status, body } = await api.post(services, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...sent,
      id: 1,
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
      created_at: expect.stringMatching(utcTime),
      updated_at: expect.stringMatching(utcTime),
      flags: { archived: false, deleted: false },
    });
    const second = await createService(api);
    expect(second.id).toBe(2);
    expect(second.token).not.toBe(body.token);
  });

  it("[SVC-14] [COM-09] needs no optional field, and accepts null for each", async () => {
    const api = await startEmulator();
    const nothing = { custom_id: null, description: null, public_name: null };
    expect(await createService(api)).toMatchObject(nothing);
    expect(await createService(api, nothing)).toMatchObject(nothing);
  });

  it.each([
    ["group_id", { name: "API" }],
    ["name", { group_id: 1 }],
    ["group_id", { name: "API", group_id: 0 }],
    ["group_id", { name: "API", group_id: "1" }],
    ["group_id", { name: "API", group_id: 1.5 }],
    ["group_id", { name: "API", group_id: null }],
    ["group_id", { name: "API", group_id: 9 }],
    ["name", { group_id: 1, name: "" }],
    ["name", { group_id: 1, name: null }],
    ["description", { group_id: 1, name: "API", description: 1 }],
    ["custom_id", { group_id: 1, name: "API", custom_id: ["a"] }],
  ])("[SVC-13] [COM-10] is rejected because of its %s in %j", async (field, body) => {
    const api = await startEmulator();
    const refused = await api.post(services, body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.split(" ")[0]).toBe(field);
    expect((await api.get(services)).body.total).toBe(0);
  });

  it("[SVC-16] is returned by its ID", async () => {
    const api = await startEmulator();
    const created = await createService(api);
    expect((await api.get(`${services}/1`)).body).toEqual(created);
  });

  it("[SVC-17] only changes fields that are sent", async () => {
    const api = await startEmulator();
    const created = await createService(api, { custom_id: "a", description: "b", public_name: "c" });
    const updates = [{ name: "n" }, { group_id: 2 }, { custom_id: "x" }, { description: "y" }, { public_name: "" }];
    let expected = { ...created };
    for (const update of updates) {
      expected = { ...expected, ...update };
      expect((await api.put(`${services}/1`, update)).body).toMatchObject({
        ...expected,
        updated_at: expect.any(String),
      });
    }
    expect((await api.get(`${services}/1`)).body).toMatchObject({
      name: "n",
      group_id: 2,
      public_name: "",
      token: created.token,
    });
  });

  it("[SVC-18] clears values for which null is sent", async () => {
    const api = await startEmulator();
    await createService(api, { custom_id: "a", description: "b", public_name: "c" });
    const nothing = { custom_id: null, description: null, public_name: null };
    expect((await api.put(`${services}/1`, nothing)).body).toMatchObject(nothing);
    expect((await api.put(`${services}/1`, { name: null })).status).toBe(422);
  });

  it("[SVC-09] has a custom_id that is unique in its hub", async () => {
    const api = await startEmulator();
    await createService(api, { custom_id: "api" });
    await createService(api, { custom_id: "web" });
    expect((await api.post(services, { group_id: 1, name: "x", custom_id: "api" })).status).toBe(409);
    expect((await api.put(`${services}/2`, { custom_id: "api", name: "Lost" })).status).toBe(409);
    expect((await api.get(`${services}/2`)).body).toMatchObject({ custom_id: "web", name: "Web" });
    expect((await api.put(`${services}/1`, { custom_id: "api" })).status).toBe(200);
    expect((await api.post("/hubs/globex/services", { group_id: 9, name: "x", custom_id: "api" })).status).toBe(200);
  });

  it("frees its custom_id when it is deleted", async () => {
    const api = await startEmulator();
    await createService(api, { custom_id: "api" });
    await api.delete(`${services}/1`);
    expect((await createService(api, { custom_id: "api" })).custom_id).toBe("api");
  });

  it("[COM-02] is soft-deleted: can still be read, but not listed or changed", async () => {
    const api = await startEmulator();
    await createService(api);
    const deleted = await api.delete(`${services}/1`);
    expect(deleted).toMatchObject({ status: 200, body: { id: 1, flags: { deleted: true } } });
    expect((await api.delete(`${services}/1`)).body).toEqual(deleted.body);
    expect((await api.get(`${services}/1`)).body.flags.deleted).toBe(true);
    expect((await api.put(`${services}/1`, { name: "x" })).status).toBe(422);
    expect((await api.get(services)).body.total).toBe(0);
    expect((await api.get(`${services}?deleted=true`)).body.total).toBe(1);
    expect((await api.get(`${services}?deleted=all`)).body.total).toBe(1);
  });

  it("[SVC-19] can't be reached through a connected hub", async () => {
    const api = await startEmulator();
    await createService(api);
    const path = "/hubs/acme-partners/services";
    const responses = [
      await api.get(path),
      await api.post(path, { group_id: 1, name: "x" }),
      await api.get(`${path}/1`),
      await api.put(`${path}/1`, { name: "x" }),
      await api.delete(`${path}/1`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect((await api.get(`${services}/1`)).body).toMatchObject({ name: "Web", flags: { deleted: false } });
  });

  it("[COM-12] can't be reached through another hub", async () => {
    const api = await startEmulator();
    await createService(api);
    const path = "/hubs/globex/services/1";
    expect((await api.get(path)).status).toBe(404);
    expect((await api.put(path, { name: "x" })).status).toBe(404);
    expect((await api.delete(path)).status).toBe(404);
    expect((await api.get(`${services}/1`)).body).toMatchObject({ name: "Web", flags: { deleted: false } });
  });
});

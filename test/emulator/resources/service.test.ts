import { describe, expect } from "vitest";
import { createService, it } from "../emulation.ts";

const services = "/hubs/acme/services";

describe("a service", () => {
  it("[SVC-10] has a token of its own", async ({ api }) => {
    expect((await createService(api)).token).not.toBe((await createService(api)).token);
  });

  it("[SVC-09] has a custom_id that is unique in its hub until it is deleted", async ({ api }) => {
    await createService(api, { custom_id: "api" });
    await createService(api, { custom_id: "web" });
    expect((await api.post(services, { group_id: 1, name: "x", custom_id: "api" })).status).toBe(409);
    expect((await api.put(`${services}/2`, { custom_id: "api", name: "Lost" })).status).toBe(409);
    expect((await api.get(`${services}/2`)).body).toMatchObject({ custom_id: "web", name: "Web" });
    expect((await api.put(`${services}/1`, { custom_id: "api" })).status).toBe(200);
    expect((await api.post("/hubs/globex/services", { group_id: 9, name: "x", custom_id: "api" })).status).toBe(200);
    await api.delete(`${services}/1`);
    expect((await createService(api, { custom_id: "api" })).custom_id).toBe("api");
  });

  it("[SVC-19] can't be reached through a connected hub", async ({ api }) => {
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
});

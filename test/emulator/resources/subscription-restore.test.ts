import { describe, expect } from "vitest";
import { it, subscriptions, webhook, withServices } from "../scene.ts";

const slack = webhook({ method_name: "slack", address: "https://example.com/s", subscriber_id: 1 });
const teams = (name: string) =>
  webhook({ method_name: "teams", address: `https://example.com/${name}`, subscriber_id: 1 });

describe("a deleted subscription", () => {
  const perSubscriber = "/hubs/acme/subscribers/1/subscriptions/1";

  it("deletes its subscriber if it was the last", async ({ api }) => {
    await api.post(subscriptions, webhook());
    await api.post(subscriptions, slack);
    await api.delete(`${subscriptions}/1`);
    expect((await api.get("/hubs/acme/subscribers/1")).body.flags.deleted).toBe(false);
    await api.delete("/hubs/acme/subscribers/1/subscriptions/2");
    expect((await api.get("/hubs/acme/subscribers/1")).body.flags.deleted).toBe(true);
  });

  it.for([`${perSubscriber}/restore`, `${subscriptions}/1/restore`])(
    "[SUB-26] [SUB-27] is restored with its ID by PUT %s",
    async (path, { api }) => {
      const { body } = await api.post(subscriptions, webhook({ label: "Ops" }));
      await api.delete(`${subscriptions}/1`);
      expect((await api.get("/hubs/acme/subscribers/1")).body.flags.deleted).toBe(true);
      expect(await api.put(path)).toMatchObject({ status: 200, body });
      expect((await api.get(perSubscriber)).body).toEqual(body);
      expect((await api.get("/hubs/acme/subscribers/1")).body.flags.deleted).toBe(false);
      expect((await api.put(path)).body).toEqual(body);
    },
  );

  it("[SUB-28] is restored with a new ID if the option is set", async () => {
    const api = await withServices({ assume: { "restored-id": "new" } });
    const { body } = await api.post(subscriptions, webhook({ label: "Ops" }));
    await api.delete(`${subscriptions}/1`);
    expect((await api.put(`${perSubscriber}/restore`)).body).toEqual({ ...body, id: 2 });
    expect((await api.get(`${subscriptions}/1`)).body.flags.deleted).toBe(true);
    expect((await api.get(`${subscriptions}/2`)).body).toMatchObject({ label: "Ops", flags: { deleted: false } });
    expect((await api.put(`${subscriptions}/1/restore`)).status).toBe(409);
  });

  it("[SUB-29] [SUB-30] frees its address and its method, and isn't restored once they are taken", async ({ api }) => {
    await api.post(subscriptions, webhook());
    await api.post(subscriptions, slack);
    await api.delete(`${subscriptions}/1`);
    await api.delete(`${subscriptions}/2`);
    await api.post(subscriptions, webhook());
    expect(await api.put(`${perSubscriber}/restore`)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^address /) },
    });
    expect((await api.get(perSubscriber)).body.flags.deleted).toBe(true);
    await api.put(`${subscriptions}/2/restore`);
    await api.post(subscriptions, teams("t"));
    await api.delete(`${subscriptions}/4`);
    await api.post(subscriptions, teams("t2"));
    expect((await api.put(`${subscriptions}/4/restore`)).status).toBe(409);
  });

  it("[SUB-29] isn't restored if a selected service is deleted meanwhile", async ({ api }) => {
    await api.post(subscriptions, webhook({ services_selection: { service_ids: [1] } }));
    await api.delete(`${subscriptions}/1`);
    const rejection = async () => (await api.put(`${perSubscriber}/restore`)).body.error;
    await api.delete("/hubs/acme/services/1");
    expect(await rejection()).toBe("services_selection.service_ids[0] 1 is a deleted service");
    api.emulator.remove("services", 1);
    expect(await rejection()).toBe("services_selection.service_ids[0] 1 is not a service of hub acme");
    expect((await api.get(perSubscriber)).body.flags.deleted).toBe(true);
    api.emulator.remove("subscribers", 1);
    expect((await api.put(`${subscriptions}/1/restore`)).status).toBe(422);
  });
});

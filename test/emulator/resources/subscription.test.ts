import { describe, expect } from "vitest";
import { createService } from "../emulation.ts";
import { email, it, subscriptions, webhook } from "../scene.ts";

describe("a subscription", () => {
  it.for([
    [
      "email",
      ["a@example.com", "o'neil+ops@mail.example.com"],
      ["nobody", "a b@example.com", "https://example.com", "http://user:pw@h/p?q#f", "<a@b.c>"],
    ],
    ["sms", ["+49 (170) 123-45.67", "0170 1234567"], ["nobody", "+", "12a", "1", "1234567890123456"]],
    [
      "webhook",
      ["https://example.com/x?y=z", "HTTP://localhost:1"],
      ["example.com", "ftp://example.com", "https://", "https://x.y/ z", "https://x.y/\\nz"],
    ],
    ["slack", ["https://hooks.example.com/T/B/x"], ["#channel", ""]],
    ["teams", ["https://example.com/teams"], ["team@example.com"]],
  ] as const)(
    "[SUB-03] [SUB-04] by %s accepts an address such as %j, but not %j",
    async ([method_name, good, bad], { api }) => {
      for (const address of good)
        expect((await api.post(subscriptions, webhook({ method_name, address }))).body).toMatchObject({
          method_name,
          address,
        });
      for (const address of bad) {
        const { status, body } = await api.post(subscriptions, webhook({ method_name, address }));
        expect({ status, field: body.error.split(" ")[0] }).toEqual({ status: 422, field: "address" });
      }
      expect((await api.get(subscriptions)).body.total).toBe(good.length);
    },
  );

  it("[SUB-12] ignores the list of services if it covers all", async ({ api }) => {
    for (const [index, service_ids] of [[1], [], [99]].entries()) {
      const sent = webhook({ address: `https://example.com/${index}`, services_selection: { all: true, service_ids } });
      expect((await api.post(subscriptions, sent)).body.services_selection).toEqual({ all: true, services: [] });
    }
  });

  it("[SUB-06] [SUB-08] has its own address in its hub, ignoring spaces, and case for email", async ({ api }) => {
    const ann = email({ address: "Ann@Example.com" });
    await api.post(subscriptions, ann);
    await api.post(subscriptions, webhook());
    for (const address of ["ann@example.COM", " Ann@Example.com\n"])
      expect((await api.post(subscriptions, { ...ann, address })).status).toBe(409);
    expect((await api.post(subscriptions, webhook({ method_name: "slack" }))).status).toBe(409);
    expect((await api.post(subscriptions, webhook({ address: "https://example.com/HOOK" }))).status).toBe(200);
    expect((await api.post("/hubs/globex/subscriptions", ann)).status).toBe(200);
    expect((await api.put(`${subscriptions}/2`, { address: "https://example.com/HOOK" })).status).toBe(409);
    expect((await api.put(`${subscriptions}/1`, { address: "ANN@example.com" })).status).toBe(200);
  });

  it("[SUB-07] is the only one of its method for a subscriber", async ({ api }) => {
    await api.post(subscriptions, webhook());
    const second = webhook({ address: "https://example.com/2", subscriber_id: 1 });
    expect((await api.post(subscriptions, second)).status).toBe(409);
    expect((await api.post("/hubs/acme/subscribers/1/subscriptions", second)).status).toBe(409);
    expect((await api.post(subscriptions, { ...second, method_name: "slack" })).status).toBe(200);
    expect((await api.get(subscriptions)).body.total).toBe(2);
  });

  it("[SUB-15] by email can't have a label", async ({ api }) => {
    expect((await api.post(subscriptions, email({ label: "Ops" }))).body.error).toMatch(/^label /);
    expect((await api.post(subscriptions, email({ label: null }))).body.label).toBeNull();
    expect((await api.put(`${subscriptions}/1`, { label: "Ops" })).status).toBe(422);
    expect((await api.get(`${subscriptions}/1`)).body.label).toBeNull();
  });

  it("[SUB-23] [SUB-24] [SUB-25] belongs to the subscriber of the body or the path, or a new one", async ({ api }) => {
    await api.post(subscriptions, webhook());
    const slack = webhook({ method_name: "slack", address: "https://example.com/slack" });
    expect((await api.post(subscriptions, { ...slack, subscriber_id: 1 })).body.subscriber_id).toBe(1);
    const teams = webhook({ method_name: "teams", address: "https://example.com/teams" });
    const path = "/hubs/acme/subscribers/1/subscriptions";
    expect((await api.post(path, { ...teams, subscriber_id: 2 })).status).toBe(422);
    expect((await api.post(path, teams)).body.subscriber_id).toBe(1);
    expect((await api.post(subscriptions, webhook({ address: "https://example.com/2" }))).body.subscriber_id).toBe(2);
    expect((await api.get("/hubs/acme/subscribers")).body.data).toMatchObject([{ id: 1, idp_id: null }, { id: 2 }]);
    expect((await api.get(path)).body.data.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
    expect((await api.post("/hubs/acme/subscribers/9/subscriptions", teams)).status).toBe(404);
  });

  it("keeps its method and subscriber, and changes services and address by the same rules", async ({ api }) => {
    await api.post(subscriptions, webhook());
    await api.post(subscriptions, webhook({ address: "https://example.com/2" }));
    const put = async (body: object) => (await api.put(`${subscriptions}/1`, body)).body;
    expect(await put({ services_selection: { all: false, service_ids: [2] } })).toMatchObject({
      services_selection: { all: false, services: [{ id: 2 }] },
    });
    expect((await put({ method_name: "slack" })).error).toBe("method_name cannot be changed from webhook");
    expect((await put({ subscriber_id: 2 })).error).toBe("subscriber_id cannot be changed from 1");
    expect((await put({ address: "nobody" })).error).toMatch(/^address /);
  });

  it("[COM-12] can't be reached through another hub or another subscriber", async ({ api }) => {
    await api.post(subscriptions, webhook());
    await api.post(subscriptions, webhook({ address: "https://example.com/2" }));
    expect((await api.put("/hubs/globex/subscriptions/1/restore")).status).toBe(404);
    const path = "/hubs/acme/subscribers/2/subscriptions/1";
    expect((await api.get(path)).status).toBe(404);
    expect((await api.put(path, { label: "x" })).status).toBe(404);
    expect((await api.delete(path)).status).toBe(404);
    expect((await api.put(`${path}/restore`)).status).toBe(404);
    expect((await api.get(`${subscriptions}/1`)).body).toMatchObject({ label: null, flags: { deleted: false } });
  });

  it("[HUB-26] of a connected hub is separate, and only covers shared services", async ({ api }) => {
    await createService(api, { group_id: 3 });
    const path = "/hubs/acme-partners/subscriptions";
    expect((await api.post(path, webhook({ services_selection: { service_ids: [1] } }))).status).toBe(200);
    const hidden = webhook({ address: "https://example.com/2", services_selection: { service_ids: [3] } });
    expect((await api.post(path, hidden)).status).toBe(422);
    expect((await api.get(subscriptions)).body.total).toBe(0);
    expect((await api.post(subscriptions, webhook())).status).toBe(200);
  });
});

const subscribers = "/hubs/acme/subscribers";
const byEmail = email();
const sms = webhook({ address: "+49 170 1234567", method_name: "sms" });

describe("a subscriber", () => {
  it("is rejected for a rule that an item breaks before a conflict of another", async ({ api }) => {
    await api.post(subscribers, { subscriptions: [byEmail] });
    const rejected = await api.post(subscribers, { subscriptions: [byEmail, sms, { ...sms, address: "nobody" }] });
    expect(rejected).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^subscriptions\[2\].address/) },
    });
    expect((await api.post(subscribers, { subscriptions: [sms, byEmail] })).status).toBe(409);
  });

  it("[SBR-08] [SBR-09] is created with all its subscriptions", async ({ api }) => {
    const settings = { label: "Ops", less_verbose: true, protected: true };
    const second = { ...sms, ...settings, configuration: { a: 1 }, subscriber_id: 7 };
    await api.post(subscribers, { subscriptions: [byEmail, second] });
    const { body } = await api.get(`${subscribers}/1/subscriptions`);
    expect(body.data).toMatchObject([
      { address: "a@example.com", method_name: "email", subscriber_id: 1 },
      { ...settings, address: "+49 170 1234567", method_name: "sms", subscriber_id: 1 },
    ]);
    expect((await api.get("/hubs/acme/subscriptions/2")).body.configuration).toEqual({ a: 1 });
  });

  it.for<[sent: unknown[], status: number, field: string]>([
    [[byEmail, { ...byEmail, address: "b@example.com" }], 409, "subscriptions[1].method_name"],
    [[byEmail, { ...sms, address: "taken@example.com", method_name: "email" }], 409, "subscriptions[1].address"],
    [[{ ...byEmail, address: "taken@example.com" }], 409, "subscriptions[0].address"],
    [[sms, { ...byEmail, address: "nobody" }], 422, "subscriptions[1].address"],
    [[{ ...byEmail, services_selection: { all: false } }], 422, "subscriptions[0].services_selection.service_ids"],
    [[sms, 1], 422, "subscriptions[1]"],
  ])("[SBR-10] isn't created at all with %j", async ([sent, status, field], { api }) => {
    await api.post(subscriptions, { ...byEmail, address: "taken@example.com" });
    const before = api.emulator.snapshot();
    const rejected = await api.post(subscribers, { subscriptions: sent });
    expect({ status: rejected.status, field: rejected.body.error.split(" ")[0] }).toEqual({ status, field });
    expect(api.emulator.snapshot()).toEqual(before);
  });

  it("is deleted with its subscriptions, and gets no more", async ({ api }) => {
    await api.post(subscribers, { subscriptions: [byEmail, sms] });
    expect((await api.delete(`${subscribers}/1`)).body.flags.deleted).toBe(true);
    expect((await api.get(subscriptions)).body.total).toBe(0);
    expect((await api.get("/hubs/acme/subscriptions/2")).body.flags.deleted).toBe(true);
    expect((await api.post(`${subscribers}/1/subscriptions`, sms)).status).toBe(422);
    expect((await api.post(subscriptions, { ...sms, subscriber_id: 1 })).status).toBe(422);
    expect((await api.get(subscriptions)).body.total).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { startEmulator, utcTime } from "../emulation.ts";

const subscribers = "/hubs/acme/subscribers";
const all = { all: true };
const email = { address: "a@example.com", method_name: "email", services_selection: all };
const sms = { address: "+49 170 1234567", method_name: "sms", services_selection: all };

describe("a subscriber", () => {
  it("[SBR-01] [SBR-02] [SBR-03] [SBR-04] [SBR-05] [SBR-06] is created", async () => {
    const api = await startEmulator();
    const { status, body } = await api.post(subscribers, { idp_id: "name-id", subscriptions: [email] });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 1,
      idp_id: "name-id",
      flags: { deleted: false },
      created_at: expect.stringMatching(utcTime),
      updated_at: expect.stringMatching(utcTime),
    });
    expect((await api.get(`${subscribers}/1`)).body).toEqual(body);
    expect((await api.post(subscribers, { idp_id: null, subscriptions: [sms] })).body.idp_id).toBeNull();
    expect((await api.post(subscribers, { idp_id: 1, subscriptions: [sms] })).status).toBe(422);
  });

  it.each([{}, { subscriptions: [] }, { subscriptions: null }, { subscriptions: email }])(
    "[SBR-07] is rejected with %j",
    async (body) => {
      const api = await startEmulator();
      const refused = await api.post(subscribers, body);
      expect({ status: refused.status, field: refused.body.error.split(" ")[0] }).toEqual({
        status: 422,
        field: "subscriptions",
      });
      expect((await api.get(subscribers)).body.total).toBe(0);
    },
  );

  it("is rejected for a rule that an item breaks before a conflict of another", async () => {
    const api = await startEmulator();
    await api.post(subscribers, { subscriptions: [email] });
    const refused = await api.post(subscribers, { subscriptions: [email, sms, { ...sms, address: "nobody" }] });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^subscriptions\[2\].address/) },
    });
    expect((await api.post(subscribers, { subscriptions: [sms, email] })).status).toBe(409);
  });

  it("[SBR-08] [SBR-09] is created with all its subscriptions", async () => {
    const api = await startEmulator();
    const second = {
      ...sms,
      configuration: { a: 1 },
      label: "Ops",
      less_verbose: true,
      protected: true,
      subscriber_id: 7,
    };
    await api.post(subscribers, { subscriptions: [email, second] });
    const { body } = await api.get(`${subscribers}/1/subscriptions`);
    expect(body.data).toMatchObject([
      { address: "a@example.com", method_name: "email", subscriber_id: 1 },
      {
        address: "+49 170 1234567",
        method_name: "sms",
        subscriber_id: 1,
        label: "Ops",
        less_verbose: true,
        protected: true,
      },
    ]);
    expect((await api.get("/hubs/acme/subscriptions/2")).body.configuration).toEqual({ a: 1 });
  });

  it.each([
    [[email, { ...email, address: "b@example.com" }], 409, "subscriptions[1].method_name"],
    [[email, { ...sms, address: "taken@example.com", method_name: "email" }], 409, "subscriptions[1].address"],
    [[{ ...email, address: "taken@example.com" }], 409, "subscriptions[0].address"],
    [[sms, { ...email, address: "nobody" }], 422, "subscriptions[1].address"],
    [[{ ...email, services_selection: { all: false } }], 422, "subscriptions[0].services_selection.service_ids"],
    [[sms, 1], 422, "subscriptions[1]"],
  ])("[SBR-10] isn't created at all with %j", async (subscriptions, status, field) => {
    const api = await startEmulator();
    await api.post("/hubs/acme/subscriptions", { ...email, address: "taken@example.com" });
    const before = api.emulator.snapshot();
    const refused = await api.post(subscribers, { subscriptions });
    expect({ status: refused.status, field: refused.body.error.split(" ")[0] }).toEqual({ status, field });
    expect(api.emulator.snapshot()).toEqual(before);
  });

  it("changes its idp_id", async () => {
    const api = await startEmulator();
    await api.post(subscribers, { subscriptions: [email] });
    expect((await api.put(`${subscribers}/1`, { idp_id: "new" })).body.idp_id).toBe("new");
    expect((await api.put(`${subscribers}/1`, {})).body.idp_id).toBe("new");
  });

  it("is soft-deleted with its subscriptions", async () => {
    const api = await startEmulator();
    await api.post(subscribers, { subscriptions: [email, sms] });
    expect((await api.delete(`${subscribers}/1`)).body.flags.deleted).toBe(true);
    expect((await api.get("/hubs/acme/subscriptions")).body.total).toBe(0);
    expect((await api.get("/hubs/acme/subscriptions/2")).body.flags.deleted).toBe(true);
    expect((await api.get(subscribers)).body.total).toBe(0);
    expect((await api.get(`${subscribers}?deleted=true`)).body.total).toBe(1);
    expect((await api.put(`${subscribers}/1`, { idp_id: "x" })).status).toBe(422);
    expect((await api.post(`${subscribers}/1/subscriptions`, sms)).status).toBe(422);
    expect((await api.post("/hubs/acme/subscriptions", { ...sms, subscriber_id: 1 })).status).toBe(422);
    expect((await api.get("/hubs/acme/subscriptions")).body.total).toBe(0);
  });

  it("[COM-12] can't be reached through another hub", async () => {
    const api = await startEmulator();
    await api.post(subscribers, { subscriptions: [email] });
    expect((await api.get("/hubs/globex/subscribers/1")).status).toBe(404);
    expect((await api.delete("/hubs/globex/subscribers/1")).status).toBe(404);
    expect((await api.get("/hubs/globex/subscribers/1/subscriptions")).status).toBe(404);
  });
});

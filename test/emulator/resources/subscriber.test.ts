import { describe, expect, it } from "vitest";
import { startEmulator } from "../emulation.ts";
import { email as emailOf, subscriptions, webhook } from "../scene.ts";

const subscribers = "/hubs/acme/subscribers";
const email = emailOf();
const sms = webhook({ address: "+49 170 1234567", method_name: "sms" });

describe("a subscriber", () => {
  it("is rejected for a rule that an item breaks before a conflict of another", async () => {
    const api = await startEmulator();
    await api.post(subscribers, { subscriptions: [email] });
    const rejected = await api.post(subscribers, { subscriptions: [email, sms, { ...sms, address: "nobody" }] });
    expect(rejected).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^subscriptions\[2\].address/) },
    });
    expect((await api.post(subscribers, { subscriptions: [sms, email] })).status).toBe(409);
  });

  it("[SBR-08] [SBR-09] is created with all its subscriptions", async () => {
    const api = await startEmulator();
    const settings = { label: "Ops", less_verbose: true, protected: true };
    const second = { ...sms, ...settings, configuration: { a: 1 }, subscriber_id: 7 };
    await api.post(subscribers, { subscriptions: [email, second] });
    const { body } = await api.get(`${subscribers}/1/subscriptions`);
    expect(body.data).toMatchObject([
      { address: "a@example.com", method_name: "email", subscriber_id: 1 },
      { ...settings, address: "+49 170 1234567", method_name: "sms", subscriber_id: 1 },
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
  ])("[SBR-10] isn't created at all with %j", async (sent, status, field) => {
    const api = await startEmulator();
    await api.post(subscriptions, { ...email, address: "taken@example.com" });
    const before = api.emulator.snapshot();
    const rejected = await api.post(subscribers, { subscriptions: sent });
    expect({ status: rejected.status, field: rejected.body.error.split(" ")[0] }).toEqual({ status, field });
    expect(api.emulator.snapshot()).toEqual(before);
  });

  it("is deleted with its subscriptions, and gets no more", async () => {
    const api = await startEmulator();
    await api.post(subscribers, { subscriptions: [email, sms] });
    expect((await api.delete(`${subscribers}/1`)).body.flags.deleted).toBe(true);
    expect((await api.get(subscriptions)).body.total).toBe(0);
    expect((await api.get("/hubs/acme/subscriptions/2")).body.flags.deleted).toBe(true);
    expect((await api.post(`${subscribers}/1/subscriptions`, sms)).status).toBe(422);
    expect((await api.post(subscriptions, { ...sms, subscriber_id: 1 })).status).toBe(422);
    expect((await api.get(subscriptions)).body.total).toBe(0);
  });
});

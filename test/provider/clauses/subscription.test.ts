import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import type { Values } from "../../../provider/resources/define.ts";
import { subscription } from "../../../provider/resources/subscription.ts";
import { startScene } from "../lifecycle/scene.ts";
import { changeByHand, expectRoundTrip, type Field, recordOf } from "./round-trip.ts";

const base = { method: "webhook", address: "https://acme.example.com/hook", services: "all" };
const wire = { method_name: "webhook", address: base.address, services_selection: { all: true } };
const mail = { method: "email", address: "ops@acme.io", services: "all" };
const kind = { collection: "subscriptions", base };
const paths = (values: Values) =>
  check(subscription, { hub: "acme", ...base, ...values }).map(({ path }) => path.join("."));

const label = { property: "label", declared: "On call", sent: { label: "On call" } };
const fields: [string, Field][] = [
  ["[SUB-14] label", { ...label, byHand: { label: null }, found: null }],
  ["[SUB-14] label null", { ...label, declared: null, sent: { label: null }, byHand: { label: "A" }, found: "A" }],
  ["[SUB-16] lessVerbose", flag("lessVerbose", "less_verbose")],
  ["[SUB-17] protected", flag("protected", "protected")],
  [
    "[SUB-02] address",
    {
      property: "address",
      declared: base.address,
      sent: { address: base.address },
      byHand: { address: "https://acme.example.com/moved" },
      found: "https://acme.example.com/moved",
    },
  ],
  [
    "[SUB-13] configuration",
    {
      property: "configuration",
      declared: { content_type: "json" },
      sent: { configuration: { content_type: "json" } },
      byHand: { configuration: { content_type: "form" } },
      found: { content_type: "form" },
    },
  ],
  [
    "[SUB-09] [SUB-10] a list of services",
    {
      property: "services",
      declared: ["1", "2"],
      sent: { services_selection: { all: false, service_ids: [1, 2] } },
      byHand: { services_selection: { all: false, service_ids: [3] } },
      found: ["3"],
    },
  ],
  [
    "[SUB-09] [SUB-12] all services",
    {
      property: "services",
      declared: "all",
      sent: { services_selection: { all: true } },
      byHand: { services_selection: { all: false, service_ids: [3] } },
      found: ["3"],
    },
  ],
];

function flag(property: string, name: string): Field {
  return { property, declared: true, sent: { [name]: true }, byHand: { [name]: false }, found: false };
}

it.each(fields)("%s: sent, read, and put back", async (_, field) => {
  await expectRoundTrip(await startScene(subscription), kind, field);
});

describe("a create", () => {
  it("[SUB-01] [SUB-05] [SUB-21] [SUB-23] sends what is required, and takes the ids of record and subscriber from the answer", async () => {
    const scene = await startScene(subscription);
    await scene.create(mail);
    scene.takeWrites();
    const made = await scene.create(base);

    expect(scene.takeWrites()).toEqual([{ call: "POST subscriptions", body: wire }]);
    const { id, subscriber_id } = await recordOf(scene, `subscriptions/${made.id}`);
    expect([made.id, made.outputs.subscriberId]).toEqual([String(id), subscriber_id]);
    expect(scene.emulator.records("subscribers").map((subscriber) => subscriber.id)).toEqual([1, subscriber_id]);
  });

  it("[SUB-05] [SUB-22] [SUB-24] sends everything else that is declared, and joins the subscriber that it names", async () => {
    const scene = await startScene(subscription);
    const { subscriberId } = (await scene.create(mail)).outputs;
    scene.takeWrites();
    const declared = {
      ...base,
      configuration: { content_type: "json" },
      label: "On call",
      lessVerbose: true,
      protected: true,
      subscriberId,
    };
    const made = await scene.create(declared);

    expect(scene.takeWrites()[0]?.body).toEqual({
      ...wire,
      configuration: { content_type: "json" },
      label: "On call",
      less_verbose: true,
      protected: true,
      subscriber_id: subscriberId,
    });
    expect(made.outputs).toMatchObject(declared);
    expect(scene.emulator.records("subscribers")).toHaveLength(1);
  });

  it.each(["address", "method", "services"])("[SUB-21] without %s is refused before a request", (name) => {
    expect(paths({ [name]: undefined })).toEqual([name]);
  });

  it("[SUB-06] with an address that is taken fails, and names the record that has it", async () => {
    const scene = await startScene(subscription);
    await scene.create(base);

    await expect(scene.create(base)).rejects.toThrow(
      /conflicts with Subscription 1 of the hub, which has the same address/,
    );
    expect(scene.emulator.records("subscriptions")).toHaveLength(1);
  });

  it("[SUB-07] of a second one by the same method for one subscriber fails, with the API's reason", async () => {
    const scene = await startScene(subscription);
    const { subscriberId } = (await scene.create(mail)).outputs;

    await expect(scene.create({ ...mail, address: "dev@acme.io", subscriberId })).rejects.toThrow(
      /^Could not create Subscription "email" in hub "acme": the API said no \(\d+: ".*email.*"\)/,
    );
    expect(scene.emulator.records("subscriptions")).toHaveLength(1);
  });

  it("[SUB-30] with the address of a deleted one makes a new record", async () => {
    const scene = await startScene(subscription);
    await scene.remove(await scene.create(base));
    const made = await scene.create(base);

    expect(made.id).toBe("2");
    expect(await scene.refresh(made)).toEqual(made);
  });
});

const addresses = {
  email: "ops@acme.io",
  sms: "+1 555 0100",
  webhook: "https://acme.example.com/hook",
  slack: "https://hooks.example.com/services/T0/B0",
  teams: "https://acme.example.com/teams",
};

describe("the method", () => {
  it.each(Object.entries(addresses))("[SUB-03] [SUB-04] may be %s, with %s", async (method, address) => {
    const scene = await startScene(subscription);
    const made = await scene.create({ method, address, services: "all" });

    expect(scene.takeWrites()[0]?.body).toMatchObject({ method_name: method, address });
    expect(await scene.refresh(made)).toEqual(made);
    expect(made.outputs).toMatchObject({ method, address });
  });

  it("[SUB-03] decides what an address is", () => {
    for (const method of Object.keys(addresses)) {
      const suits = Object.entries(addresses).filter(([, address]) => paths({ method, address }).length === 0);
      const isUrl = !["email", "sms"].includes(method);
      expect(suits.map(([name]) => name)).toEqual(isUrl ? ["webhook", "slack", "teams"] : [method]);
    }
  });

  it("[SUB-04] is none but the five", () => {
    expect(paths({ method: "fax" })).toEqual(["method"]);
  });
});

describe("the services", () => {
  it("[SUB-11] are all, or a list that is not empty", () => {
    expect(paths({ services: "all" })).toEqual([]);
    expect(paths({ services: ["1"] })).toEqual([]);
    expect(paths({ services: [] })).toEqual(["services"]);
  });

  it("[SUB-12] are all where the answer says so, whatever its list holds", async () => {
    const scene = await startScene(subscription);
    const made = await scene.create({ ...base, services: ["1"] });
    await changeByHand(scene, "subscriptions/1", { services_selection: { all: true, service_ids: [1, 2] } });
    expect((await scene.refresh(made)).outputs.services).toBe("all");

    const record = await recordOf(scene, "subscriptions/1");
    const answer = { ...record, services_selection: { all: true, services: [{ id: 1 }] } };
    scene.emulator.faults.add({ operation: "getSubscription", status: 200, body: answer });
    expect((await scene.refresh(made)).outputs.services).toBe("all");
  });
});

describe("what is left out", () => {
  it("[SUB-16] [SUB-17] is false: not sent at first, and sent as false when it is removed", async () => {
    const scene = await startScene(subscription);
    const made = await scene.create(base);
    expect(scene.takeWrites()[0]?.body).toEqual(wire);

    const both = await scene.update(made, { ...base, lessVerbose: true, protected: true });
    scene.takeWrites();
    const removed = await scene.update(both, base);
    expect(scene.takeWrites()[0]?.body).toEqual({ less_verbose: false, protected: false });
    expect(await scene.refresh(removed)).toEqual(made);
  });

  it("[SUB-15] is the label of a subscription by e-mail: refused in a program, and never sent", async () => {
    expect(paths({ ...mail, label: "On call" })).toEqual(["label"]);

    const scene = await startScene(subscription);
    const made = await scene.create({ ...mail, lessVerbose: true });
    await scene.update(made, mail);
    for (const { body } of scene.takeWrites()) expect(body).not.toHaveProperty("label");
  });

  it("[SUB-13] is an object, whatever it holds", () => {
    expect(paths({ configuration: {} })).toEqual([]);
    expect(paths({ configuration: { content_type: "json", more: [1] } })).toEqual([]);
    expect(paths({ configuration: "json" })).toEqual(["configuration"]);
  });
});

it("[SUB-19] a subscription that says deleted is marked, so that the next up restores it", async () => {
  const scene = await startScene(subscription);
  const made = await scene.create(base);
  scene.emulator.softDelete("subscriptions", 1);
  expect(await recordOf(scene, "subscriptions/1")).toMatchObject({ flags: { deleted: true } });

  const deleted = await scene.refresh(made);
  expect(deleted.outputs.deleted).toBe(true);
  expect(scene.changed(deleted, base)).toEqual(["deleted"]);
});

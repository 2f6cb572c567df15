import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import { service } from "../../../provider/resources/service.ts";
import { startScene } from "../lifecycle/scene.ts";
import { expectRoundTrip, type Field, recordOf } from "./round-trip.ts";

const base = { groupId: 1, name: "Mail" };
const kind = { collection: "services", base };

const fields: [string, Field][] = [
  ["[SVC-02] [SVC-17] name", text("name", "name", "Mail")],
  ["[SVC-03] [SVC-17] publicName", text("publicName", "public_name", "E-mail")],
  ["[SVC-05] [SVC-17] description", text("description", "description", "In and out")],
  ["[SVC-08] [SVC-17] customId", text("customId", "custom_id", "mail")],
  ["[SVC-03] [SVC-18] publicName null", none("publicName", "public_name")],
  ["[SVC-05] [SVC-18] description null", none("description", "description")],
  ["[SVC-08] [SVC-18] customId null", none("customId", "custom_id")],
  [
    "[SVC-07] [SVC-17] groupId",
    { property: "groupId", declared: 1, sent: { group_id: 1 }, byHand: { group_id: 2 }, found: 2 },
  ],
];

function text(property: string, wire: string, declared: string): Field {
  return { property, declared, sent: { [wire]: declared }, byHand: { [wire]: "By hand" }, found: "By hand" };
}

function none(property: string, wire: string): Field {
  return { property, declared: null, sent: { [wire]: null }, byHand: { [wire]: "By hand" }, found: "By hand" };
}

it.each(fields)("%s is sent, read, and put back", async (_, field) => {
  await expectRoundTrip(await startScene(service), kind, field);
});

describe("the record of a service", () => {
  it("[SVC-01] [SVC-10] [SVC-15] is known by its id and token, and no two have the same", async () => {
    const scene = await startScene(service);
    const one = await scene.create(base);
    const other = await scene.create({ ...base, name: "Chat" });

    for (const made of [one, other]) {
      const { id, token } = await recordOf(scene, `services/${made.id}`);
      expect([made.id, made.outputs.token]).toEqual([String(id), token]);
    }
    expect(one.outputs.token).not.toBe(other.outputs.token);
    expect(one.outputs).toMatchObject(base);
  });

  it("[SVC-12] says that it is archived, and is gone when it says deleted", async () => {
    const scene = await startScene(service);
    const made = await scene.create(base);
    expect(made.outputs.archived).toBe(false);

    scene.emulator.archive("services", Number(made.id));
    expect((await scene.refresh(made)).outputs.archived).toBe(true);

    scene.emulator.softDelete("services", Number(made.id));
    expect(await recordOf(scene, `services/${made.id}`)).toMatchObject({ flags: { deleted: true } });
    expect(await scene.read(made)).toBeUndefined();
  });

  it("[SVC-16] is asked for by its id where the list does not show it", async () => {
    const scene = await startScene(service);
    const made = await scene.create(base);
    scene.emulator.clearRequests();
    scene.emulator.faults.add({ operation: "listServices", status: 200, body: { data: [], page_count: 1 } });

    expect(await scene.refresh(made)).toEqual(made);
    expect(scene.emulator.requests.map(({ path }) => path)).toContain(`/hubs/acme/services/${made.id}`);
  });
});

describe("a create", () => {
  it.each([
    ["groupId", { name: "Mail" }],
    ["groupId", { name: "Mail", groupId: 0 }],
    ["name", { groupId: 1 }],
  ])("[SVC-13] without a sound %s is refused before a request: %j", (property, values) => {
    expect(check(service, { hub: "acme", ...values })).toMatchObject([{ path: [property] }]);
  });

  it.each([
    [base, { group_id: 1, name: "Mail" }],
    [
      { ...base, publicName: null, description: null, customId: null },
      { group_id: 1, name: "Mail", public_name: null, description: null, custom_id: null },
    ],
    [
      { ...base, publicName: "E-mail", description: "", customId: "mail" },
      { group_id: 1, name: "Mail", public_name: "E-mail", description: "", custom_id: "mail" },
    ],
  ])("[SVC-13] [SVC-14] [SVC-15] sends what is declared, and nothing else: %j", async (values, body) => {
    const scene = await startScene(service);
    const made = await scene.create(values);

    expect(scene.takeWrites()).toEqual([{ call: "POST services", body }]);
    expect(made.outputs).toMatchObject(values);
    expect(await scene.refresh(made)).toEqual(made);
  });

  it("[SVC-09] with a customId that is taken in the hub fails with a reason, and makes nothing; in another hub it is free", async () => {
    const scene = await startScene(service);
    await scene.create({ ...base, customId: "mail" });

    await expect(scene.create({ ...base, name: "Post", customId: "mail" })).rejects.toThrow(
      /^Could not create Service "Post" in hub "acme": .*(taken|already|unique)/,
    );
    expect(scene.emulator.records("services", "acme")).toHaveLength(4);
    const elsewhere = await scene.create({ ...base, hub: "globex", groupId: 9, customId: "mail" });
    expect(elsewhere.outputs).toMatchObject({ hub: "globex", customId: "mail" });
  });

  it("[SVC-09] is not the only way: an update to a customId that is taken fails, too", async () => {
    const scene = await startScene(service);
    await scene.create({ ...base, customId: "mail" });
    const other = await scene.create({ ...base, name: "Post", customId: "post" });

    await expect(scene.update(other, { ...base, name: "Post", customId: "mail" })).rejects.toThrow(
      /^Could not update Service "Post" \(id 5\) in hub "acme": .*custom_id .*taken/,
    );
    expect(await scene.refresh(other)).toEqual(other);
  });
});

it("[SVC-19] services of a connected hub cannot be made, and the error is the API's own", async () => {
  const scene = await startScene(service);

  await expect(scene.create({ ...base, hub: "acme-partners" })).rejects.toThrow(
    /^Could not create Service "Mail" in hub "acme-partners": .*[Cc]onnected/,
  );
  expect(scene.emulator.records("services")).toHaveLength(3);
});

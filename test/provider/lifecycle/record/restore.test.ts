import { describe, expect, it } from "vitest";
import { documentedOnly, type Emulator, type EmulatorOptions, type Fault } from "../../../../emulator/index.ts";
import { subscription } from "../../../../model/kinds/subscription.ts";
import { create } from "../../../../provider/lifecycle/create.ts";
import { remove } from "../../../../provider/lifecycle/delete.ts";
import { readState } from "../../../../provider/lifecycle/forms/state.ts";
import { reachAgain } from "../../client/account.ts";
import { contextOf } from "../context.ts";
import { startScene } from "../scene.ts";

const slack = {
  method: "slack",
  address: "https://hooks.example.com/services/T0/kTp4XqZ",
  services: ["1", "2"],
  label: "On call",
};

/** A subscription that somebody deleted, and the state after a refresh. */
async function startDeleted(options: EmulatorOptions = {}, row: object = {}) {
  const scene = await startScene(subscription, options);
  const made = await scene.create(slack);
  scene.emulator.edit("subscriptions", 1, { deleted: true, ...row });
  const deleted = await scene.refresh(made);
  scene.takeWrites();
  return { scene, made, deleted };
}

/** Creates and deletes a subscription, like somebody else. */
async function createTheirs(emulator: Emulator, values: object = {}) {
  const declared = { hub: "acme", ...slack, ...values };
  const { id } = await create(reachAgain(emulator), contextOf(subscription), declared);
  emulator.softDelete("subscriptions", Number(id));
}

/** As before, but the next create is rejected because of its address. */
async function startRejected(before: object, options: EmulatorOptions = {}) {
  const scene = await startScene(subscription, options);
  await createTheirs(scene.emulator, before);
  const body = { error: `${slack.address} is taken` };
  scene.emulator.faults.add({ operation: "createSubscription", status: 409, body });
  scene.takeWrites();
  return scene;
}

it("OWN-3: what a create restores isn't deleted with the resource that had it before, in the same run", async () => {
  const scene = await startScene(subscription, { assume: { "freed-values": "reserved" } });
  const made = await scene.create(slack);
  scene.emulator.softDelete("subscriptions", 1);
  const account = reachAgain(scene.emulator);
  const context = contextOf(subscription);
  const restored = await create(account, context, { hub: "acme", ...slack });

  expect(restored.id).toBe(made.id);
  await remove(account, context, { id: made.id, state: readState(made.stored) });
  expect(context.said.join()).toMatch(/is kept.*SH5502/);
  expect(scene.emulator.records("subscriptions")).toMatchObject([{ deleted: false }]);
});

it("SUB-4: a subscription that somebody has deleted stays deleted if the program has another address", async () => {
  const { scene, deleted } = await startDeleted();
  await scene.update(deleted, { ...slack, address: "https://hooks.example.com/services/T0/other" });
  expect(scene.takeWrites().map(({ call }) => call)).toEqual(["POST subscriptions"]);
  expect(scene.emulator.records("subscriptions").map((each) => each.deleted)).toEqual([true, false]);
});

describe.each([
  ["same", "1", {}],
  ["new", "2", { "restored-id": "new" }],
] as const)("SUB-4: a subscription deleted in the control panel, restored with the %s ID", (_, idAfter, assume) => {
  it("keeps its new ID if the PUT after it fails", async () => {
    const { scene, deleted } = await startDeleted({ assume });
    scene.emulator.faults.add({ operation: "updateSubscription", status: 422 });

    const declared = { ...slack, label: "Night shift" };
    const partial = await scene.partial(scene.update(deleted, declared));
    expect(partial).toMatchObject({ id: idAfter, stored: { recordId: idAfter, label: "On call" } });
    expect(partial.stored).not.toHaveProperty("deleted");

    expect(scene.changed(partial, declared)).toEqual(["label"]);
    scene.takeWrites();
    await scene.update(partial, declared);
    expect(scene.takeWrites()).toEqual([{ call: `PUT subscriptions/${idAfter}`, body: { label: "Night shift" } }]);
  });

  it.each<[string, EmulatorOptions["assume"], Fault[]]>([
    ["empty", { "write-responses": "empty" }, []],
    ["lost", {}, [{ operation: "restoreSubscriberSubscription", drop: "after" }]],
  ])("is found even if the response to the restore is %s", async (_, differing, faults) => {
    const { scene, deleted } = await startDeleted({ assume: { ...assume, ...differing } });
    for (const fault of faults) scene.emulator.faults.add(fault);

    const restored = await scene.update(deleted, slack);

    expect(restored.stored).toMatchObject({ ...slack, recordId: idAfter });
    expect(await scene.refresh(restored)).toEqual({ id: idAfter, stored: restored.stored });
    expect(scene.emulator.records("subscriptions").filter((row) => !row.deleted)).toHaveLength(1);
  });
});

describe("a deleted subscription", () => {
  it("that was manually restored meanwhile isn't restored again", async () => {
    const { scene, deleted } = await startDeleted();
    scene.emulator.edit("subscriptions", 1, { deleted: false });

    expect((await scene.update(deleted, slack)).stored).toMatchObject({ ...slack, recordId: "1" });
    expect(scene.takeWrites()).toEqual([]);
  });

  it("whose address another one has meanwhile isn't restored, and the error says which one to adopt, without the address", async () => {
    const { scene, deleted } = await startDeleted();
    await scene.create({ ...slack, label: "Somebody else" });
    scene.emulator.faults.add({
      operation: "restoreSubscriberSubscription",
      status: 409,
      body: { error: `address ${slack.address.toUpperCase()} is taken` },
    });

    await expect(scene.update(deleted, slack), "[SUB-29]").rejects.toThrow(
      'Could not restore Subscription "slack, On call" (ID 1) in hub "acme": it conflicts with Subscription 2, which has the same address ' +
        '(StatusHub returned 409: "address [secret] is taken"). Delete that one on the hub; or remove this resource from the state (pulumi state delete), and declare adopt: "2"',
    );
    expect(scene.emulator.records("subscriptions").map(({ deleted }) => deleted)).toEqual([true, false]);
  });

  it.each(["the path of the restore", "the record"])(
    "whose %s is gone is created again, with a new ID",
    async (gone) => {
      const { scene, deleted } = await startDeleted();
      if (gone === "the record") scene.emulator.remove("subscriptions", 1);
      else scene.emulator.faults.add({ operation: "restoreSubscriberSubscription", status: 404 });

      const restored = await scene.update(deleted, slack);

      expect(restored.stored).toMatchObject({ ...slack, recordId: "2" });
      expect(await scene.refresh(restored)).toEqual({ id: "2", stored: restored.stored });
      expect(scene.emulator.records("subscriptions").filter((row) => !row.deleted)).toHaveLength(1);
    },
  );

  it("that the API neither restores nor creates stays deleted, and the error has both reasons", async () => {
    const { scene, deleted } = await startDeleted();
    scene.emulator.faults.add({ operation: "restoreSubscriberSubscription", status: 422, body: { error: "too old" } });
    scene.emulator.faults.add({ operation: "createSubscription", status: 409, body: { error: "still reserved" } });

    await expect(scene.update(deleted, slack)).rejects.toThrow(
      'Could not restore Subscription "slack, On call" (ID 1) in hub "acme": StatusHub rejected the restore (422: "too old"), and then ' +
        'the create (409: "still reserved"). Correct the program',
    );
  });

  it("[MSG-1] whose restore is rejected has an error without the secrets of the state", async () => {
    const scene = await startScene(subscription);
    const made = await scene.create({ ...slack, configuration: { token: "old-Xq7-token" } });
    scene.emulator.softDelete("subscriptions", 1);
    const deleted = await scene.refresh(made);
    const body = { error: "old-Xq7-token is blocked" };
    scene.emulator.faults.add({ operation: "restoreSubscriberSubscription", status: 403, body });

    const updated = scene.update(deleted, { ...slack, configuration: { token: "other" } });
    await expect(updated).rejects.toThrow('403: "[secret] is blocked"');
  });

  it("isn't restored if the program ignores changes of the mark", async () => {
    const { scene, deleted } = await startDeleted();

    expect(scene.changed(deleted, { ...slack, deleted: true })).toEqual([]);
  });
});

describe("SUB-5: a create that the API rejects because of the address", () => {
  it("restores a deleted duplicate and updates it to the declared values", async () => {
    const scene = await startRejected({ label: "Before", lessVerbose: true }, { assume: { "restored-id": "new" } });

    const made = await scene.create({ ...slack, services: "all" });

    expect(made).toMatchObject({ id: "2", stored: { ...slack, services: "all", recordId: "2" } });
    expect(scene.takeWrites()).toEqual([
      { call: "POST subscriptions", body: expect.anything() },
      { call: "PUT subscribers/1/subscriptions/1/restore", body: undefined },
      {
        call: "PUT subscriptions/2",
        body: { services_selection: { all: true }, label: "On call", less_verbose: false },
      },
    ]);
    expect(await scene.refresh(made)).toEqual(made);
  });

  it("says which property still shows what it had before", async () => {
    const scene = await startRejected({ lessVerbose: true });
    scene.emulator.assume({ ignore: ["subscriptions.less_verbose"] });
    const context = contextOf(subscription);
    await create(reachAgain(scene.emulator), context, { hub: "acme", ...slack });
    expect(context.said).toEqual([expect.stringMatching(/lessVerbose still shows true.*SH5512/)]);
  });

  it("restores the latest of several duplicates", async () => {
    const scene = await startScene(subscription);
    for (const _ of [1, 2, 3]) await createTheirs(scene.emulator);
    scene.emulator.faults.add({ operation: "createSubscription", status: 409 });

    expect(await scene.create(slack)).toMatchObject({ id: "3" });
  });

  it("sends fields that the response to the restore omits", async () => {
    const scene = await startRejected({ configuration: { content_type: "form" } });
    const declared = { ...slack, configuration: { content_type: "json" } };
    scene.emulator.assume({ omit: "subscriptions.configuration" });

    const made = await scene.create(declared);

    expect(scene.takeWrites()[2]?.body).toEqual({ configuration: { content_type: "json" } });
    expect(made.stored).toMatchObject(declared);
  });

  it("says how to replace it if the live duplicate is in the state", async () => {
    const scene = await startScene(subscription);
    await scene.create(slack);

    await expect(scene.create(slack)).rejects.toThrow(
      /conflicts with Subscription 1, .* A resource of this stack manages that record.* deleteBeforeReplace: true/s,
    );
  });

  it("fails with the API's error if the deleted duplicate has another method, which no PUT can change", async () => {
    const scene = await startRejected({ method: "teams" });

    await expect(scene.create(slack)).rejects.toThrow(/StatusHub rejected the request \(409: "\[secret\] is taken"\)/);
  });

  it("is restored if the list takes no filter for deleted ones but shows them", async () => {
    const scene = await startRejected({}, { assume: { "list-filters": "rejected", "deleted-in-lists": "marked" } });

    expect(await scene.create(slack)).toMatchObject({ id: "1", stored: slack });
  });

  it.each([
    ["ignored", { assume: documentedOnly }],
    ["rejected", {}],
  ])("fails with the API's error if the filter for deleted ones is %s", async (reaction, options) => {
    const scene = await startRejected({}, options);
    if (reaction === "rejected") scene.emulator.faults.add({ operation: "listSubscriptions", after: 1, status: 422 });

    await expect(scene.create(slack)).rejects.toThrow(/StatusHub rejected the request \(409/);
  });
});

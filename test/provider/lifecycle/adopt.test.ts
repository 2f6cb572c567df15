import { expect, test } from "vitest";
import { hub } from "../../../kinds/hub.ts";
import { service } from "../../../kinds/service.ts";
import { remove } from "../../../provider/lifecycle/delete.ts";
import { Owners } from "../../../provider/lifecycle/owners.ts";
import { create } from "../../../provider/lifecycle/reconcile.ts";
import { reachAgain, reachEmulator } from "../client/account.ts";
import { startScene } from "./scene.ts";

test("two Hub resources on one hub: the second one is an error", async () => {
  const scene = await startScene(hub);
  const account = reachAgain(scene.emulator);
  const owners = new Owners();
  const adopt = (name: string) => create(account, hub, { desired: { subdomain: "acme", name }, owners });

  await adopt("One");
  await expect(adopt("Two")).rejects.toThrow("Hub 1 belongs to another resource of this stack");
});

test("a record whose response omits its identity isn't adopted by it", async () => {
  const scene = await startScene(service);
  scene.emulator.rewrites.add({ resource: "services", field: "custom_id", as: "omit" });
  scene.takeWrites();

  const made = await scene.create({ groupId: 1, name: "Mine", customId: "mine", adopt: true });

  expect(made.id).toBe("4");
  expect(scene.takeWrites()).toMatchObject([{ call: "POST services" }]);
});

test("a record that was adopted in this run isn't deleted under its old name", async () => {
  const { emulator, account } = await reachEmulator();
  const desired = { hub: "acme", groupId: 1, name: "Web" };
  const { recordId, outputs } = await create(account, service, { desired, owners: new Owners() });
  const next = reachAgain(emulator);
  const owners = new Owners();
  await create(next, service, { desired: { ...desired, adopt: recordId }, owners });

  const remark = await remove(next, service, { id: recordId, outputs, owners });

  expect(remark).toContain("is kept: another resource of this stack manages it");
  expect(emulator.records("services")).toMatchObject([{ deleted: false }]);
});

import { expect, test } from "vitest";
import { hub } from "../../../kinds/hub.ts";
import { service } from "../../../kinds/service.ts";
import { Owners } from "../../../provider/lifecycle/owners.ts";
import { create } from "../../../provider/lifecycle/reconcile.ts";
import { reachAgain } from "../client/account.ts";
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

import { expect, it } from "vitest";
import { hub } from "../../../model/kinds/hub.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { startMade, startScene } from "../../provider/lifecycle/scene.ts";

/** A hub isn't in another hub. */
const acme = { hub: undefined, subdomain: "acme" };

it("keeps its subdomain if another hub has the declared one", async () => {
  const { scene, made } = await startMade(hub, acme);
  const failing = scene.update(made, { ...acme, subdomain: "globex" });

  await expect(failing, "[HUB-04]").rejects.toThrow(/^Could not update Hub "acme" \(ID 1\): .*taken/);
  expect(await scene.refresh(made)).toEqual(made);
});

it("has a type, a parent and a custom domain that only the account can set", async () => {
  const scene = await startScene(hub);
  const primary = await scene.create(acme);
  const connected = await scene.create({ ...acme, subdomain: "acme-partners" });

  expect([primary.stored.type, connected.stored.type], "[HUB-05]").toEqual(["primary", "connected"]);
  expect(connected.stored.parentId, "[HUB-08]").toBe(1);
  expect(primary.stored.parentId, "[HUB-09]").toBeNull();
  expect(primary.stored.customDomain, "[HUB-06]").toBeNull();
  scene.emulator.edit("hubs", 1, { custom_domain: "status.acme.com" });
  scene.emulator.assume({ omit: "hubs.parent_id" });
  const { stored } = await scene.refresh(primary);
  expect(stored.customDomain, "[HUB-06]").toBe("status.acme.com");
  scene.emulator.edit("hubs", 1, { custom_domain: null });
  expect((await scene.refresh({ ...primary, stored })).stored.customDomain, "[HUB-06]").toBeNull();
  expect((await scene.create(acme)).stored.parentId, "[HUB-09]").toBeNull();
  expect(check(hub, { ...acme, customDomain: "acme.com" }), "[HUB-07]").toMatchObject([{ path: ["customDomain"] }]);
});

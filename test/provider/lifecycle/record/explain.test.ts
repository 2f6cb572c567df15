import { describe, expect, it } from "vitest";
import type { Fault } from "../../../../emulator/index.ts";
import { service } from "../../../../model/kinds/service.ts";
import { subscription } from "../../../../model/kinds/subscription.ts";
import type { Kept } from "../../../../provider/lifecycle/forms/state.ts";
import { type Scene, startMade, startScene } from "../scene.ts";

const sms = { method: "sms", address: "+1 555 0100", services: "all" };

it("a delete that returns 404 is an error if the hub isn't visible, because then nothing is known", async () => {
  const { scene, made } = await startMade(subscription, sms);
  const always = { times: Number.POSITIVE_INFINITY };
  // Visible when the hub is looked up first, but not afterwards.
  scene.emulator.faults.add({ operation: "getHub", status: 404, after: 1, ...always });
  scene.emulator.faults.add({ operation: "listHubs", status: 200, body: { data: [] }, ...always });
  scene.emulator.faults.add({ operation: "deleteSubscription", status: 404 });

  await expect(scene.remove(made)).rejects.toThrow(
    /Could not delete Subscription "sms" .* is not visible with this key/,
  );
});

it("a create in conflict quotes only the beginning of a long reason, so that the advice is read", async () => {
  const scene = await startScene(service);
  const body = { group_id: 1, name: "One", custom_id: "one" };
  scene.emulator.perform("createService", { params: { subdomain: "acme" }, body });
  scene.emulator.faults.add({ operation: "createService", status: 409, body: { error: "is taken ".repeat(40) } });
  const failure = await scene.create({ groupId: 1, name: "Two", customId: "one" }).catch(String);
  expect(failure).toMatch(/is tak\.\.\."\).*\[SH4005\]$/);
  expect(String(failure).length).toBeLessThan(430);
});

describe("if the search for the reason of a rejection fails, the API's words are reported", () => {
  const words = { status: 422, body: { error: "customId is odd" } };
  const failing = { status: 503, times: Number.POSITIVE_INFINITY };
  const two = { groupId: 1, name: "Two", customId: "two" };

  it.each<[string, Fault, Fault, (scene: Scene, made: Kept) => Promise<unknown>]>([
    ["a create", { operation: "createService" }, { operation: "listServices", after: 1 }, (scene) => scene.create(two)],
    [
      "an update",
      { operation: "updateService" },
      { operation: "getService" },
      (scene, made) => scene.update(made, two),
    ],
    [
      "an update",
      { operation: "updateService" },
      { operation: "listServices" },
      (scene, made) => scene.update(made, two),
    ],
    ["a delete", { operation: "deleteService" }, { operation: "getService" }, (scene, made) => scene.remove(made)],
  ])("of %s", async (_, rejected, search, act) => {
    const { scene, made } = await startMade(service, { groupId: 1, name: "One", customId: "one" });
    scene.emulator.faults.add({ ...rejected, ...words });
    scene.emulator.faults.add({ ...search, ...failing });

    await expect(act(scene, made)).rejects.toThrow(/422: "customId is odd"/);
  });

  it("of a restore", async () => {
    const { scene, made } = await startMade(subscription, sms);
    scene.emulator.softDelete("subscriptions", 1);
    const deleted = await scene.refresh(made);
    scene.emulator.faults.add({ operation: "restoreSubscriberSubscription", ...words });
    scene.emulator.faults.add({ operation: "listSubscriptions", after: 1, ...failing });

    await expect(scene.update(deleted, sms)).rejects.toThrow(/422: "customId is odd"/);
  });
});

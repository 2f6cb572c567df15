import { expect, test } from "vitest";
import type { Declared } from "../../../model/api/form.ts";
import { service } from "../../../model/kinds/service.ts";
import { subscription } from "../../../model/kinds/subscription.ts";
import { create } from "../../../provider/lifecycle/create.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { reachAgain } from "../client/account.ts";
import { contextOf } from "./context.ts";
import { startScene } from "./scene.ts";

test("a record whose response omits its identity isn't adopted by it", async () => {
  const scene = await startScene(service);
  scene.emulator.assume({ omit: "services.custom_id" });
  scene.takeWrites();

  const made = await scene.create({ groupId: 1, name: "Mine", customId: "mine", adopt: true });

  expect(made.id).toBe("4");
  expect(scene.takeWrites()).toMatchObject([{ call: "POST services" }]);
});

test("OWN-5: a record with another fixed value isn't adopted, and nothing is sent to it", async () => {
  const scene = await startScene(subscription);
  const address = "https://hooks.example.com/T/B/x";
  const theirs = await scene.create({ method: "webhook", address, services: "all" });
  const { body: emailed } = await apiOf(scene.emulator).post("/hubs/acme/subscribers", {
    subscriptions: [{ address: "a@example.com", method_name: "email", services_selection: { all: true } }],
  });
  scene.takeWrites();
  const adopt = (declared: Declared) =>
    create(reachAgain(scene.emulator), contextOf(subscription), {
      hub: "acme",
      address,
      services: "all",
      adopt: true,
      ...declared,
    });

  await expect(adopt({ method: "slack" })).rejects.toThrow(
    `Subscription ${theirs.id} has the declared address, but a different method, which can't be changed`,
  );
  await expect(adopt({ method: "webhook", subscriberId: emailed.id })).rejects.toThrow("a different subscriberId");
  expect(scene.takeWrites()).toEqual([]);
  expect(await adopt({ method: "webhook" })).toMatchObject({ id: theirs.id });
  scene.takeWrites();

  // By its ID, too, and before it is restored if it is deleted.
  for (const isDeleted of [false, true]) {
    if (isDeleted) scene.emulator.softDelete("subscriptions", Number(theirs.id));
    await expect(adopt({ method: "slack", adopt: theirs.id })).rejects.toThrow(
      `Subscription ${theirs.id}, which adopt names, has a different method, which can't be changed`,
    );
    expect(scene.takeWrites()).toEqual([]);
  }
  expect(await adopt({ method: "webhook", adopt: theirs.id })).toMatchObject({ id: expect.any(String) });
});

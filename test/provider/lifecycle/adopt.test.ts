import { expect, test } from "vitest";
import { hub } from "../../../provider/resources/hub.ts";
import { startScene } from "./scene.ts";

const declared = { hub: undefined, subdomain: "acme", name: "Acme status" };

test("an adoption whose write is ignored names the hub, keeps it, and shows the live value", async () => {
  const scene = await startScene(hub);
  scene.emulator.rewrites.add({ resource: "hubs", field: "name", as: "ignore" });

  const kept = await scene.partial(scene.create(declared));

  expect(kept).toMatchObject({ id: "1", outputs: { name: "Acme" } });
  expect(kept.message).toContain('Hub "acme" (id 1) and ignored name');
  expect(scene.changed(kept, declared)).toEqual(["name"]);
});

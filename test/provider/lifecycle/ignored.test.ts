import { expect, it } from "vitest";
import { hub } from "../../../kinds/hub.ts";
import { maintenance } from "../../../kinds/maintenance.ts";
import { startScene } from "./scene.ts";

it("an adoption whose write is ignored names the hub, keeps it, and shows the live value", async () => {
  const declared = { hub: undefined, subdomain: "acme", name: "Acme status" };
  const scene = await startScene(hub);
  scene.emulator.rewrites.add({ resource: "hubs", field: "name", as: "ignore" });

  const kept = await scene.partial(scene.create(declared));

  expect(kept).toMatchObject({ id: "1", outputs: { name: "Acme" } });
  expect(kept.message).toContain('Hub "acme" (ID 1) and ignored name: name is "Acme" there');
  expect(scene.changed(kept, declared)).toEqual(["name"]);
});

it("a maintenance whose pattern the API ignores is kept, and says so", async () => {
  const scene = await startScene(maintenance);
  scene.emulator.rewrites.add({ resource: "maintenances", field: "event_repeat", as: "ignore" });
  const desired = {
    title: "Patching",
    startTime: "2026-12-06 02:00",
    endTime: "2026-12-06 03:00",
    serviceStatuses: [{ service: "1", status: "up" }],
    repeat: { interval: "daily", endOn: "2026-12-10 00:00" },
  };

  const partial = await scene.partial(scene.create(desired));

  expect(partial).toMatchObject({ id: "1", outputs: { repeat: null } });
  expect(partial.message).toMatch(/ignored repeat: .* Correct the program, or the record on the hub\. \[SH4008\]$/);
  expect(scene.changed(partial, desired)).toEqual(["repeat"]);
});

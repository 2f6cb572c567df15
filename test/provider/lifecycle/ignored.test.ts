import { expect, it } from "vitest";
import { maintenance } from "../../../provider/resources/maintenance.ts";
import { maintenanceTemplate } from "../../../provider/resources/maintenance-template.ts";
import { startScene } from "./scene.ts";

const template = { title: "Upgrade", duration: 90, labels: ["db"] };

it.each([
  ["changed", "duration", { ...template, duration: 60 }],
  ["set to null", "duration", { ...template, duration: null }],
  ["removed", "duration", { title: template.title, labels: template.labels }],
  ["removed", "labels", { title: template.title, duration: template.duration }],
] as const)(
  "a property that is %s and that the API keeps is an error, and shows until it is done: %s",
  async (_, name, news) => {
    const scene = await startScene(maintenanceTemplate);
    const made = await scene.create(template);
    scene.emulator.rewrites.add({ resource: "maintenance_templates", field: name, as: "ignore" });

    const partial = await scene.partial(scene.update(made, news));

    expect(partial.message).toContain(`MaintenanceTemplate "Upgrade" (id 1) in hub "acme" and ignored ${name}`);
    expect(partial.outputs[name]).toEqual(template[name]);
    expect(scene.changed(partial, news)).toEqual([name]);

    scene.emulator.rewrites.clear();
    const settled = await scene.update(partial, news);
    expect(scene.changed(await scene.refresh(settled), news)).toEqual([]);
  },
);

it("a maintenance whose pattern the API ignores is kept, and says so", async () => {
  const scene = await startScene(maintenance);
  scene.emulator.rewrites.add({ resource: "maintenances", field: "event_repeat", as: "ignore" });
  const news = {
    title: "Patching",
    startTime: "2026-12-06 02:00",
    endTime: "2026-12-06 03:00",
    serviceStatuses: [{ service: "1", status: "up" }],
    repeat: { interval: "daily", endOn: "2026-12-10 00:00" },
  };

  const partial = await scene.partial(scene.create(news));

  expect(partial).toMatchObject({ id: "1", outputs: { repeat: null } });
  expect(partial.message).toContain("ignored repeat");
  expect(scene.changed(partial, news)).toEqual(["repeat"]);
});

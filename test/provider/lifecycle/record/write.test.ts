import { expect, it } from "vitest";
import type { Fault } from "../../../../emulator/index.ts";
import { maintenance } from "../../../../model/kinds/maintenance.ts";
import { startScene } from "../scene.ts";

const series = {
  title: "Patching",
  startTime: "2026-12-06T02:00:00Z",
  endTime: "2026-12-06T03:00:00Z",
  serviceStatuses: [{ service: "1", status: "degraded-performance" }],
  repeat: { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2027-01-31T00:00:00Z" },
};

/** The POST waits for so long that the list from before it is too old. */
const busy: Fault = { operation: "createMaintenance", status: 429, headers: { "retry-after": "11" } };

it.each<[string, Fault]>([
  ["is refused", { status: 403 }],
  ["fails", { status: 500, times: Number.POSITIVE_INFINITY }],
])("a series is kept if the list between its POST and its PUT %s", async (_, fault) => {
  const scene = await startScene(maintenance, { clock: { now: () => Date.UTC(2026, 11, 1) } });
  scene.emulator.faults.add(busy);
  scene.emulator.faults.add({ operation: "listMaintenances", after: 1, ...fault });

  const partial = await scene.partial(scene.create(series));

  expect(partial.id).toBe("1");
  expect(partial.message).toMatch(
    /^Could not update Maintenance "Patching" \(ID 1\).* the next up continues from there/,
  );
  expect(scene.changed(partial, series)).toEqual(["state", "repeat"]);

  scene.emulator.faults.clear();
  const finished = await scene.update(partial, series);
  expect(scene.takeWrites().map(({ call }) => call)).toEqual([
    "POST maintenances",
    "POST maintenances",
    "PUT maintenances/1",
  ]);
  expect(await scene.refresh(finished)).toEqual(finished);
});

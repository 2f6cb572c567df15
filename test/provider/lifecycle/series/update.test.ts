import { describe, expect, it } from "vitest";
import type { EmulatorOptions, Fault } from "../../../../emulator/index.ts";
import type { Declared } from "../../../../model/api/form.ts";
import { maintenance } from "../../../../model/kinds/maintenance.ts";
import { startScene } from "../scene.ts";

const day = 24 * 60 * 60_000;
const clock = { now: () => Date.UTC(2026, 11, 1) };
const once = {
  title: "Patching",
  startTime: "2026-12-06T02:00:00Z",
  endTime: "2026-12-06T03:00:00Z",
  serviceStatuses: [{ service: "1", status: "degraded-performance" }],
};
const weekly = { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2027-01-31T00:00:00Z" };
const notices = [{ offsetInMin: -1440, offsetType: "start" }];
const series = { ...once, repeat: weekly, notifications: notices };
const following = { recurring: { update_following: true } };

const start = (options: EmulatorOptions = {}) => startScene(maintenance, { clock, ...options });

async function startMade(declared: Declared = series, options: EmulatorOptions = {}) {
  const scene = await start(options);
  const made = await scene.create(declared);
  const writes = scene.takeWrites();
  return { scene, made, writes };
}

it("a maintenance that only has notifications isn't a series", async () => {
  const { writes } = await startMade({ ...once, notifications: notices });

  const body = { event_notifications: [{ offset_in_min: -1440, offset_type: "start" }] };
  expect(writes[1]).toEqual({ call: "PUT maintenances/1", body });
});

describe("a series", () => {
  it.each<[string, Fault]>([
    ["is refused", { status: 403 }],
    ["fails", { status: 500, times: Number.POSITIVE_INFINITY }],
  ])("REC-3: is kept if the list between its POST and its PUT %s, and finished by the next up", async (_, fault) => {
    const scene = await start();
    // The POST waits for so long that the list from before it is too old.
    scene.emulator.faults.add({ operation: "createMaintenance", status: 429, headers: { "retry-after": "11" } });
    scene.emulator.faults.add({ operation: "listMaintenances", after: 1, ...fault });

    const partial = await scene.partial(scene.create(series));

    expect(partial.id).toBe("1");
    expect(partial.message).toMatch(
      /^Could not update Maintenance "Patching" \(ID 1\).* the next up continues from there/,
    );
    // A refresh erases Pulumi's own mark of the failure, so the missing parts must show as differences.
    expect(scene.changed(partial, series)).toEqual(["state", "repeat", "notifications"]);

    scene.emulator.faults.clear();
    const finished = await scene.update(partial, series);
    const calls = ["POST maintenances", "POST maintenances", "PUT maintenances/1"];
    expect(scene.takeWrites().map(({ call }) => call)).toEqual(calls);
    expect(await scene.refresh(finished)).toEqual(finished);
  });

  it("REC-2: keeps nothing of an earlier pattern", async () => {
    const { scene, made } = await startMade();
    const monthly = { interval: "monthly", endOn: "2027-03-31 00:00" };
    const updated = await scene.update(made, { ...series, repeat: monthly });

    const body = { event_repeat: { interval: "monthly", end_on: "2027-03-31T00:00:00Z" }, ...following };
    expect(scene.takeWrites()).toEqual([{ call: "PUT maintenances/1", body }]);
    const kept = { interval: "monthly", end_on: expect.stringMatching(/^2027-03-31/) };
    expect(scene.emulator.records("maintenances")[0]?.event_repeat).toEqual(kept);
    expect(await scene.refresh(updated)).toEqual(updated);
  });

  it("REC-4: is changed with the later ones, even by properties outside its pattern", async () => {
    const { scene, made } = await startMade();
    await scene.update(made, { ...series, title: "Upgrade" });

    const body = { title: "Upgrade", ...following };
    expect(scene.takeWrites(), "[MNT-15]").toEqual([{ call: "PUT maintenances/1", body }]);
    expect(new Set(scene.emulator.records("maintenances").map(({ title }) => title))).toEqual(new Set(["Upgrade"]));
  });

  it.each([
    ["429s until the limit", { status: 429, headers: { "retry-after": "3600" } }],
    ["a rejection", { status: 422 }],
  ])(
    "is ended before it is deleted, even if the PUT that may have made it one was followed by %s",
    async (_, fault) => {
      const scene = await start();
      const single = await scene.create(once);
      scene.emulator.faults.add({ operation: "updateMaintenance", status: 500, when: "after" });
      scene.emulator.faults.add({ operation: "updateMaintenance", times: Number.POSITIVE_INFINITY, ...fault });
      const partial = await scene.partial(scene.update(single, series));
      scene.emulator.faults.clear();
      scene.takeWrites();

      await scene.remove(partial);

      expect(scene.takeWrites().map(({ call }) => call)).toEqual(["PUT maintenances/1", "DELETE maintenances/1"]);
      expect(scene.emulator.records("maintenances").every(({ deleted }) => deleted)).toBe(true);
    },
  );

  it.each([
    { refreshes: false, gone: false },
    { refreshes: true, gone: false },
    { refreshes: true, gone: true },
    { refreshes: true, gone: true, assume: { "pattern-of-occurrences": "first-only" } as const },
  ])(
    "that becomes a single maintenance later ends, and keeps the first occurrence as it is or was: %o",
    async ({ refreshes, gone, assume = {} }) => {
      const { scene, made } = await startMade(series, { assume });
      const { emulator } = scene;
      if (gone) emulator.edit("maintenances", 1, { deleted: true });
      emulator.clock.advance(20 * day);
      const before = emulator.records("maintenances");
      const state = refreshes ? await scene.refresh(made) : made;

      const single = await scene.update(state, { ...once, notifications: notices });

      const live = emulator.records("maintenances").filter(({ deleted }) => !deleted);
      const ended = before.filter(({ deleted, end_time }) => !deleted && end_time < "2026-12-21");
      expect(live).toEqual(ended);
      expect(scene.changed(await scene.refresh(single), { ...once, notifications: notices })).toEqual([]);
    },
  );

  /** A series in its second hour, whose first occurrence somebody ended early. */
  async function startEndedEarly() {
    const { scene, made } = await startMade();
    scene.emulator.edit("maintenances", 1, { end_time: "2026-12-06T02:10:00Z" });
    scene.emulator.clock.advance(5 * day + 2.5 * 3_600_000);
    const [ended] = scene.emulator.records("maintenances");
    return { scene, made, ended, left: () => scene.emulator.records("maintenances").filter(({ deleted }) => !deleted) };
  }

  it.each([
    { refreshes: false, endTime: once.endTime },
    { refreshes: true, endTime: once.endTime },
    { refreshes: true, endTime: "2026-12-06T02:10:00Z" },
  ])("whose first occurrence somebody ended early ends with it: %o", async ({ refreshes, endTime }) => {
    const { scene, made, ended, left } = await startEndedEarly();
    const declared = { ...once, endTime, notifications: notices };

    const single = await scene.update(refreshes ? await scene.refresh(made) : made, declared);

    expect(left()).toEqual([ended]);
    expect(scene.changed(await scene.refresh(single), declared)).toEqual([]);
  });

  it("whose first occurrence somebody ended early gives new times to the next one", async () => {
    const { scene, made, ended, left } = await startEndedEarly();
    const times = { startTime: "2026-12-07T02:00:00Z", endTime: "2026-12-07T03:00:00Z" };

    await scene.update(made, { ...once, ...times, notifications: notices });

    expect(left()).toMatchObject([ended, { id: 2, start_time: times.startTime, end_time: times.endTime }]);
  });
});

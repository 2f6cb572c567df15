import { describe, expect, it } from "vitest";
import { maintenance } from "../../../provider/resources/maintenance.ts";
import { startScene } from "./scene.ts";

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

const start = (options = {}) => startScene(maintenance, { clock, ...options });

describe("a maintenance", () => {
  it("with notices alone is no series", async () => {
    const scene = await start();
    await scene.create({ ...once, notifications: notices });

    expect(scene.takeWrites()[1]).toEqual({
      call: "PUT maintenances/1",
      body: { event_notifications: [{ offset_in_min: -1440, offset_type: "start" }] },
    });
  });

  it("REC-10: that has ended is complete", async () => {
    const scene = await start();
    const made = await scene.create(once);
    scene.emulator.clock.advance(400 * day);

    expect(await scene.refresh(made)).toEqual(made);
  });
});

describe("a series", () => {
  it("REC-3: of which the PUT fails is kept half-made, is finished by the next up, and can be deleted", async () => {
    const scene = await start();
    scene.emulator.faults.add({ operation: "updateMaintenance", status: 422, times: 2 });
    const partial = await scene.partial(scene.create(series));
    expect(partial.id).toBe("1");
    expect(partial.message).toMatch(/Could not update Maintenance "Patching" \(id 1\) in hub "acme"/);

    // A refresh erases Pulumi's own mark of the failure, so what is missing has to show by itself.
    const refreshed = await scene.refresh(partial);
    expect(scene.changed(refreshed, series)).toEqual(["repeat", "notifications"]);
    expect((await scene.read(partial))?.inputs).toEqual({ hub: "acme", ...once });
    await expect(scene.update(refreshed, series)).rejects.toThrow(/422/);

    scene.takeWrites();
    const finished = await scene.update(refreshed, series);
    expect(scene.takeWrites().map(({ call }) => call)).toEqual(["PUT maintenances/1"]);
    expect(scene.changed(await scene.refresh(finished), series)).toEqual([]);

    await scene.remove(partial);
    expect(scene.takeWrites()).toEqual([{ call: "DELETE maintenances/1", body: undefined }]);
  });

  it("REC-2: keeps nothing of an earlier pattern", async () => {
    const scene = await start();
    const made = await scene.create(series);
    const daily = await scene.update(made, { ...series, repeat: { interval: "daily", endOn: weekly.endOn } });
    scene.takeWrites();
    const monthly = await scene.update(daily, {
      ...series,
      repeat: { interval: "monthly", endOn: "2027-03-31 00:00" },
    });

    expect(scene.takeWrites()).toEqual([
      {
        call: "PUT maintenances/1",
        body: { event_repeat: { interval: "monthly", end_on: "2027-03-31 00:00" }, ...following },
      },
    ]);
    expect(scene.emulator.records("maintenances")[0]?.event_repeat).toEqual({
      interval: "monthly",
      end_on: expect.stringMatching(/^2027-03-31/),
    });
    expect(await scene.refresh(monthly)).toEqual(monthly);
  });

  it("REC-4: is changed with the later ones, also by what is not its pattern", async () => {
    const scene = await start();
    const made = await scene.create(series);
    scene.takeWrites();
    await scene.update(made, { ...series, title: "Upgrade" });

    expect(scene.takeWrites(), "[MNT-15]").toEqual([
      { call: "PUT maintenances/1", body: { title: "Upgrade", ...following } },
    ]);
    expect(new Set(scene.emulator.records("maintenances").map(({ title }) => title))).toEqual(new Set(["Upgrade"]));
  });

  it("REC-5: ends when its repeat is null", async () => {
    const scene = await start();
    const made = await scene.create({ ...once, repeat: weekly });
    expect(scene.emulator.records("maintenances").filter(({ deleted }) => !deleted).length).toBeGreaterThan(1);
    scene.takeWrites();
    const ended = await scene.update(made, { ...once, repeat: null });

    expect(scene.takeWrites()).toEqual([{ call: "PUT maintenances/1", body: { event_repeat: null, ...following } }]);
    expect(scene.emulator.records("maintenances").filter(({ deleted }) => !deleted)).toHaveLength(1);
    expect(await scene.refresh(ended)).toEqual(ended);
  });

  it("REC-8 REC-9: is clean after one and after thirty occurrences, which are records of their own", async () => {
    const scene = await start();
    const daily = { ...once, repeat: { interval: "daily", endOn: "2027-03-01T00:00:00Z" } };
    const made = await scene.create(daily);

    for (const days of [6, 30]) {
      scene.emulator.clock.advance(days * day);
      expect(await scene.refresh(made)).toEqual(made);
    }
    expect(scene.emulator.records("maintenances").length).toBeGreaterThan(30);
  });

  it("is ended before it is deleted, so that no occurrence remains", async () => {
    const scene = await start();
    const made = await scene.create(series);
    scene.takeWrites();

    expect(await scene.remove(made)).toBeUndefined();
    expect(scene.takeWrites()).toEqual([
      { call: "PUT maintenances/1", body: { event_repeat: null, ...following } },
      { call: "DELETE maintenances/1", body: undefined },
    ]);
    expect(scene.emulator.records("maintenances").filter(({ deleted }) => !deleted)).toEqual([]);
  });

  it("is deleted all the same when the API does not let it end, with a word of what may remain", async () => {
    const scene = await start();
    const made = await scene.create(series);
    scene.emulator.faults.add({ operation: "updateMaintenance", status: 422, body: { error: "no" } });

    expect(await scene.remove(made)).toMatch(/Maintenance "Patching" .*later occurrences may remain.*\(no\)/);
    expect(scene.emulator.records("maintenances")[0]).toMatchObject({ id: 1, deleted: true });
  });
});

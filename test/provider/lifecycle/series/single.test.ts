import { expect, it } from "vitest";
import type { Declared } from "../../../../model/api/form.ts";
import type { Kept } from "../../../../provider/lifecycle/forms/state.ts";
import type { Scene } from "../scene.ts";
import { following, notices, once, series, start, startMade, weekly } from "./made.ts";

it("a maintenance that only has notifications isn't a series", async () => {
  const { writes } = await startMade({ ...once, notifications: notices });

  const body = { event_notifications: [{ offset_in_min: -1440, offset_type: "start" }] };
  expect(writes[1]).toEqual({ call: "PUT maintenances/1", body });
});

it.each([
  { declared: once, passing: [400] },
  { declared: { ...once, repeat: { interval: "daily", endOn: "2027-03-01T00:00:00Z" } }, passing: [6, 30] },
])("REC-8 REC-9 REC-10: is clean after $passing days", async ({ declared, passing }) => {
  const { scene, made } = await startMade(declared);
  for (const days of passing) {
    scene.emulator.clock.advance(days * 24 * 60 * 60_000);
    expect(await scene.refresh(made)).toEqual(made);
    expect(scene.takeWrites()).toEqual([]);
  }
});

it.each([
  { ...once, state: "draft" },
  { ...series, state: "draft" },
])(
  "SER-10: a draft that the team has published stays if it is over when it leaves the program: %o",
  async (declared) => {
    const { scene, made } = await startMade(declared);
    for (const { id } of scene.emulator.records("maintenances"))
      scene.emulator.edit("maintenances", Number(id), { state: "published" });
    scene.emulator.clock.set(Date.UTC(2027, 2, 1));
    await scene.remove(made);
    expect(scene.takeWrites()).toEqual([]);
  },
);

it("SER-10: a draft that the team has published isn't changed once it is over, also without a refresh", async () => {
  const { scene, made } = await startMade({ ...once, state: "draft" });
  scene.emulator.edit("maintenances", 1, { state: "published" });
  scene.emulator.clock.set(Date.UTC(2026, 11, 8));
  await scene.update(made, { ...once, title: "Upgrade", state: "draft" });
  expect(scene.takeWrites()).toEqual([]);
});

it("SER-6: a create whose pattern was rejected begins again with the next date, if its first one passes", async () => {
  const scene = await start();
  scene.emulator.faults.add({ operation: "updateMaintenance", status: 422 });
  const partial = await scene.partial(scene.create(series));
  scene.emulator.clock.set(Date.UTC(2026, 11, 8));
  const { replaces } = await scene.diff(partial, series);
  expect(replaces).toContain("repeat");
  await scene.remove(partial);
  expect(scene.emulator.records("maintenances")).toMatchObject([{ deleted: true, state: "draft" }]);
});

it("DRF-1: a maintenance that gives up a rejected pattern is a single one", async () => {
  const scene = await start();
  scene.emulator.faults.add({ operation: "updateMaintenance", status: 422 });
  const single = await scene.update(await scene.partial(scene.create(series)), once);
  scene.emulator.edit("maintenances", 1, { start_time: "2026-12-07T02:00:00Z" });
  expect(scene.changed(await scene.refresh(single), once)).toEqual(["startTime"]);
});

it("SER-10: what the team has made recurring goes on under the pattern that the program then declares", async () => {
  const { scene, made } = await startMade(once);
  const body = {
    event_repeat: { interval: "weekly", interval_options: { enabled_days: "sunday" }, end_on: weekly.endOn },
  };
  scene.emulator.perform("updateMaintenance", { params: { subdomain: "acme", maintenance_id: "1" }, body });
  scene.emulator.clock.set(Date.UTC(2026, 11, 8));
  const seen = await scene.refresh(made);
  const declared = { ...once, repeat: weekly };
  expect((await scene.diff(seen, declared)).replaces).toEqual([]);
});

it("SER-10: the page alone decides whether a single maintenance that somebody has moved into the past is deleted", async () => {
  const { scene, made } = await startMade(once);
  scene.emulator.edit("maintenances", 1, { start_time: "2026-11-29T02:00:00Z", end_time: "2026-11-29T03:00:00Z" });
  expect(await scene.remove(await scene.refresh(made))).toMatch(/has ended on the page, so it stays there.*SH5508/);
  expect(scene.takeWrites()).toEqual([]);
  scene.emulator.edit("maintenances", 1, { state: "draft" });
  expect(await scene.remove(made)).toBeUndefined();
  expect(scene.takeWrites().map(({ call }) => call)).toEqual(["DELETE maintenances/1"]);
});

it("SER-1: a maintenance that somebody has moved and made recurring has no other dates for its program", async () => {
  const { scene, made } = await startMade(once);
  const event_repeat = { interval: "weekly", end_on: "2027-01-31T00:00:00Z" };
  scene.emulator.edit("maintenances", 1, { event_repeat, start_time: "2026-12-07T02:00:00Z" });
  expect(scene.changed(await scene.refresh(made), once)).toEqual([]);
});

it.each([{}, { start_time: "2026-12-06T03:00:00Z", end_time: "2026-12-06T04:00:00Z" }])(
  "SER-10: a change reaches the current date of what the team has made recurring, also without a refresh: %o",
  async (postponed) => {
    const { scene, made } = await startMade(once);
    const body = { ...postponed, event_repeat: { interval: "weekly", end_on: weekly.endOn } };
    scene.emulator.perform("updateMaintenance", { params: { subdomain: "acme", maintenance_id: "1" }, body });
    scene.emulator.clock.set(Date.UTC(2026, 11, 8));
    await scene.update(made, { ...once, title: "Upgrade" });
    expect(scene.takeWrites()).toEqual([{ call: "PUT maintenances/2", body: { title: "Upgrade", ...following } }]);
  },
);

/** An update whose PUT gets no usable response, before or after it takes effect. */
async function lose(scene: Scene, made: Kept, declared: Declared, when: "before" | "after" = "before"): Promise<Kept> {
  scene.emulator.faults.add({ operation: "updateMaintenance", status: 500, when, times: Number.POSITIVE_INFINITY });
  const kept = await scene.partial(scene.update(made, declared));
  scene.emulator.faults.clear();
  scene.takeWrites();
  return kept;
}

it.each([true, false])(
  "SER-10: a lost change of the end doesn't make the team's end the program's (refresh: %s)",
  async (refreshes) => {
    const { scene, made } = await startMade(once);
    const longer = { ...once, endTime: "2026-12-06T04:00:00Z" };
    const lost = await lose(scene, made, longer);
    scene.emulator.edit("maintenances", 1, { end_time: "2026-12-09T00:00:00Z" });
    scene.emulator.clock.set(Date.UTC(2026, 11, 8));
    const seen = refreshes ? await scene.refresh(lost) : lost;
    await scene.update(seen, longer);
    expect(scene.takeWrites()).toEqual([]);
    await scene.remove(seen);
    expect(scene.takeWrites().map(({ call }) => call)).toEqual(["DELETE maintenances/1"]);
  },
);

it("SER-2: a maintenance whose pattern was lost isn't gone once its own date is over", async () => {
  const { scene, made } = await startMade(once);
  const lost = await lose(scene, made, series);
  scene.emulator.clock.set(Date.UTC(2026, 11, 8));
  expect((await scene.diff(await scene.refresh(lost), once)).changed).toEqual([]);
});

it("SER-10: a draft that the team has postponed is like any record, although its end has passed", async () => {
  const { scene, made } = await startMade({ ...once, state: "draft" });
  scene.emulator.edit("maintenances", 1, { start_time: "2026-12-20T02:00:00Z", end_time: "2026-12-20T03:00:00Z" });
  scene.emulator.clock.set(Date.UTC(2026, 11, 8));
  const seen = await scene.refresh(made);
  await scene.update(seen, { ...once, state: "draft", startTime: "2026-12-06T01:00:00Z" });
  const body = { start_time: "2026-12-06T01:00:00Z", end_time: once.endTime };
  expect(scene.takeWrites()).toEqual([{ call: "PUT maintenances/1", body }]);
});

it("FLT-1: an earlier end that was lost is sent again, although it has passed", async () => {
  const { scene, made } = await startMade({ ...once, endTime: "2026-12-06T20:00:00Z" });
  scene.emulator.clock.set(Date.UTC(2026, 11, 6, 2, 30));
  const early = { ...once, endTime: "2026-12-06T02:40:00Z" };
  const lost = await lose(scene, made, early);
  scene.emulator.clock.set(Date.UTC(2026, 11, 6, 2, 50));
  await scene.update(await scene.refresh(lost), early);
  expect(scene.takeWrites()).toMatchObject([{ body: { end_time: "2026-12-06T02:40:00Z" } }]);
});

it("FLT-1: what a lost PUT has made recurring from an earlier date is that series", async () => {
  const { scene, made } = await startMade({
    ...once,
    startTime: "2026-12-09T02:00:00Z",
    endTime: "2026-12-09T03:00:00Z",
  });
  const seen = await scene.refresh(await lose(scene, made, series, "after"));
  expect(scene.changed(seen, series)).toEqual([]);
  expect(Object.keys(seen.stored.__occurrences ?? {})).toHaveLength(8);
});

it("SER-5: destroy names the dates that a lost PUT has made, if somebody has deleted the first one", async () => {
  const { scene, made } = await startMade(once);
  const lost = await lose(scene, made, { ...once, repeat: weekly }, "after");
  scene.emulator.edit("maintenances", 1, { deleted: true });
  expect(await scene.remove(lost)).toMatch(/\b2\b.*SH5504/);
});

it("SER-5: a date to come is deleted, although somebody has taken its pattern off", async () => {
  const scene = await start();
  scene.emulator.clock.set(Date.UTC(2026, 11, 9));
  const made = await scene.create({ ...once, repeat: { ...weekly, endOn: "2026-12-14T00:00:00Z" } });
  scene.emulator.edit("maintenances", 1, { event_repeat: null });
  await scene.remove(await scene.refresh(made));
  expect(scene.emulator.records("maintenances")).toMatchObject([{ deleted: true }]);
});

it("SER-10: a program ends what the team has postponed, also without a refresh", async () => {
  const { scene, made } = await startMade(once);
  scene.emulator.edit("maintenances", 1, { start_time: "2026-12-06T04:00:00Z", end_time: "2026-12-06T05:00:00Z" });
  scene.emulator.clock.set(Date.UTC(2026, 11, 6, 2, 40));
  const endTime = "2026-12-06T02:30:00Z";
  await scene.update(made, { ...once, endTime });
  expect(scene.takeWrites()).toMatchObject([{ body: { start_time: once.startTime, end_time: endTime } }]);
});

it("SER-8: a refresh settles what a lost PUT has changed, also of what is over since", async () => {
  const { scene, made } = await startMade(once);
  const lost = await lose(scene, made, { ...once, title: "Upgrade" }, "after");
  scene.emulator.clock.set(Date.UTC(2026, 11, 8));
  const seen = await scene.refresh(lost);
  expect(scene.changed(seen, { ...once, title: "Upgrade" })).toEqual([]);
  expect(seen.stored).not.toHaveProperty("__unconfirmed");
});

it("SER-9: what the team has postponed becomes a series after a refresh, which the error advises", async () => {
  const { scene, made } = await startMade(once);
  const times = { startTime: "2026-12-09T02:00:00Z", endTime: "2026-12-09T03:00:00Z" };
  scene.emulator.edit("maintenances", 1, { start_time: times.startTime, end_time: times.endTime });
  scene.emulator.clock.set(Date.UTC(2026, 11, 8));
  const declared = { ...once, ...times, repeat: weekly };
  await expect(scene.update(made, declared)).rejects.toThrow(/--refresh, which compares .*SH4018/);
  await scene.update(await scene.refresh(made), declared);
  expect(scene.takeWrites()).toMatchObject([{ call: "PUT maintenances/1" }]);
});

it("OWN-6: of an adopted series, the date that a program can adopt is said to stay", async () => {
  const { scene, made } = await startMade();
  const taken = { ...made, stored: { ...made.stored, __adopt: "1", __taken: true } };
  scene.emulator.clock.set(Date.UTC(2026, 11, 8));
  expect(await scene.remove(taken)).toContain('adopt: "2"');
});

it("SER-1: a canceled date stays so, also if the first PUT of a later end was lost", async () => {
  const { scene, made } = await startMade();
  const later = { ...series, repeat: { ...weekly, endOn: "2027-02-28T00:00:00Z" } };
  const lost = await lose(scene, made, later);
  scene.emulator.edit("maintenances", 2, { deleted: true });
  await expect(scene.update(await scene.refresh(lost), later)).rejects.toThrow(/occurrences \(2\).*SH4018/);
});

it.each([once, series])(
  "SER-10: a page that can't be read doesn't make a refresh of what is over fail: %o",
  async (declared) => {
    const { scene, made } = await startMade(declared);
    scene.emulator.clock.set(Date.UTC(2027, 2, 1));
    scene.emulator.faults.add({ method: "GET", status: 422, after: 1, times: Number.POSITIVE_INFINITY });
    expect(await scene.refresh(made)).toEqual(made);
  },
);

it("SER-10: an end that StatusHub has ignored isn't deployed", async () => {
  const { scene, made } = await startMade(once);
  const [row] = scene.emulator.records("maintenances");
  const longer = { ...once, endTime: "2026-12-06T04:00:00Z" };
  const body = { id: 1, title: once.title, start_time: row?.start_time, end_time: row?.end_time };
  scene.emulator.faults.add({ operation: "updateMaintenance", status: 200, body });
  const ignored = await scene.partial(scene.update(made, longer));
  expect(ignored.stored).toMatchObject({ endTime: once.endTime, __deployed: { endTime: once.endTime } });
  // So the page decides from the end on that was deployed.
  scene.emulator.edit("maintenances", 1, { end_time: "2026-12-09T00:00:00Z" });
  scene.emulator.clock.set(Date.UTC(2026, 11, 8));
  expect((await scene.diff(ignored, once)).changed).toEqual([]);
});

it("SER-10: an update with an unknown outcome has deployed no dates", async () => {
  const { scene, made } = await startMade(once);
  const lost = await lose(scene, made, { ...once, endTime: "2026-12-08T03:00:00Z" }, "after");
  expect(lost.stored.__deployed).toMatchObject({ endTime: once.endTime });
  scene.emulator.clock.set(Date.UTC(2026, 11, 7));
  const declared = { ...once, endTime: "2026-12-08T03:00:00Z" };
  expect((await scene.diff(lost, declared)).replaces).toEqual([]);
  await scene.update(lost, declared);
  expect(scene.takeWrites(), "the page has this end").toEqual([]);
});

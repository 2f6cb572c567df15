import { describe, expect, it } from "vitest";
import type { EmulatorOptions, Fault } from "../../../../emulator/index.ts";
import { formatInstant } from "../../../../model/api/instant.ts";
import type { Kept } from "../../../../provider/lifecycle/forms/state.ts";
import type { Scene } from "../scene.ts";
import { following, once, series, start, startMade, weekly } from "./made.ts";

/** A series whose last list fails, so that the state only has its first date. */
async function startUnlisted(fault: Fault, options: EmulatorOptions = {}) {
  const whole = await start(options);
  await whole.create(series);
  const lists = whole.emulator.requests.filter(({ operation }) => operation === "listMaintenances");
  const scene = await start(options);
  scene.emulator.faults.add({ operation: "listMaintenances", after: lists.length - 1, ...fault });
  const made = await scene.create(series);
  scene.emulator.faults.clear();
  return { scene, made };
}

const datesIn = ({ stored }: Kept) => Object.entries(stored.__occurrences ?? {});
const titlesOf = ({ emulator }: Scene) => new Set(emulator.records("maintenances").map(({ title }) => title));

describe("a series", () => {
  it.each([{ status: 403 }, { status: 500, times: Number.POSITIVE_INFINITY }])(
    "REC-3: is kept if the list after its PUT fails, and a destroy leaves nothing: %o",
    async (fault) => {
      const { scene, made } = await startUnlisted(fault);
      expect(made).toMatchObject({ id: "1", stored: { __occurrences: { "1": 0 } } });
      expect(scene.changed(made, series)).toEqual([]);
      expect(datesIn(await scene.refresh(made))).toHaveLength(8);
      expect(await scene.remove(made)).toBeUndefined();
      expect(scene.emulator.records("maintenances").every(({ deleted }) => deleted)).toBe(true);
    },
  );

  it("REC-2: is replaced by one that has nothing of the earlier pattern", async () => {
    const { scene, made } = await startMade();
    const monthly = { ...series, repeat: { interval: "monthly", endOn: "2027-03-31T00:00:00Z" } };
    expect((await scene.diff(made, monthly)).replaces).toEqual(["repeat"]);
    const { id } = await scene.create(monthly);
    const kept = { interval: "monthly", end_on: expect.stringMatching(/^2027-03-31/) };
    const record = scene.emulator.records("maintenances").find((each) => String(each.id) === id);
    expect(record?.event_repeat).toEqual(kept);
  });

  it("IDN-1: without an end doesn't take a single maintenance that somebody makes after its last date", async () => {
    const { scene, made } = await startMade({ ...once, title: "Patching the login", repeat: { interval: "weekly" } });
    const dates = scene.emulator.records("maintenances");
    const last = Date.parse(String(dates.at(-1)?.start_time));
    scene.emulator.clock.set(last + 2 * 24 * 60 * 60_000);
    // On its pattern, two weeks later.
    const [start_time, end_time] = [0, 1].map((hour) => formatInstant(last + (14 * 24 + hour) * 60 * 60_000));
    const body = {
      title: "Patching",
      start_time,
      end_time,
      service_statuses: [{ service_id: 1, status: "degraded-performance" }],
    };
    const other = scene.emulator.perform("createMaintenance", { params: { subdomain: "acme" }, body }) as unknown as {
      id: number;
    };
    scene.emulator.clearRequests();
    await scene.remove(await scene.refresh(made));
    expect(scene.takeWrites().filter(({ call }) => call.endsWith(`/${other.id}`))).toEqual([]);
    expect(scene.emulator.records("maintenances").find(({ id }) => String(id) === String(other.id))?.deleted).toBe(
      false,
    );
  });

  it.each([
    ["canceled", { deleted: true }],
    ["moved", { start_time: "2026-12-14T02:00:00Z", end_time: "2026-12-14T03:00:00Z" }],
    ["brought forward", { start_time: "2026-12-01T02:00:00Z", end_time: "2026-12-01T03:00:00Z" }],
    ["made longer", { end_time: "2026-12-13T04:00:00Z" }],
    ["edited", { body: "Ask the night shift" }],
    ["hidden", { state: "draft" }],
  ])(
    "SER-1: isn't extended before a date is over that somebody has %s, because it would be made again",
    async (_, edited) => {
      const { scene, made } = await startMade();
      scene.emulator.edit("maintenances", 2, edited);
      const later = { ...series, repeat: { ...weekly, endOn: "2027-02-28T00:00:00Z" } };
      await expect(scene.update(made, later)).rejects.toThrow(/canceled, moved or edited occurrences \(2\).*SH4018/);
      expect(scene.takeWrites()).toEqual([]);
      scene.emulator.clock.set(Date.UTC(2026, 11, 16));
      await scene.update(made, later);
      expect(scene.takeWrites()).toMatchObject([{ call: "PUT maintenances/3" }]);
    },
  );

  it("REC-3: goes on, although its first date was over when it was made, and its PUT failed", async () => {
    const scene = await start();
    const now = Date.UTC(2026, 11, 8);
    scene.emulator.clock.set(now);
    scene.emulator.faults.add({ operation: "updateMaintenance", status: 422 });
    const partial = await scene.partial(scene.create(series));
    const earlier = { ...series, startTime: "2026-12-06T01:00:00Z" };
    for (const half of [partial, await scene.refresh(partial)]) {
      expect((await scene.diff(half, series)).replaces).toEqual([]);
      expect((await scene.diff(half, earlier)).replaces).toContain("startTime");
    }
    const made = await scene.update(await scene.refresh(partial), series);
    expect(scene.emulator.records("maintenances")[0]).toMatchObject({ state: "published" });
    expect(datesIn(made)).toHaveLength(7);
  });

  it("REC-14: of an unknown pattern isn't published on a date that is over", async () => {
    const scene = await start();
    scene.emulator.clock.set(Date.UTC(2026, 11, 8));
    const unknown = { ...series, repeat: { interval: "lunar" } };
    await expect(scene.create(unknown)).rejects.toThrow(/SH4013/);
  });

  it("SER-3: is cleared on later dates, too, of what the current one doesn't show any more", async () => {
    const { scene, made } = await startMade({ ...series, body: "Bring coffee" });
    scene.emulator.edit("maintenances", 1, { body: "" });
    await scene.update(await scene.refresh(made), series);
    expect(new Set(scene.emulator.records("maintenances").map(({ body }) => body))).toEqual(new Set([""]));
  });

  it("SER-10: stays in the state after its end, which the team has brought forward before the program", async () => {
    const { scene, made } = await startMade();
    const repeat = { ...weekly, endOn: "2026-12-20T00:00:00Z" };
    const body = { event_repeat: { interval: "weekly", end_on: repeat.endOn }, ...following };
    scene.emulator.perform("updateMaintenance", { params: { subdomain: "acme", maintenance_id: "1" }, body });
    const kept = await scene.update(await scene.refresh(made), { ...series, repeat });
    scene.emulator.clock.set(Date.UTC(2026, 11, 22));
    expect(await scene.refresh(kept)).toMatchObject({ id: "1" });
  });

  it("SER-2: goes on under dates that somebody has made longer with another end", async () => {
    const { scene, made } = await startMade();
    const body = {
      end_time: "2026-12-06T04:00:00Z",
      event_repeat: { interval: "weekly", end_on: "2027-02-28T00:00:00Z" },
    };
    const params = { subdomain: "acme", maintenance_id: "1" };
    scene.emulator.perform("updateMaintenance", { params, body: { ...body, ...following } });
    scene.emulator.clock.set(Date.UTC(2026, 11, 8));
    expect(datesIn(await scene.refresh(made))).toHaveLength(12);
  });

  it("DRF-2: gets back the end that somebody has brought forward", async () => {
    const { scene, made } = await startMade();
    const body = { event_repeat: { interval: "weekly", end_on: "2026-12-20T00:00:00Z" }, ...following };
    scene.emulator.perform("updateMaintenance", { params: { subdomain: "acme", maintenance_id: "1" }, body });
    const restored = await scene.update(await scene.refresh(made), series);
    expect(datesIn(restored)).toHaveLength(8);
  });

  it("SER-5: is ended, although the service shows neither its pattern nor, after its PUT, its dates", async () => {
    const { scene, made } = await startUnlisted({ status: 403 }, { assume: { "completed-repeat": "missing" } });
    await scene.remove(made);
    expect(scene.emulator.records("maintenances").every(({ deleted }) => deleted)).toBe(true);
  });

  it("SER-10: stays if its new dates are all over: the one that would replace it is refused", async () => {
    const { scene, made } = await startMade();
    scene.emulator.clock.set(Date.UTC(2026, 11, 16));
    const over = { ...series, repeat: { ...weekly, endOn: "2026-12-14T00:00:00Z" } };
    const { replaces } = await scene.diff(made, over);
    expect(replaces).toEqual(["repeat"]);
    await expect(scene.create(over)).rejects.toThrow(/SH4013/);
  });

  it("SER-1: is clean, although somebody has taken its first date out of the pattern", async () => {
    const { scene, made } = await startMade();
    scene.emulator.edit("maintenances", 1, { event_repeat: null });
    expect(scene.changed(await scene.refresh(made), series)).toEqual([]);
  });

  it("FLT-1: is finished by the next up, if it begins late and the response to its pattern was lost", async () => {
    const scene = await start();
    scene.emulator.clock.set(Date.UTC(2026, 11, 9));
    scene.emulator.faults.add({ operation: "updateMaintenance", status: 500, when: "after", times: 9 });
    const lost = await scene.partial(scene.create(series));
    scene.emulator.faults.clear();
    const seen = await scene.refresh(lost);
    // It is published by then, and the state still says that the create has hidden it.
    expect(scene.changed(seen, series)).toEqual(["state"]);
    expect(datesIn(seen)).toHaveLength(7);
  });

  it("SER-10: is replaced if it is a draft whose dates are over, instead of publishing one of them", async () => {
    const { scene, made } = await startMade({ ...series, state: "draft" });
    scene.emulator.clock.set(Date.UTC(2027, 1, 3));
    const later = { ...series, repeat: { ...weekly, endOn: "2027-03-31T00:00:00Z" } };
    expect((await scene.diff(made, later)).replaces).toEqual(["repeat"]);
  });

  it.each([
    [
      "that somebody has moved into the past",
      { start_time: "2026-11-29T02:00:00Z", end_time: "2026-11-29T03:00:00Z" },
      2026,
    ],
    ["that is the last one of a pattern that goes on", {}, 2029],
  ])("SER-10: publishes no date %s", async (_, moved, year) => {
    const draft = { ...series, repeat: { interval: "weekly" }, state: "draft" };
    const { scene, made } = await startMade(draft);
    for (const { id } of scene.emulator.records("maintenances")) scene.emulator.edit("maintenances", Number(id), moved);
    scene.emulator.clock.set(Date.UTC(year, 11, 2));
    const seen = await scene.refresh(made);
    await expect(scene.update(seen, { ...draft, state: "published" })).rejects.toThrow(/SH4013/);
  });

  it("SER-3: keeps a date that is over by the program, and that the team has postponed, from a later end", async () => {
    const { scene, made } = await startMade();
    const moved = { start_time: "2026-12-15T02:00:00Z", end_time: "2026-12-15T03:00:00Z", body: "Moved" };
    scene.emulator.edit("maintenances", 1, moved);
    scene.emulator.clock.set(Date.UTC(2026, 11, 8));
    const later = { ...series, repeat: { ...weekly, endOn: "2027-02-28T00:00:00Z" } };
    await expect(scene.update(await scene.refresh(made), later)).rejects.toThrow(/occurrences \(1\).*SH4018/);
  });

  it("SER-2: is made again, although somebody else has an equal single maintenance on another day of the week", async () => {
    const { scene, made } = await startMade({ ...once, repeat: weekly });
    for (const { id } of scene.emulator.records("maintenances"))
      scene.emulator.edit("maintenances", Number(id), { deleted: true });
    const service_statuses = [{ service_id: 1, status: "degraded-performance" }];
    const times = { start_time: "2026-12-29T02:00:00Z", end_time: "2026-12-29T03:00:00Z" };
    const body = { title: series.title, service_statuses, ...times };
    scene.emulator.perform("createMaintenance", { params: { subdomain: "acme" }, body });
    expect(await scene.read(made)).toBeUndefined();
  });

  it("SER-2: isn't made again beside dates that the state doesn't have, although somebody has renamed the one that it has", async () => {
    const { scene, made } = await startUnlisted({ status: 403 });
    scene.emulator.edit("maintenances", 1, { title: "Canceled", deleted: true });
    await expect(scene.refresh(made)).rejects.toThrow(/look like some of it.*SH4007/);
  });

  it("IDN-4: isn't made beside later dates that nobody has, although nobody has left the first as it was", async () => {
    const { scene } = await startMade();
    await expect(scene.create(series)).rejects.toThrow(/Maintenance 2 of the hub.*SH4004/s);
  });

  it("IDN-4: isn't made beside dates that the team has given it and that the program continues after its end", async () => {
    const { scene, made } = await startMade({ ...once, repeat: { ...weekly, endOn: "2026-12-20T00:00:00Z" } });
    const event_repeat = { interval: "weekly", end_on: "2027-01-10T00:00:00Z" };
    const params = { subdomain: "acme", maintenance_id: "2" };
    scene.emulator.perform("updateMaintenance", { params, body: { event_repeat, ...following } });
    scene.emulator.clock.set(Date.UTC(2026, 11, 28));
    expect((await scene.diff(made, series)).replaces).toEqual(["repeat"]);
    await expect(scene.create(series)).rejects.toThrow(/SH4004/);
  });

  it("REC-4: is changed with the later ones, even by properties outside its pattern", async () => {
    const { scene, made } = await startMade();
    await scene.update(made, { ...series, title: "Upgrade" });

    const body = { title: "Upgrade", ...following };
    expect(scene.takeWrites(), "[MNT-15]").toEqual([{ call: "PUT maintenances/1", body }]);
    expect(titlesOf(scene)).toEqual(new Set(["Upgrade"]));
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
});

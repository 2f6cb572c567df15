import { describe, expect, it } from "vitest";
import { series, start, startMade } from "./made.ts";

describe("a draft series", () => {
  it("SER-5: leaves nothing, and destroy says nothing of dates that are over", async () => {
    const { scene, made } = await startMade({ ...series, state: "draft" });
    scene.emulator.clock.set(Date.UTC(2026, 11, 16));
    expect(await scene.remove(made)).toBeUndefined();
    expect(scene.emulator.records("maintenances").every(({ deleted }) => deleted)).toBe(true);
  });

  it("SER-1: is published as it is, although somebody has moved its first date", async () => {
    const { scene, made } = await startMade({ ...series, state: "draft" });
    scene.emulator.edit("maintenances", 1, { start_time: "2026-12-07T02:00:00Z", end_time: "2026-12-07T03:00:00Z" });
    await scene.update(await scene.refresh(made), { ...series, state: "published" });
    const starts = scene.emulator.records("maintenances").map(({ start_time }) => start_time);
    expect(starts.slice(0, 2)).toEqual(["2026-12-07T02:00:00Z", "2026-12-13T02:00:00Z"]);
  });

  it("SER-3: is published from the first date that isn't over", async () => {
    const { scene, made } = await startMade({ ...series, state: "draft" });
    scene.emulator.clock.set(Date.UTC(2026, 11, 8));
    const published = { ...series, state: "published" };
    expect((await scene.diff(made, published)).replaces).toEqual([]);
    await scene.update(made, published);
    expect(scene.takeWrites()).toMatchObject([{ call: "PUT maintenances/2", body: { state: "published" } }]);
    expect(scene.emulator.records("maintenances")[0]?.state).toBe("draft");
  });

  it("SER-10: a change leaves a date that the team has published and that is over", async () => {
    const { scene, made } = await startMade({ ...series, state: "draft" });
    scene.emulator.edit("maintenances", 2, { state: "published" });
    scene.emulator.clock.set(Date.UTC(2026, 11, 16));
    await scene.update(await scene.refresh(made), { ...series, state: "draft", title: "Upgrade" });
    expect(scene.takeWrites()).toMatchObject([{ call: "PUT maintenances/3", body: { title: "Upgrade" } }]);
  });

  it("SER-3: is published as a whole, although its PUT was lost and somebody has published one date", async () => {
    const scene = await start();
    const [lost, always] = [{ status: 500, when: "after" }, { times: 6 }] as const;
    scene.emulator.faults.add({ operation: "updateMaintenance", ...lost, ...always });
    const partial = await scene.partial(scene.create({ ...series, state: "draft" }));
    scene.emulator.faults.clear();
    scene.emulator.edit("maintenances", 1, { state: "published" });
    await scene.update(partial, series);
    const left = scene.emulator.records("maintenances").filter(({ deleted }) => !deleted);
    expect(new Set(left.map(({ state }) => state))).toEqual(new Set(["published"]));
  });
});

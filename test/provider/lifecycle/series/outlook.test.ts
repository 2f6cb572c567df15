import { describe, expect, it } from "vitest";
import type { Declared } from "../../../../model/api/form.ts";
import { maintenance } from "../../../../model/kinds/maintenance.ts";
import type { Kept } from "../../../../provider/lifecycle/forms/state.ts";
import { nextDate } from "../../../../provider/lifecycle/series/occurrence.ts";
import { describeDates } from "../../../../provider/lifecycle/series/outlook.ts";
import { startScene } from "../scene.ts";

const day = 86_400_000;
const once = {
  hub: "acme",
  title: "Patching",
  startTime: "2026-12-06T02:00:00Z",
  endTime: "2026-12-06T03:00:00Z",
  serviceStatuses: [{ service: "1", status: "down" }],
};
const weekly = { ...once, repeat: { interval: "weekly", endOn: "2026-12-31T00:00:00Z" } };
const at = (time: string) => ({ definition: maintenance, collection: { serverTime: () => Date.parse(time) } });

const lastSeconds = "2026-12-06T02:59:59Z";
const over = "2027-01-05T00:00:00Z";

describe("the first date that isn't over", () => {
  it.each<[string, string, Declared, number | undefined]>([
    ["of a maintenance that goes on", lastSeconds, once, 0],
    ["of one that has just ended", "2026-12-06T03:00:00Z", once, undefined],
    ["of a series that goes on", lastSeconds, weekly, 0],
    ["of a series whose first date is over", "2026-12-06T03:00:00Z", weekly, 7],
    ["while a later one goes on", "2026-12-20T02:30:00Z", weekly, 14],
    ["of a series that is over", over, weekly, undefined],
    ["every month", over, { ...weekly, repeat: { interval: "monthly" } }, 31],
    ["every year", over, { ...weekly, repeat: { interval: "yearly" } }, 365],
    ["on other days", over, { ...weekly, repeat: { interval: "weekly", options: { enabledDays: "tuesday" } } }, 30],
    ["of a pattern that isn't documented", over, { ...weekly, repeat: { interval: "fortnightly" } }, undefined],
  ])("%s", (_, time, declared, days) => {
    expect(nextDate(at(time), declared)).toBe(days === undefined ? undefined : days * day);
  });
});

describe("a preview says", () => {
  const stored = { ...weekly, __declared: Object.keys(weekly), __occurrences: { "1": 0, "2": 7 * day, "3": 14 * day } };
  const known: Kept = { id: "1", stored };
  const longer = { ...weekly, repeat: { interval: "weekly", endOn: "2027-01-31T00:00:00Z" } };

  it.each<[string, string, Partial<Kept> & { declared: Declared }, RegExp | undefined]>([
    ["nothing of a new maintenance", lastSeconds, { declared: once }, undefined],
    ["that a new one is refused", over, { declared: once }, /endTime has passed.*\[SH4013\]/],
    ["nothing of a silent one", over, { declared: { ...once, silent: true } }, undefined],
    ["nothing of one that is adopted", over, { declared: { ...once, adopt: "1" } }, undefined],
    ["nothing of a draft", over, { declared: { ...once, state: "draft" } }, undefined],
    [
      "when a new series begins",
      "2026-12-07T00:00:00Z",
      { declared: weekly },
      /begins at 2026-12-13T02:00:00Z\. \[SH5509\]/,
    ],
    ["nothing without a change", over, { ...known, declared: weekly }, undefined],
    ["nothing while a series goes on", lastSeconds, { ...known, declared: { ...weekly, title: "B" } }, undefined],
    ["that a change is refused", over, { ...known, declared: { ...weekly, title: "B" } }, /doesn't change.*\[SH4012\]/],
    [
      "which occurrences a removed repeat deletes",
      lastSeconds,
      { ...known, declared: once },
      /occurrences at 2026-12-13T02:00:00Z, 2026-12-20T02:00:00Z are deleted\. \[SH5510\]/,
    ],
    [
      "the same if only the first date is declared, and is over",
      "2026-12-15T00:00:00Z",
      { ...known, declared: once },
      /occurrences at 2026-12-20T02:00:00Z are deleted\. \[SH5510\]/,
    ],
    [
      "that a change beside it is refused",
      "2026-12-15T00:00:00Z",
      { ...known, declared: { ...once, title: "B" } },
      /doesn't change.*\[SH4012\]/,
    ],
    [
      "which occurrences an earlier end deletes",
      lastSeconds,
      { ...known, declared: { ...weekly, repeat: { interval: "weekly", endOn: "2026-12-18T00:00:00Z" } } },
      /occurrences at 2026-12-20T02:00:00Z are deleted\. \[SH5510\]/,
    ],
    [
      "the same if none is left",
      "2026-12-08T00:00:00Z",
      { ...known, declared: { ...weekly, repeat: { interval: "weekly", endOn: "2026-12-10T00:00:00Z" } } },
      /occurrences at 2026-12-13T02:00:00Z, 2026-12-20T02:00:00Z are deleted\. \[SH5510\]/,
    ],
    [
      "when another series begins",
      over,
      { ...known, declared: longer },
      /\(ID 1\).*begins at 2027-01-10T02:00:00Z\. \[SH5509\]/,
    ],
  ])("%s", (_, time, change, expected) => {
    const lines = describeDates(at(time), change);
    expect(lines).toEqual(expected === undefined ? [] : [expect.stringMatching(expected)]);
  });
});

describe("on a server with a clock", () => {
  const clock = { now: () => Date.UTC(2026, 11, 1) };

  it("a series that begins later is kept if its PUT fails, and finished where it began", async () => {
    const scene = await startScene(maintenance, { clock: { now: () => Date.UTC(2026, 11, 15) } });
    scene.emulator.faults.add({ operation: "updateMaintenance", status: 422 });
    const partial = await scene.partial(scene.create(weekly));
    const finished = await scene.update(await scene.refresh(partial), weekly);

    const starts = scene.emulator.records("maintenances").map(({ start_time }) => start_time);
    expect(starts).toEqual(["2026-12-20T02:00:00Z", "2026-12-27T02:00:00Z"]);
    expect(await scene.refresh(finished)).toEqual(finished);
    expect(scene.changed(finished, weekly)).toEqual([]);
  });

  it("a rejected end of a series says how to go on", async () => {
    const scene = await startScene(maintenance, { clock, assume: { "empty-repeat": "rejected" } });
    const made = await scene.create(weekly);

    await expect(scene.update(made, once)).rejects.toThrow(/422.*Declare repeat again, with an endOn.*\[SH4014\]$/);
  });

  it("what has ended can be adopted as it is, and not changed", async () => {
    const scene = await startScene(maintenance, { clock });
    const body = {
      title: once.title,
      start_time: once.startTime,
      end_time: once.endTime,
      service_statuses: [{ service_id: 1, status: "down" }],
    };
    scene.emulator.perform("createMaintenance", { params: { subdomain: "acme" }, body });
    scene.emulator.clock.advance(30 * day);
    scene.takeWrites();

    await expect(scene.create({ ...once, title: "Upgrade", adopt: "1" })).rejects.toThrow(/SH4012/);
    expect(await scene.create({ ...once, adopt: "1" })).toMatchObject({ id: "1" });
    expect(scene.takeWrites()).toEqual([]);
  });
});

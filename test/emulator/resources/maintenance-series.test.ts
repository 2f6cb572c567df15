import { describe, expect } from "vitest";
import type { Api } from "../emulation.ts";
import { it as base, createMaintenance, maintenances, withServices } from "../scene.ts";

const following = { recurring: { update_following: true } };

/** The days and hours on which the maintenances of the list start, oldest first. */
async function startsOf(api: Api): Promise<string[]> {
  const { body } = await api.get(`${maintenances}?per_page=100`);
  return body.data.map(({ start_time }: { start_time: string }) => start_time.slice(0, 13)).toReversed();
}

const put = (api: Api, id: number, body: object) => api.put(`${maintenances}/${id}`, body);

/** A series of three Sundays, created from maintenance 1: records 1, 2 and 3. */
const it = base.extend("series", async ({ api }) => {
  await createMaintenance(api);
  await put(api, 1, { event_repeat: { interval: "weekly", end_on: "2026-03-15T23:00:00Z" } });
  return api;
});

describe("a series of maintenances", () => {
  it("[MNT-11] [MNT-12] keeps its event_repeat as sent, and each occurrence is a separate record", async ({ api }) => {
    await createMaintenance(api);
    const event_repeat = {
      interval: "weekly",
      interval_options: { enabled_days: "monday,thursday", type: "anything" },
      end_on: "2026-03-10T00:00:00Z",
    };
    expect((await put(api, 1, { event_repeat })).body.event_repeat).toEqual(event_repeat);
    expect(await startsOf(api)).toEqual(["2026-03-01T02", "2026-03-02T02", "2026-03-05T02", "2026-03-09T02"]);
    expect((await api.get(`${maintenances}/4`)).body).toMatchObject({
      id: "4",
      title: "Patching",
      start_time: "2026-03-09T02:00:00Z",
      end_time: "2026-03-09T03:00:00Z",
      event_repeat,
    });
  });

  it.for([
    [{ interval: "daily", end_on: "2026-03-01T00:00:00Z" }, ["2026-03-01T02"]],
    [{ interval: "daily", end_on: "2026-03-03T23:00:00Z" }, ["2026-03-01T02", "2026-03-02T02", "2026-03-03T02"]],
    [{ interval: "weekly", end_on: "2026-03-15T02:00:00Z" }, ["2026-03-01T02", "2026-03-08T02", "2026-03-15T02"]],
    [
      { interval: "weekly", interval_options: { enabled_days: "now and then" }, end_on: "2026-03-09 00:00" },
      ["2026-03-01T02", "2026-03-08T02"],
    ],
    [{ interval: "monthly", end_on: "2026-05-02T00:00:00Z" }, ["2026-03-01T02", "2026-04-01T02", "2026-05-01T02"]],
    [{ interval: "yearly", end_on: "2028-03-02T00:00:00Z" }, ["2026-03-01T02", "2027-03-01T02", "2028-03-01T02"]],
    [{ interval: "every full moon", end_on: "2028-01-01T00:00:00Z" }, ["2026-03-01T02"]],
  ])("creates the occurrences of %j", async ([event_repeat, starts], { api }) => {
    await createMaintenance(api);
    expect((await put(api, 1, { event_repeat })).status).toBe(200);
    expect(await startsOf(api)).toEqual(starts);
  });

  it("skips months without its day", async ({ api }) => {
    await createMaintenance(api, { start_time: "2026-01-31T02:00:00Z", end_time: "2026-01-31T03:00:00Z" });
    await put(api, 1, { event_repeat: { interval: "monthly", end_on: "2026-06-01T00:00:00Z" } });
    expect(await startsOf(api)).toEqual(["2026-01-31T02", "2026-03-31T02", "2026-05-31T02"]);
  });

  it.each([
    ["runs for 366 days without end_on", {}, { interval: "daily" }, 367],
    ["runs for as many days as the option says", { seriesDays: 7 }, { interval: "daily" }, 8],
    ["has at most 1,000 occurrences after the first", {}, { interval: "daily", end_on: "9999-12-31T00:00:00Z" }, 1001],
  ])("%s", async (_, options, event_repeat, count) => {
    const api = await withServices(options);
    await createMaintenance(api);
    await put(api, 1, { event_repeat });
    expect((await api.get(maintenances)).body.total).toBe(count);
  });

  it("[MNT-15] changes one occurrence, or with update_following also later ones", async ({ series: api }) => {
    const titles = () => api.emulator.records("maintenances").map(({ title }) => title);
    for (const change of [{ title: "One" }, { title: "Other", recurring: { update_following: false } }]) {
      await put(api, 2, change);
      expect(titles()).toEqual(["Patching", change.title, "Patching"]);
    }
    expect((await put(api, 2, { title: "Both", ...following })).body).not.toHaveProperty("recurring");
    expect(titles()).toEqual(["Patching", "Both", "Both"]);
    expect((await put(api, 2, { recurring: { update_following: "yes" } })).status).toBe(422);
  });

  it("moves later ones by the same amount", async ({ series: api }) => {
    await put(api, 2, { start_time: "2026-03-08T04:00:00Z", end_time: "2026-03-08T06:00:00Z", ...following });
    expect((await api.get(`${maintenances}/3`)).body.end_time).toBe("2026-03-15T06:00:00Z");
    const tooLate = { start_time: "9999-12-31T00:00:00Z", end_time: "9999-12-31T01:00:00Z" };
    expect((await put(api, 1, { ...tooLate, ...following })).status).toBe(422);
    expect(await startsOf(api)).toEqual(["2026-03-01T02", "2026-03-08T04", "2026-03-15T04"]);
  });

  it("isn't changed by the same event_repeat", async ({ series: api }) => {
    await put(api, 1, { event_repeat: { interval: "weekly", end_on: "2026-03-15 23:00:00" }, ...following });
    expect(api.emulator.records("maintenances").map(({ deleted }) => deleted)).toEqual([false, false, false]);
  });

  it("loses one occurrence with a DELETE, and the later ones with event_repeat null", async ({ series: api }) => {
    await api.delete(`${maintenances}/1`);
    expect(await startsOf(api)).toEqual(["2026-03-08T02", "2026-03-15T02"]);
    expect((await put(api, 2, { event_repeat: null, ...following })).body.event_repeat).toBeNull();
    expect(await startsOf(api)).toEqual(["2026-03-08T02"]);
  });

  it("[COM-05] doesn't change as time passes", async ({ series: api }) => {
    const before = api.emulator.snapshot();
    api.emulator.clock.advance(400 * 86_400_000);
    await api.get(maintenances);
    expect(api.emulator.snapshot()).toEqual(before);
  });

  it.for([
    { interval: 1 },
    { interval: "daily", end_on: "never" },
    { interval: "daily", end_on: null },
    { interval: "daily", end_on: "2026-02-28T23:59:59Z" },
    { interval: "daily", interval_options: 1 },
    {},
    "daily",
  ])("[MNT-11] is rejected with the event_repeat %j", async (event_repeat, { api }) => {
    await createMaintenance(api);
    const { status, body } = await put(api, 1, { event_repeat });
    expect(status).toBe(422);
    expect(body.error).toMatch(/^event_repeat/);
    expect((await api.get(maintenances)).body.total).toBe(1);
  });
});

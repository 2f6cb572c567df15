import { afterEach, describe, expect, it, vi } from "vitest";
import { type Declared, unknown } from "../../../model/api/form.ts";
import { maintenance } from "../../../model/kinds/maintenance.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { compareWithRead, compareWithWrite } from "../../../provider/lifecycle/forms/compare-response.ts";
import type { Page } from "../../../provider/lifecycle/forms/phase.ts";
import { planUpdate } from "../../../provider/lifecycle/forms/plan.ts";
import { readState, stateWith } from "../../../provider/lifecycle/forms/state.ts";
import { warnOfPublishing } from "../../../provider/lifecycle/preview.ts";
import { contextOf } from "../../provider/lifecycle/context.ts";
import { asSent } from "../../provider/lifecycle/forms/sent.ts";
import { startMade } from "../../provider/lifecycle/scene.ts";
import { patching } from "./patching.ts";

const { repeat, startTime } = maintenance.properties;
const paths = (values: Declared) => check(maintenance, { ...patching, ...values }).map(({ path }) => path);
const changed = (olds: object, news: Declared) =>
  diff(maintenance, readState({ ...patching, ...olds }), { ...patching, ...news }).changed;

describe("REC-6: the end", () => {
  it.each([
    { endTime: "2031-12-06T02:00:00Z" },
    { endTime: "2031-12-06T02:30:00+01:00" },
    { endTime: "2031-12-05 23:00" },
  ])("must be after the start: %j", (values) => {
    expect(paths(values)).toEqual([["endTime"]]);
  });

  it.each([
    { endTime: "2031-12-06T02:00:01Z" },
    { endTime: "2031-12-06T01:30:00-01:00" },
    { endTime: unknown },
    { startTime: unknown, endTime: "1999-01-01T00:00:00Z" },
    { startTime: "1999-01-01T00:00:00Z" },
  ])("is accepted if it is valid or not known: %o", (values) => {
    expect(paths(values)).toEqual([]);
  });

  it("isn't compared with an invalid start", () => {
    expect(paths({ startTime: "soon", endTime: "1999-01-01 00:00" })).toEqual([["startTime"]]);
  });
});

describe("REC-6: the end of a series", () => {
  const series = (endOn: unknown) => ({ repeat: { interval: "daily", endOn } });

  it.each(["2031-12-05T23:59:59Z", "2031-12-06T00:59:00+01:00", "2030-12-06 02:00"])(
    "must not be before the day of the start: %s",
    (endOn) => {
      expect(paths(series(endOn))).toEqual([["repeat", "endOn"]]);
    },
  );

  it.each(["2031-12-06T00:00:00Z", "2032-01-01 00:00", undefined, unknown])(
    "is accepted if it is valid or not known: %o",
    (endOn) => {
      expect(paths(series(endOn))).toEqual([]);
      expect(paths({ ...series("1999-01-01 00:00"), startTime: unknown })).toEqual([]);
    },
  );
});

it("an offset leads to a time within the API's calendar", () => {
  const offset = (offsetInMin: number) => ({ notifications: [{ offsetInMin, offsetType: "start" }] });
  for (const far of [-1_100_000_000, 4_200_000_000]) {
    expect(paths(offset(far))).toEqual([["notifications", 0, "offsetInMin"]]);
    expect(paths({ ...offset(far), startTime: unknown })).toEqual([]);
  }
  for (const near of [-525_600, 0, 1440]) expect(paths(offset(near))).toEqual([]);
});

it("a removed draft state causes a warning if the next up publishes the maintenance", () => {
  const begin = Date.parse(patching.startTime);
  const warnings = (before: Declared, after: Declared, page?: Page, now = begin) => {
    const state = stateWith({ ...patching, ...before });
    const declared = { ...patching, ...after };
    const context = contextOf(maintenance);
    warnOfPublishing(context, planUpdate(maintenance, { state, declared, page }, now), declared);
    return context.said;
  };
  expect(warnings({ state: "draft" }, {})).toEqual([
    expect.stringMatching(/^Maintenance "Patching" in hub "acme": removing state: "draft" publishes .* \[SH2014\]$/),
  ]);
  for (const state of ["draft", "published", unknown]) expect(warnings({ state: "draft" }, { state })).toEqual([]);
  for (const before of [{}, { state: "published" }]) expect(warnings(before, {})).toEqual([]);
  const published = { start_time: patching.startTime, end_time: patching.endTime, state: "published" };
  expect(warnings({ state: "draft" }, {}, [published], Date.parse(patching.endTime))).toEqual([]);
});

describe("a time", () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(["America/New_York", "Asia/Tokyo"])("is sent in UTC, even on a machine in %s", async (zone) => {
    vi.stubEnv("TZ", zone);
    const spaced = { ...patching, startTime: "2031-12-06 02:00:00", endTime: "2031-12-06t04:00+01" };
    const { scene, made } = await startMade(maintenance, spaced);

    expect(scene.takeWrites()[0]?.body, "[COM-04] [MNT-26]").toMatchObject({
      start_time: patching.startTime,
      end_time: "2031-12-06T03:00:00Z",
    });
    expect(scene.emulator.records("maintenances")[0]?.start_time, "[COM-05]").toBe(patching.startTime);
    expect(await scene.refresh(made), "[COM-05]").toEqual(made);
    expect(scene.changed(made, patching), "[COM-05]").toEqual([]);
  });

  it("is compared as an instant", () => {
    expect(changed({}, { startTime: "2031-12-06 02:00:00", endTime: "2031-12-06T04:00:00.5+01:00" })).toEqual([]);
    expect(changed({}, { startTime: "2031-12-06T02:00:01Z" })).toEqual(["startTime"]);
  });

  it("is ignored if the response to a write has another instant, and in the server's form if it can't be read", () => {
    const write = (returned: unknown) =>
      compareWithWrite(startTime, { start_time: returned }, asSent(startTime, patching.startTime), {});

    expect(write("2031-12-06T02:00:00.000+00:00")).toEqual({ value: patching.startTime });
    expect(write("2031-12-06T03:00:00Z")).toEqual({ value: "2031-12-06T03:00:00Z", ignored: true });
    expect(write("Sat, 06 Dec 2031 02:00:00 GMT")).toEqual({
      value: patching.startTime,
      serverForm: expect.any(String),
    });
  });
});

describe("the pattern of a series", () => {
  const weekly = { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2027-12-31T00:00:00Z" };
  const read = (eventRepeat: unknown, declared: unknown = weekly) =>
    compareWithRead(repeat, { event_repeat: eventRepeat }, declared, {}).value;
  const live = {
    interval: "weekly",
    interval_options: { enabled_days: "sunday", type: "week" },
    end_on: "2027-12-31 00:00",
  };

  it("is only compared on the declared keys", () => {
    expect(read(live)).toBe(weekly);
    expect(read(live, { interval: "weekly" })).toEqual({ interval: "weekly" });
    const empty = { interval: "weekly", options: {} };
    expect(read({ ...live, interval_options: null }, empty)).toEqual(empty);
  });

  it.each<[string, unknown, unknown]>([
    ["its interval", { ...live, interval: "Weekly" }, { ...weekly, interval: "Weekly" }],
    [
      "an option",
      { ...live, interval_options: { enabled_days: "monday" } },
      { ...weekly, options: { enabledDays: "monday" } },
    ],
    ["no options", { ...live, interval_options: null }, { interval: "weekly", endOn: weekly.endOn }],
    ["no end", { ...live, end_on: null }, { interval: "weekly", options: weekly.options }],
    ["its end", { ...live, end_on: "2028-01-01T00:00:00+00:00" }, { ...weekly, endOn: "2028-01-01T00:00:00Z" }],
    ["none", null, null],
  ])("shows the declared key that differs: %s", (_, returned, value) => {
    expect(read(returned)).toEqual(value);
  });

  it("is shown in full for another interval, or if none is declared", () => {
    const daily = { interval: "daily", interval_options: { type: "day" }, end_on: null };

    expect(read(daily)).toEqual({ interval: "daily", options: { type: "day" } });
    expect(read(daily, { interval: "weekly" })).toEqual({ interval: "daily", options: { type: "day" } });
    const whole = { ...weekly, options: { enabledDays: "sunday", type: "week" } };
    expect(read(live, null)).toEqual(whole);
  });

  it("is as declared if the response lacks a key", () => {
    expect(read(undefined)).toBe(weekly);
    expect(read({ interval: "weekly" })).toBe(weekly);
    expect(read({ interval: "weekly", interval_options: {}, end_on: weekly.endOn })).toBe(weekly);
  });

  it("may have other names for its texts, but keeping the old ones or another end means the write was ignored", () => {
    const before = { interval: "daily", interval_options: { enabled_days: "monday" }, end_on: null };
    const output = repeat.type.fromWire(before, undefined);
    const write = (returned: object) =>
      compareWithWrite(repeat, { event_repeat: { ...live, ...returned } }, asSent(repeat, weekly), { stored: output });

    const spelled = { value: weekly, serverForm: expect.any(String) };
    expect(write({ interval: "WEEKLY", interval_options: { enabled_days: "Sunday" } })).toEqual(spelled);
    expect(write({ interval: "week" })).toEqual(spelled);
    expect(write({ interval: "daily" })).toMatchObject({ ignored: true });
    expect(write({ interval_options: { enabled_days: "monday" } })).toMatchObject({ ignored: true });
    expect(write({ end_on: "2030-01-05T00:00:00Z" })).toMatchObject({ ignored: true });
  });

  it("differs if a key is added, removed or changed, but not because of the form of its end", () => {
    const change = (news: Declared) => changed({ repeat: weekly }, news);
    expect(change({ repeat: { ...weekly, endOn: "2027-12-31 00:00" } })).toEqual([]);
    for (const other of [{ ...weekly, endOn: null }, { interval: "weekly" }]) {
      expect(change({ repeat: other })).toEqual(["repeat"]);
    }
  });

  it("is checked despite unknown values beside it", () => {
    const half = { interval: unknown, options: { enabledDays: 7 }, endOn: unknown };
    expect(paths({ repeat: half })).toEqual([["repeat", "options", "enabledDays"]]);
  });
});

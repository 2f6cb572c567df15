import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { observe, observeWrite } from "../../../provider/lifecycle/observe.ts";
import { unknown } from "../../../provider/lifecycle/unknown.ts";
import type { Values } from "../../../provider/resources/define.ts";
import { maintenance } from "../../../provider/resources/maintenance.ts";

const { repeat, notifications, state, startTime, silent } = maintenance.properties;
const sound = {
  hub: "acme",
  title: "Patching",
  startTime: "2026-12-06T02:00:00Z",
  endTime: "2026-12-06T03:00:00Z",
  serviceStatuses: [{ service: "1", status: "down" }],
};
const changed = (olds: Values, news: Values) => diff(maintenance, { ...sound, ...olds }, { ...sound, ...news }).changed;

describe("REC-6: the end", () => {
  const paths = (values: Values) => check(maintenance, { ...sound, ...values }).map(({ path }) => path);

  it.each([
    { endTime: "2026-12-06T02:00:00Z" },
    { endTime: "2026-12-06T02:30:00+01:00" },
    { endTime: "2026-12-05 23:00" },
  ])("must be after the start: %j", (values) => {
    expect(paths(values)).toEqual([["endTime"]]);
  });

  it.each([
    { endTime: "2026-12-06T02:00:01Z" },
    { endTime: "2026-12-06T01:30:00-01:00" },
    { endTime: unknown },
    { startTime: unknown, endTime: "1999-01-01T00:00:00Z" },
    { startTime: "1999-01-01T00:00:00Z" },
  ])("is fine, or not known: %o", (values) => {
    expect(paths(values)).toEqual([]);
  });

  it("is not compared with a start that is no time", () => {
    expect(paths({ startTime: "soon", endTime: "1999-01-01 00:00" })).toEqual([["startTime"]]);
  });
});

it("compares times as instants", () => {
  expect(changed({}, { startTime: "2026-12-06 02:00:00", endTime: "2026-12-06T04:00:00.5+01:00" })).toEqual([]);
  expect(changed({}, { startTime: "2026-12-06T02:00:01Z" })).toEqual(["startTime"]);
});

it("counts another instant in the answer to a write as ignored, and a form that cannot be read as the server's own", () => {
  const write = (answered: unknown) =>
    observeWrite(startTime, { start_time: answered }, { declared: sound.startTime, before: undefined });

  expect(write("2026-12-06T02:00:00.000+00:00")).toEqual({ value: sound.startTime });
  expect(write("2026-12-06T03:00:00Z")).toEqual({ value: "2026-12-06T03:00:00Z", ignored: true });
  expect(write("Sun, 06 Dec 2026 02:00:00 GMT")).toEqual({ value: sound.startTime, echo: expect.any(String) });
});

describe("the state", () => {
  it.each([
    ["draft", true, "draft"],
    ["draft", false, "published"],
    ["published", true, "draft"],
    ["draft", undefined, "draft"],
  ])("declared %s with the draft flag %s is %s", (declared, draft, value) => {
    expect(observe(state, { flags: { deleted: false, draft } }, { declared })).toEqual({ value });
  });
});

it("takes silence as declared whatever an answer holds", () => {
  expect(observe(silent, { silent: false }, { declared: true })).toEqual({ value: true });
});

describe("the pattern of a series", () => {
  const weekly = { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2027-12-31T00:00:00Z" };
  const read = (eventRepeat: unknown, declared: unknown = weekly) =>
    observe(repeat, { event_repeat: eventRepeat }, { declared }).value;
  const live = {
    interval: "weekly",
    interval_options: { enabled_days: "sunday", type: "week" },
    end_on: "2027-12-31 00:00",
  };

  it("is compared on the declared keys alone", () => {
    expect(read(live)).toBe(weekly);
    expect(read(live, { interval: "weekly" })).toEqual({ interval: "weekly" });
    expect(read({ ...live, interval_options: null }, { interval: "weekly", options: {} })).toEqual({
      interval: "weekly",
      options: {},
    });
  });

  it("shows the declared key that is another", () => {
    expect(read({ ...live, interval: "Weekly" })).toEqual({ ...weekly, interval: "Weekly" });
    expect(read({ ...live, interval_options: { enabled_days: "monday" } })).toEqual({
      ...weekly,
      options: { enabledDays: "monday" },
    });
    expect(read({ ...live, interval_options: null })).toEqual({ interval: "weekly", endOn: weekly.endOn });
    expect(read({ ...live, end_on: null })).toEqual({ interval: "weekly", options: weekly.options });
    expect(read({ ...live, end_on: "2028-01-01T00:00:00+00:00" })).toEqual({
      ...weekly,
      endOn: "2028-01-01T00:00:00Z",
    });
    expect(read(null)).toBeNull();
    expect(read(live, null)).toEqual({
      interval: "weekly",
      options: { enabledDays: "sunday", type: "week" },
      endOn: "2027-12-31T00:00:00Z",
    });
  });

  it("shows as a whole at another interval", () => {
    const daily = { interval: "daily", interval_options: { type: "day" }, end_on: null };

    expect(read(daily)).toEqual({ interval: "daily", options: { type: "day" } });
    expect(read(daily, { interval: "weekly" })).toEqual({ interval: "daily", options: { type: "day" } });
  });

  it("is as declared where the answer lacks a key", () => {
    expect(read(undefined)).toBe(weekly);
    expect(read({ interval: "weekly" })).toBe(weekly);
    expect(read({ interval: "weekly", interval_options: {}, end_on: weekly.endOn })).toBe(weekly);
  });

  it("takes other names for its texts as the server's, and the old ones or another end as an ignored write", () => {
    const before = { interval: "daily", interval_options: { enabled_days: "monday" }, end_on: null };
    const write = (answered: unknown) => observeWrite(repeat, { event_repeat: answered }, { declared: weekly, before });

    expect(write({ ...live, interval: "WEEKLY", interval_options: { enabled_days: "Sunday" } })).toEqual({
      value: weekly,
      echo: expect.any(String),
    });
    expect(write({ ...live, interval: "week" })).toEqual({ value: weekly, echo: expect.any(String) });
    expect(write({ ...live, interval: "daily" })).toMatchObject({ ignored: true });
    expect(write({ ...live, interval_options: { enabled_days: "monday" } })).toMatchObject({ ignored: true });
    expect(write({ ...live, end_on: "2030-01-05T00:00:00Z" })).toMatchObject({ ignored: true });
  });

  it("differs when a key is added, removed or changed, and not by the form of its end", () => {
    expect(changed({ repeat: weekly }, { repeat: { ...weekly, endOn: "2027-12-31 00:00" } })).toEqual([]);
    expect(changed({ repeat: weekly }, { repeat: { ...weekly, endOn: null } })).toEqual(["repeat"]);
    expect(changed({ repeat: weekly }, { repeat: { interval: "weekly" } })).toEqual(["repeat"]);
    expect(changed({ repeat: weekly }, { repeat: null })).toEqual(["repeat"]);
    expect(changed({ repeat: weekly }, {})).toEqual(["repeat"]);
  });

  it("passes its texts as they are", () => {
    const odd = { interval: " Every 2nd\tmoon", options: { enabledDays: "Sun;MON", type: "" } };

    expect(check(maintenance, { ...sound, repeat: odd })).toEqual([]);
    expect(repeat.type.toWire(odd)).toEqual({
      interval: " Every 2nd\tmoon",
      interval_options: { enabled_days: "Sun;MON", type: "" },
    });
  });

  it("is checked beside unknown values", () => {
    const half = { interval: unknown, options: { enabledDays: 7 }, endOn: unknown };

    expect(check(maintenance, { ...sound, repeat: half }).map(({ path }) => path)).toEqual([
      ["repeat", "options", "enabledDays"],
    ]);
  });
});

it("compares notices without order", () => {
  const declared = [
    { offsetInMin: -1440, offsetType: "start" },
    { offsetInMin: 60, offsetType: "end" },
  ];
  const live = [
    { offset_in_min: 60, offset_type: "end", id: 1 },
    { offset_in_min: -1440, offset_type: "start" },
  ];

  expect(observe(notifications, { event_notifications: live }, { declared })).toEqual({ value: declared });
  expect(observe(notifications, { event_notifications: live.slice(1) }, { declared })).toEqual({
    value: declared.slice(0, 1),
  });
});

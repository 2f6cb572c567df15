import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import { maintenance } from "../../../provider/resources/maintenance.ts";
import { type Scene, type State, startScene } from "../lifecycle/scene.ts";
import { changeByHand, expectRoundTrip, type Field, recordOf } from "./round-trip.ts";

const clock = { now: () => Date.UTC(2026, 11, 1) };
const base = {
  title: "Patching",
  startTime: "2026-12-06T02:00:00Z",
  endTime: "2026-12-06T03:00:00Z",
  serviceStatuses: [{ service: "1", status: "down" }],
};
const wire = {
  title: "Patching",
  start_time: "2026-12-06T02:00:00Z",
  end_time: "2026-12-06T03:00:00Z",
  service_statuses: [{ service_id: 1, status: "down" }],
};
const weekly = { interval: "weekly", options: { enabledDays: "sunday", type: "week" }, endOn: "2027-01-31T00:00:00Z" };
const wireWeekly = {
  interval: "weekly",
  interval_options: { enabled_days: "sunday", type: "week" },
  end_on: "2027-01-31T00:00:00Z",
};
const kind = { collection: "maintenances", base };
const start = () => startScene(maintenance, { clock });
const paths = (values: object) => check(maintenance, { hub: "acme", ...base, ...values }).map(({ path }) => path);

function plain(property: string, declared: string, [name, found]: [string, string]): Field {
  return { property, declared, sent: { [name]: declared }, byHand: { [name]: found }, found };
}

const fields: [string, Field][] = [
  ["[MNT-03] [MNT-22] title", plain("title", "Patching", ["title", "Upgrade"])],
  ["[MNT-04] [MNT-22] body", plain("body", "<p>Be <b>patient</b></p>", ["body", "<p>Done</p>"])],
  ["[MNT-05] [MNT-22] startTime", plain("startTime", base.startTime, ["start_time", "2026-12-06T01:00:00Z"])],
  ["[MNT-05] [MNT-22] endTime", plain("endTime", base.endTime, ["end_time", "2026-12-06T04:00:00Z"])],
  ["[MNT-08] [MNT-17] [MNT-22] [MNT-24] state published", plain("state", "published", ["state", "draft"])],
  ["[MNT-08] [MNT-17] [MNT-22] [MNT-24] state draft", plain("state", "draft", ["state", "published"])],
  [
    "[MNT-06] [MNT-22] serviceStatuses",
    {
      property: "serviceStatuses",
      declared: base.serviceStatuses,
      sent: { service_statuses: wire.service_statuses },
      byHand: { service_statuses: [{ service_id: 2, status: "degraded-performance" }] },
      found: [{ service: "2", status: "degraded-performance" }],
    },
  ],
  [
    "[MNT-13] [MNT-14] [MNT-22] notifications",
    {
      property: "notifications",
      declared: [{ offsetInMin: -1440, offsetType: "start" }],
      sent: { event_notifications: [{ offset_in_min: -1440, offset_type: "start" }] },
      byHand: { event_notifications: [{ offset_in_min: 15, offset_type: "end" }] },
      found: [{ offsetInMin: 15, offsetType: "end" }],
    },
  ],
];

it.each(fields)("%s is sent, read, and put back", async (_, field) => {
  await expectRoundTrip(await start(), kind, field);
});

describe("silence", () => {
  const kept = (scene: Scene) => {
    const [record] = scene.emulator.records("maintenances");
    return [record?.silent, record?.suppress_events];
  };

  it("[MNT-07] [MNT-09] is sent with the create and with the update, as true or false", async () => {
    const scene = await start();
    const made = await scene.create({ ...base, silent: true, suppressEvents: false });
    expect(scene.takeWrites()[0]?.body).toEqual({ ...wire, silent: true, suppress_events: false });
    expect(kept(scene)).toEqual([true, false]);

    await scene.update(made, { ...base, silent: false, suppressEvents: true });
    expect(scene.takeWrites()[0]?.body).toEqual({ silent: false, suppress_events: true });
    expect(kept(scene)).toEqual([false, true]);
  });

  it("[MNT-07] [MNT-09] is nothing but true or false", () => {
    expect(paths({ silent: "true", suppressEvents: 1 })).toEqual([["silent"], ["suppressEvents"]]);
  });
});

describe("the record of a maintenance", () => {
  it("[MNT-01] is known by an id that is a text of digits", async () => {
    const scene = await start();
    const record = { ...wire, id: "7001", flags: { deleted: false, draft: false } };
    scene.emulator.faults.add({ operation: "createMaintenance", status: 200, body: record });
    const made = await scene.create(base);
    expect(made.id).toBe("7001");

    scene.emulator.faults.add({ operation: "getMaintenance", status: 200, body: record });
    expect((await scene.refresh(made)).id).toBe("7001");
    expect(scene.emulator.requests.at(-1)?.path).toBe("/hubs/acme/maintenances/7001");
  });

  it("[MNT-18] [MNT-21] is made by one POST of every field that it takes, and read back as declared", async () => {
    const scene = await start();
    const declared = { ...base, body: "<p>Soon</p>", silent: true, state: "draft", suppressEvents: true };
    const made = await scene.create(declared);
    expect(scene.takeWrites()).toEqual([
      {
        call: "POST maintenances",
        body: { ...wire, body: "<p>Soon</p>", silent: true, state: "draft", suppress_events: true },
      },
    ]);

    expect(await scene.refresh(made)).toEqual(made);
    expect(made.outputs).toMatchObject(declared);
    expect(scene.emulator.requests.map(({ path }) => path)).toContain(`/hubs/acme/maintenances/${made.id}`);
  });

  it("[MNT-23] a PUT holds what has changed, and the rest stays", async () => {
    const scene = await start();
    const made = await scene.create({ ...base, body: "Soon" });
    const news = { ...base, body: "Soon", title: "Upgrade" };
    scene.takeWrites();
    const updated = await scene.update(made, news);

    expect(scene.takeWrites()).toEqual([{ call: "PUT maintenances/1", body: { title: "Upgrade" } }]);
    expect((await scene.refresh(updated)).outputs).toMatchObject(news);
  });

  it("[MNT-17] [MNT-25] that stays viewable and says deleted is gone", async () => {
    const scene = await start();
    const made = await scene.create(base);
    await scene.remove(made);

    expect(scene.takeWrites().at(-1)).toEqual({ call: "DELETE maintenances/1", body: undefined });
    expect(await recordOf(scene, "maintenances/1")).toMatchObject({ flags: { deleted: true } });
    expect(await scene.read(made)).toBeUndefined();
  });
});

describe("a series", () => {
  const series = { ...base, repeat: weekly };
  const repeatAfter = async (scene: Scene, made: State, repeat: object) => {
    await changeByHand(scene, "maintenances/1", { event_repeat: repeat, recurring: { update_following: true } });
    return (await scene.refresh(made)).outputs.repeat;
  };

  it("[MNT-11] [MNT-12] [MNT-19] [MNT-22] is made by a POST without its pattern, and a PUT with it", async () => {
    const scene = await start();
    const notifications = [{ offsetInMin: -30, offsetType: "start" }];
    const made = await scene.create({ ...series, notifications });

    expect(scene.takeWrites()).toEqual([
      { call: "POST maintenances", body: wire },
      {
        call: "PUT maintenances/1",
        body: {
          event_repeat: wireWeekly,
          event_notifications: [{ offset_in_min: -30, offset_type: "start" }],
          recurring: { update_following: true },
        },
      },
    ]);
    expect(await scene.refresh(made)).toEqual(made);
  });

  it("[MNT-11] [MNT-12] shows each part of its pattern that somebody else changes", async () => {
    const scene = await start();
    const made = await scene.create(series);

    const daily = { interval: "daily", interval_options: { type: "day" }, end_on: "2027-01-31T00:00:00Z" };
    expect(await repeatAfter(scene, made, daily)).toMatchObject({ interval: "daily", options: { type: "day" } });
    const other = { ...wireWeekly, interval_options: { enabled_days: "monday", type: "week" } };
    expect(await repeatAfter(scene, made, other)).toEqual({
      ...weekly,
      options: { enabledDays: "monday", type: "week" },
    });
    const shorter = { ...wireWeekly, end_on: "2026-12-31T00:00:00Z" };
    expect(await repeatAfter(scene, made, shorter)).toEqual({ ...weekly, endOn: "2026-12-31T00:00:00Z" });
  });

  it("[MNT-15] is updated with its later ones, which is asked for in the PUT alone and is nothing of the state", async () => {
    const scene = await start();
    const made = await scene.create(series);
    scene.takeWrites();
    const updated = await scene.update(made, { ...series, title: "Upgrade" });

    expect(scene.takeWrites().map(({ body }) => body)).toEqual([
      { title: "Upgrade", recurring: { update_following: true } },
    ]);
    expect(await recordOf(scene, "maintenances/1")).not.toHaveProperty("recurring");
    expect(await scene.refresh(updated)).toEqual(updated);
    expect(updated.outputs).not.toHaveProperty("recurring");
    expect(paths({ recurring: { updateFollowing: true } })).toEqual([["recurring"]]);
  });

  it("[MNT-11] [MNT-12] [MNT-13] has texts, an object of options, a time and whole minutes", () => {
    expect(paths({ repeat: { interval: 7 } })).toEqual([["repeat", "interval"]]);
    expect(paths({ repeat: { interval: "daily", endOn: "never" } })).toEqual([["repeat", "endOn"]]);
    expect(paths({ repeat: { interval: "daily", options: { enabledDays: 1, type: 2 } } })).toEqual([
      ["repeat", "options", "enabledDays"],
      ["repeat", "options", "type"],
    ]);
    expect(paths({ notifications: [{ offsetInMin: 1.5, offsetType: 1 }] })).toEqual([
      ["notifications", 0, "offsetInMin"],
      ["notifications", 0, "offsetType"],
    ]);
  });
});

describe("check", () => {
  it("[MNT-05] wants both times", () => {
    expect(paths({ startTime: undefined, endTime: undefined })).toEqual([["startTime"], ["endTime"]]);
  });

  it("[MNT-27] wants a service", () => {
    expect(paths({ serviceStatuses: [] })).toEqual([["serviceStatuses"]]);
    expect(paths({ serviceStatuses: undefined })).toEqual([["serviceStatuses"]]);
  });

  it("[MNT-08] knows two states", () => {
    expect(paths({ state: "draft" })).toEqual([]);
    expect(paths({ state: "published" })).toEqual([]);
    expect(paths({ state: "cancelled" })).toEqual([["state"]]);
  });

  it("[MNT-03] wants a title of plain text", () => {
    expect(paths({ title: "<b>Patching</b>" })).toEqual([["title"]]);
  });
});

it("[MNT-26] may start in years, and is clean until then", async () => {
  const scene = await start();
  const declared = { ...base, startTime: "2031-05-01T00:00:00Z", endTime: "2031-05-02T00:00:00Z" };
  const made = await scene.create(declared);

  expect(check(maintenance, { hub: "acme", ...declared })).toEqual([]);
  expect(scene.takeWrites()[0]?.body).toMatchObject({ start_time: declared.startTime, end_time: declared.endTime });
  expect(await scene.refresh(made)).toEqual(made);
});

import { flag, type KindSamples, mapped, plain } from "../sample.ts";
import { down, rejectedStatuses, up } from "../template.ts";

export const samples: KindSamples = {
  table: "maintenances",
  minimal: ["title", "startTime", "endTime", "serviceStatuses"],
  clauses: {
    create: "[MNT-01] [MNT-18] [MNT-19]",
    read: "[MNT-21]",
    update: "[MNT-22] [MNT-23]",
    deleted: "[MNT-17] [MNT-25]",
  },
  properties: {
    title: {
      key: "title",
      clauses: "[MNT-03] [COM-07]",
      is: ["required"],
      values: [plain("Patching"), plain("Upgrade < 2 h & more")],
      rejected: ["", " ", "<b>A</b>", 7, null],
    },
    // Any start is before any end.
    startTime: {
      key: "start_time",
      clauses: "[MNT-05] [COM-03]",
      is: ["required"],
      values: [
        plain("2037-12-06T02:00:00Z"),
        mapped("2037-12-06 01:30:00", "2037-12-06T01:30:00Z"),
        mapped("2037-12-06T02:30:00+01:00", "2037-12-06T01:30:00Z"),
      ],
      rejected: ["", "tomorrow", "2037-02-30T00:00:00Z", 7, null],
    },
    endTime: {
      key: "end_time",
      clauses: "[MNT-05] [COM-03]",
      is: ["required"],
      values: [plain("2037-12-06T03:00:00Z"), mapped("2037-12-06T05:00:00.000+01:00", "2037-12-06T04:00:00Z")],
      rejected: ["", "later", "2037-12-06T25:00:00Z", 7, null],
    },
    serviceStatuses: {
      key: "service_statuses",
      clauses: "[MNT-06] [MNT-27] [COM-13] [COM-14]",
      is: ["required"],
      values: [
        down,
        up,
        mapped([{ service: "3", status: "degraded-performance" }], [{ service_id: 3, status: "degraded-performance" }]),
      ],
      rejected: [[], ...rejectedStatuses],
    },
    body: {
      key: "body",
      clauses: "[MNT-04] [COM-08]",
      cleared: "",
      values: [plain("<p>Be patient.</p>"), plain("All\nof it"), plain("")],
      rejected: [7, null, {}],
    },
    state: {
      key: "state",
      clauses: "[MNT-08] [MNT-17] [MNT-24]",
      cleared: "published",
      values: [plain("draft"), plain("published")],
      rejected: ["unconfirmed", "", null, true],
    },
    silent: { ...flag("silent", "[MNT-07]"), is: ["writeOnly"] },
    suppressEvents: { ...flag("suppress_events", "[MNT-09]"), is: ["writeOnly"] },
    repeat: {
      key: "event_repeat",
      clauses: "[MNT-11] [MNT-12]",
      is: ["putOnly"],
      cleared: null,
      values: [
        mapped(
          { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2038-01-31T00:00:00Z" },
          { interval: "weekly", interval_options: { enabled_days: "sunday" }, end_on: "2038-01-31T00:00:00Z" },
        ),
        mapped(
          { interval: "daily", endOn: "2038-01-31 00:00:00" },
          { interval: "daily", end_on: "2038-01-31T00:00:00Z" },
        ),
        mapped(
          { interval: "Every 2nd moon ", options: { type: "moon" } },
          { interval: "Every 2nd moon ", interval_options: { type: "moon" } },
        ),
        plain(null),
      ],
      rejected: [
        "weekly",
        {},
        { interval: 7 },
        { interval: "daily", endOn: "never" },
        { interval: "daily", until: "2038-01-31" },
        { interval: "daily", options: { days: "sunday" } },
        { interval: "daily", options: "sunday" },
      ],
    },
    notifications: {
      key: "event_notifications",
      clauses: "[MNT-13] [MNT-14]",
      is: ["putOnly"],
      cleared: [],
      values: [
        mapped([{ offsetInMin: -1440, offsetType: "start" }], [{ offset_in_min: -1440, offset_type: "start" }]),
        mapped(
          [
            { offsetInMin: 0, offsetType: "end" },
            { offsetInMin: -60, offsetType: "start" },
          ],
          [
            { offset_in_min: 0, offset_type: "end" },
            { offset_in_min: -60, offset_type: "start" },
          ],
        ),
        plain([]),
      ],
      rejected: [
        null,
        "start",
        [{ offsetInMin: 1.5, offsetType: "start" }],
        [{ offsetInMin: "60", offsetType: "start" }],
        [{ offsetInMin: 60 }],
        [{ offsetInMin: 60, offsetType: "start", to: "all" }],
      ],
    },
  },
  // After one occurrence is moved, moving it back also moves the later ones.
  manually: (body) => ({ ...body, recurring: { update_following: true } }),
  response: ({ silent, suppress_events, state, recurring, ...rest }) => ({
    ...rest,
    flags: { deleted: false, draft: state === "draft" },
  }),
};

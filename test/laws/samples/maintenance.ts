import { type KindSamples, mapped, plain } from "./sample.ts";
import { templateSamples } from "./template.ts";

const statuses = templateSamples.serviceStatuses;

export const maintenance: KindSamples = {
  table: "maintenances",
  minimal: ["title", "startTime", "endTime", "serviceStatuses"],
  properties: {
    title: {
      wire: "title",
      values: [plain("Patching"), plain("Upgrade < 2 h & more")],
      refused: ["", " ", "<b>A</b>", 7, null],
    },
    // Any start is before any end.
    startTime: {
      wire: "start_time",
      values: [plain("2026-12-06T02:00:00Z"), plain("2026-12-06 01:30:00"), plain("2026-12-06T02:30:00+01:00")],
      refused: ["", "tomorrow", "2026-02-30T00:00:00Z", 7, null],
    },
    endTime: {
      wire: "end_time",
      values: [plain("2026-12-06T03:00:00Z"), plain("2026-12-06T05:00:00.000+01:00")],
      refused: ["", "later", "2026-12-06T25:00:00Z", 7, null],
    },
    serviceStatuses: {
      wire: "service_statuses",
      values: [
        mapped([{ service: "1", status: "down" }], [{ service_id: 1, status: "down" }]),
        mapped([{ service: "1", status: "up" }], [{ service_id: 1, status: "up" }]),
        mapped([{ service: "3", status: "degraded-performance" }], [{ service_id: 3, status: "degraded-performance" }]),
      ],
      refused: [[], ...(statuses?.refused ?? [])],
    },
    body: {
      wire: "body",
      values: [plain("<p>Be patient.</p>"), plain("All\nof it"), plain("")],
      refused: [7, null, {}],
    },
    state: { wire: "state", values: [plain("draft"), plain("published")], refused: ["unconfirmed", "", null, true] },
    silent: { wire: "silent", values: [plain(true), plain(false)], refused: ["true", null, 1] },
    suppressEvents: { wire: "suppress_events", values: [plain(true), plain(false)], refused: ["true", null, 1] },
    repeat: {
      wire: "event_repeat",
      values: [
        mapped(
          { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2027-01-31T00:00:00Z" },
          { interval: "weekly", interval_options: { enabled_days: "sunday" }, end_on: "2027-01-31T00:00:00Z" },
        ),
        mapped(
          { interval: "daily", endOn: "2027-01-31 00:00:00" },
          { interval: "daily", end_on: "2027-01-31 00:00:00" },
        ),
        mapped(
          { interval: "Every 2nd moon ", options: { type: "moon" } },
          { interval: "Every 2nd moon ", interval_options: { type: "moon" } },
        ),
        plain(null),
      ],
      refused: [
        "weekly",
        {},
        { interval: 7 },
        { interval: "daily", endOn: "never" },
        { interval: "daily", until: "2027-01-31" },
        { interval: "daily", options: { days: "sunday" } },
        { interval: "daily", options: "sunday" },
      ],
    },
    notifications: {
      wire: "event_notifications",
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
      refused: [
        null,
        "start",
        [{ offsetInMin: 1.5, offsetType: "start" }],
        [{ offsetInMin: "60", offsetType: "start" }],
        [{ offsetInMin: 60 }],
        [{ offsetInMin: 60, offsetType: "start", to: "all" }],
      ],
    },
  },
  // Whoever moves one occurrence alone moves the later ones when it is put back.
  byHand: (body) => ({ ...body, recurring: { update_following: true } }),
  answer: ({ silent, suppress_events, state, recurring, ...rest }) => ({
    ...rest,
    flags: { deleted: false, draft: state === "draft" },
  }),
};

import { z } from "zod";
import * as field from "../api/field.ts";
import { calendar, parseInstant } from "../api/instant.ts";
import { eventFlags, eventListQuery } from "./incident.ts";
import { createdAt, defineKind, type Failure, output, type Property, type Values, type Wire } from "./kind.ts";
import { notifications, repeat } from "./maintenance-schedule.ts";
import { maintenanceSeries } from "./maintenance-series.ts";
import { eventStatuses, readServiceStatuses } from "./service-status.ts";
import { flag, instant, nullable, oneOf, text } from "./value.ts";
import { recordOperations, wireShapes } from "./wire.ts";

/**
 * Documented: a string, unlike all other IDs. Inferred (record-ids): it is part of paths, so it contains no spaces or
 * slashes and isn't `..`.
 */
const maintenanceId = z.string().regex(/^(?!0*$|\.{1,2}$)[\w.~-]+$/);

/** Documented: basic flags say whether it is a draft. Responses carry nothing else about the state. */
function readState({ flags }: Wire): unknown {
  const { draft } = (flags ?? {}) as { draft?: unknown };
  return typeof draft === "boolean" ? (draft ? "draft" : "published") : undefined;
}

function rules(declared: Values): Failure[] {
  const start = parseInstant(String(declared.startTime));
  const end = parseInstant(String(declared.endTime));
  const failures: Failure[] = [];
  if (start !== undefined && end !== undefined && end <= start) {
    failures.push({ path: ["endTime"], reason: `must be after startTime, which is ${declared.startTime}` });
  }
  if (start !== undefined) failures.push(...checkSeriesEnd(declared, start), ...checkOffsets(declared, start));
  return failures;
}

/** Inferred (series-end): the time of day of an end may not count, so the day of the start is a valid end. */
function checkSeriesEnd({ startTime, repeat: declared }: Values, start: number): Failure[] {
  const { endOn } = (declared ?? {}) as { endOn?: unknown };
  const end = parseInstant(String(endOn));
  if (end === undefined || dayOf(end) >= dayOf(start)) return [];
  const reason = `must not be before the day of startTime, which is ${startTime}`;
  return [{ path: ["repeat", "endOn"], reason, got: JSON.stringify(endOn) }];
}

const dayOf = (instant: number) => Math.floor(instant / 86_400_000);

/** Documented: minutes, may be negative, and times in four-digit years. */
function checkOffsets({ notifications: declared = [] }: Values, start: number): Failure[] {
  return (declared as { offsetInMin: number }[]).flatMap(({ offsetInMin }, index) =>
    calendar.contains(start + offsetInMin * 60_000)
      ? []
      : [
          {
            path: ["notifications", index, "offsetInMin"],
            reason: "must be minutes from the start or end that do not lead out of the years 0000 to 9999",
            got: String(offsetInMin),
          },
        ],
  );
}

const unseen = "Responses don't carry it, so manual changes go unnoticed.";
const secondRequest = "The API takes it in a second request, after the create.";

const properties = {
  title: {
    wire: "title",
    type: text(field.filledPlainText),
    required: true,
    doc: "Title, plain text without HTML tags. It must not be empty.",
  },
  startTime: {
    wire: "start_time",
    type: instant,
    required: true,
    doc:
      "When it begins: `2026-12-06T02:00:00Z`, with any offset, or `2026-12-06 02:00:00`, which is UTC. Two forms of the same " +
      "instant are equal, and it is sent in UTC. `utcFrom` makes it from a wall time and a time zone. In a series, the first " +
      "occurrence. May be in the past.",
  },
  endTime: {
    wire: "end_time",
    type: instant,
    required: true,
    doc: "When it ends, in the same forms. Preview checks that it is after `startTime`.",
  },
  serviceStatuses: {
    wire: "service_statuses",
    type: eventStatuses,
    required: true,
    read: readServiceStatuses,
    inList: false,
    doc: "The status of each affected service, in any order: at least one, and each service once.",
  },
  body: {
    wire: "body",
    type: text(field.text),
    cleared: "",
    inList: false,
    doc: "Text with basic HTML tags.",
  },
  state: {
    wire: "state",
    type: oneOf(
      field
        .requestEnum(["draft", "published"])
        .meta({ title: "MaintenanceState", description: "Who sees a maintenance." }),
    ),
    cleared: "published",
    hides: "draft",
    requestOnly: true,
    read: readState,
    doc: "`draft` is visible to your team only, `published` to everybody.",
  },
  // Documented: both are request fields. Inferred (maintenance-flags): no response carries them, and both default to
  // false. Inferred (maintenance-silent): both are kept.
  silent: {
    wire: "silent",
    type: flag,
    cleared: false,
    writeOnly: true,
    // Inferred (maintenance-silent): it is kept. If it belongs to one request, others would notify subscribers. A notification can't be recalled, so each write carries it.
    repeated: true,
    doc:
      "Set to true to skip subscriber notifications; every later change is sent without a notification, too. Notifications of a " +
      `draft still go to the team. ${unseen}`,
  },
  suppressEvents: {
    wire: "suppress_events",
    type: flag,
    cleared: false,
    writeOnly: true,
    doc: `Whether incidents that automation creates during the maintenance are kept from being published. ${unseen}`,
  },
  // Documented: both are fields of PUT but not of POST.
  repeat: {
    wire: "event_repeat",
    type: nullable(repeat),
    cleared: null,
    putOnly: true,
    inList: false,
    initially: "once",
    doc:
      "Makes it a series. A change applies to the current occurrence and the later ones. The series is created as a draft and " +
      "published together with its pattern, so visitors never see a half-made one.",
  },
  notifications: {
    wire: "event_notifications",
    type: notifications,
    cleared: [],
    putOnly: true,
    inList: false,
    doc: `Extra notifications before or after it, in any order. ${secondRequest}`,
  },
} as const satisfies Record<string, Property>;

const outputs = {
  author: output(
    "author",
    z.string().nullable(),
    "E-mail address of the owner of the key that created the maintenance.",
  ),
  createdAt,
} as const;

const shapes = wireShapes("Maintenance", { id: maintenanceId, properties, outputs, flags: eventFlags });

export const maintenanceShapes = {
  ...shapes,
  // Documented: only in the update request.
  update: shapes.update
    .extend({ recurring: z.object({ update_following: field.flag }, { error: "must be an object" }).optional() })
    .meta({ id: "MaintenanceUpdate" }),
};

export const maintenanceOperations = recordOperations(maintenanceShapes, {
  path: "/hubs/{subdomain}/maintenances/{maintenance_id}",
  query: field.versionQuery.extend(field.extendQuery),
  listQuery: eventListQuery,
  inferredQuery: ["deleted", "draft"],
});

export const maintenance = defineKind({
  kind: "Maintenance",
  plural: "maintenances",
  doc:
    "Planned work on services, once or in a series. With `repeat`, the resource stands for the whole series: its ID is that of " +
    "the current occurrence, and the state holds the IDs of the others. Changing the program changes the current occurrence and " +
    "the later ones; undoing a manual change of one occurrence changes only that one. Occurrences that have ended stay as they " +
    "are.\n\n" +
    "If a single maintenance is deleted in the control panel, the next `up` creates it again, because the API can't restore it. A " +
    "series goes on with its next occurrence. Destroying a series deletes every occurrence that hasn't ended.",
  example: [
    'new statushub.Maintenance("weekly-patching", {',
    "  hub,",
    '  title: "Weekly patching",',
    '  startTime: statushub.utcFrom("2026-12-06 03:00", "Europe/Berlin"),',
    '  endTime: statushub.utcFrom("2026-12-06 04:00", "Europe/Berlin"),',
    '  serviceStatuses: [{ service: api, status: "degraded-performance" }],',
    '  repeat: { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2027-12-31T00:00:00Z" },',
    '  notifications: [{ offsetInMin: -1440, offsetType: "start" }],',
    "  suppressEvents: true,",
    "});",
  ].join("\n"),
  operations: {
    ...maintenanceOperations,
    // Documented: a string. Inferred (record-ids): a number, as for all other kinds, means the same.
    recordId: maintenanceId.or(field.recordId),
  },
  // Documented in the help centre: events are edited in the primary hub.
  onPrimaryHubs: true,
  series: maintenanceSeries,
  label: ["title"],
  properties,
  outputs,
  rules,
});

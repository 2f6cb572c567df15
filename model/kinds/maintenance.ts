import { z } from "zod";
import * as field from "../api/field.ts";
import type { Declared, Live } from "../api/form.ts";
import { calendar, parseInstant } from "../api/instant.ts";
import { defineKind, type Failure } from "./kind.ts";
import { notifications } from "./maintenance-notifications.ts";
import { repeat } from "./maintenance-repeat.ts";
import { isDayBefore, maintenancePeriod, maintenanceSeries } from "./maintenance-series.ts";
import { createdAt, output, type Property } from "./property.ts";
import { recordOperations } from "./record-operations.ts";
import { eventStatuses, readServiceStatuses } from "./service-status.ts";
import { eventFlags, eventListQuery } from "./unmanaged/incident.ts";
import { flag, instant, nullable, oneOf, text } from "./value-type.ts";
import { wireShapes } from "./wire-shapes.ts";

/**
 * Documented: a string, unlike all other IDs. Inferred (record-ids): it is part of paths, so it contains no spaces or
 * slashes and isn't `..`.
 */
const maintenanceId = z.string().regex(/^(?!0*$|\.{1,2}$)[\w.~-]+$/);

/** Documented: basic flags say whether it is a draft. Responses carry nothing else about the state. */
function readState({ flags }: Live): unknown {
  const { draft } = (flags ?? {}) as { draft?: unknown };
  if (typeof draft !== "boolean") return undefined;
  return draft ? "draft" : "published";
}

function rules(declared: Declared): Failure[] {
  const start = parseInstant(String(declared.startTime));
  const end = parseInstant(String(declared.endTime));
  const failures: Failure[] = [];
  if (start !== undefined && end !== undefined && end <= start) {
    failures.push({ path: ["endTime"], reason: "must be after startTime", got: declared.endTime });
  }
  if (start !== undefined) failures.push(...checkSeriesEnd(declared, start), ...checkOffsets(declared, start));
  return failures;
}

function checkSeriesEnd({ repeat: pattern }: Declared, start: number): Failure[] {
  const { endOn } = (pattern ?? {}) as { endOn?: unknown };
  if (!isDayBefore(endOn, start)) return [];
  return [{ path: ["repeat", "endOn"], reason: "must not be before the day of startTime", got: endOn }];
}

/** Documented: minutes, may be negative, and times in four-digit years. */
function checkOffsets({ notifications: items = [] }: Declared, start: number): Failure[] {
  const failures: Failure[] = [];
  for (const [index, { offsetInMin }] of (items as { offsetInMin: number }[]).entries()) {
    if (calendar.contains(start + offsetInMin * 60_000)) continue;
    failures.push({
      path: ["notifications", index, "offsetInMin"],
      reason: "puts the notification outside the supported years 0000 to 9999",
      got: offsetInMin,
    });
  }
  return failures;
}

const unseen = "As far as we know, StatusHub doesn't return it, so Pulumi can't see manual changes.";

const properties = {
  title: {
    key: "title",
    type: text(field.filledPlainText),
    required: true,
    doc: "Title in plain text, without HTML tags. Can't be empty.",
  },
  startTime: {
    key: "start_time",
    type: instant,
    required: true,
    doc:
      "Start time (in a series, of the first occurrence), with an offset, such as `2027-11-07T03:00:00+01:00`, or in UTC, such as " +
      "`2027-11-07 02:00:00`. It can be in the past.",
  },
  endTime: {
    key: "end_time",
    type: instant,
    required: true,
    doc: "End time, in the same format as `startTime` and after it.",
  },
  serviceStatuses: {
    key: "service_statuses",
    type: eventStatuses,
    required: true,
    read: readServiceStatuses,
    inList: false,
    doc: "Status of each affected service, at least one, in any order.",
  },
  body: {
    key: "body",
    type: text(field.anyText),
    cleared: "",
    inList: false,
    doc: "Text, which can contain basic HTML tags.",
  },
  state: {
    key: "state",
    type: oneOf(
      field
        .requestEnum(["draft", "published"])
        .meta({ title: "MaintenanceState", description: "Visibility of a maintenance." }),
    ),
    cleared: "published",
    hides: "draft",
    requestOnly: true,
    read: readState,
    doc: "Only your team sees a `draft`; everyone sees a `published` maintenance. If you remove `draft`, you publish it.",
  },
  // Documented: both are request fields. Inferred (maintenance-flags): no response carries them, and both default to
  // false. Inferred (maintenance-silent): both are kept.
  silent: {
    key: "silent",
    noticedBy: "subscribers",
    type: flag,
    cleared: false,
    writeOnly: true,
    // If it belonged to one request, the next PUT would notify subscribers, and a notification can't be recalled.
    repeated: true,
    doc:
      "Set to true to notify no subscriber, as far as we know also about later changes. Your team still gets a message about a draft. " +
      unseen,
  },
  suppressEvents: {
    key: "suppress_events",
    noticedBy: "editors",
    type: flag,
    cleared: false,
    writeOnly: true,
    doc: `Set to true to keep automated incidents off the page during the maintenance. ${unseen}`,
  },
  // Documented: both are fields of PUT but not of POST.
  repeat: {
    key: "event_repeat",
    type: nullable(repeat),
    cleared: null,
    putOnly: true,
    inList: false,
    doc: "Repeats the maintenance as a series. If you change or remove it, `up` replaces the series; a later `endOn`, or none, is an update.",
  },
  notifications: {
    key: "event_notifications",
    noticedBy: "subscribers",
    type: notifications,
    cleared: [],
    putOnly: true,
    inList: false,
    doc: `Extra notifications before or after the maintenance, in any order.`,
  },
} as const satisfies Record<string, Property>;

const outputs = {
  author: output(
    "author",
    z.string().nullable(),
    "Email address of the author: as far as we know, the owner of the key, if the API created it.",
  ),
  createdAt,
} as const;

const shapes = wireShapes("Maintenance", { id: maintenanceId, properties, outputs, flags: eventFlags });

export const maintenanceShapes = {
  ...shapes,
  // Documented: only in the update request.
  update: shapes.update
    .extend({ recurring: z.object({ update_following: field.boolean }, { error: "must be an object" }).optional() })
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
    "Planned work on services. It takes place once, or repeatedly if you set `repeat`. One resource manages the series. An `up` changes " +
    "the current occurrence, the first one that hasn't ended, and all later ones. If you change the times or the pattern, Pulumi replaces the " +
    "series, and StatusHub announces it again.\n\n" +
    "After its declared `endTime` (of a series, the end of its last occurrence), the page decides. If the maintenance has ended there, too, " +
    "Pulumi leaves it as it is, and new times create a new maintenance. If your team has extended it there, Pulumi doesn't touch its times, and " +
    "manages the rest as before. You can only create a maintenance in the past if it is `silent` or a draft.",
  operations: {
    ...maintenanceOperations,
    // Documented: a string. Inferred (record-ids): a number, as for all other kinds, means the same.
    recordId: maintenanceId.or(field.recordId),
  },
  // Documented in the help center: events are edited in the primary hub.
  onPrimaryHubs: true,
  period: maintenancePeriod,
  series: maintenanceSeries,
  label: ["title"],
  title: ["title"],
  noticedBy: "page",
  properties,
  outputs,
  rules,
});

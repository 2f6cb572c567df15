import { z } from "zod";
import {
  deletedQuery,
  extendQuery,
  filledPlainText,
  flag,
  instant,
  pagingQuery,
  queryChoice,
  rangeQuery,
  requestedEnum,
  text,
  timestamp,
} from "./field.ts";
import { eventFlags } from "./incident.ts";
import { answeredServiceStatus, eventServiceStatuses } from "./service-status.ts";

export const maintenanceStates = ["draft", "published"] as const;

/**
 * Documented: the keys and their types, none of them "or null". Not shown: the values of `interval`,
 * `interval_options.type` and `enabled_days`, so any text passes. Inferred: `interval_options` and `end_on` may be missing.
 */
export const eventRepeat = z
  .object(
    {
      interval: text,
      interval_options: z
        .object({ enabled_days: text.optional(), type: text.optional() }, { error: "must be an object" })
        .optional(),
      end_on: instant.optional(),
    },
    { error: "must be an object" },
  )
  .meta({ id: "EventRepeat" });

/** Documented: minutes from start or end, may be negative. Not shown: the values of `offset_type`. */
export const eventNotification = z
  .object(
    { offset_in_min: z.int({ error: "must be a whole number of minutes" }), offset_type: text },
    { error: "must be an object" },
  )
  .meta({ id: "EventNotification" });

export const answeredEventRepeat = z
  .object({
    interval: z.string(),
    interval_options: z.object({ enabled_days: z.string().nullish(), type: z.string().nullish() }).nullish(),
    end_on: timestamp.nullish(),
  })
  .meta({ id: "AnsweredEventRepeat" });

/** Documented: a string, unlike every other id. Inferred: it stands in paths, so it holds no spaces and no slashes, and is no `..`. */
export const maintenanceId = z.string().regex(/^(?!0*$|\.{1,2}$)[\w.~-]+$/);

export const maintenanceRecord = z
  .object({
    id: maintenanceId,
    author: z.string().nullable(),
    title: z.string(),
    body: z.string(),
    start_time: timestamp,
    end_time: timestamp,
    service_statuses: z.array(answeredServiceStatus),
    event_repeat: answeredEventRepeat.nullable(),
    event_notifications: z.array(z.object({ offset_in_min: z.int(), offset_type: z.string() })),
    created_at: timestamp,
    updated_at: timestamp,
    flags: eventFlags,
  })
  .meta({ id: "Maintenance" });

/** Documented: lists of events carry basic info. Inferred: which fields are left out. */
export const maintenanceListRecord = maintenanceRecord
  .partial({ body: true, service_statuses: true, event_repeat: true, event_notifications: true })
  .meta({ id: "MaintenanceListItem" });

/** Inferred: title, both times and service_statuses are required; the description marks none. */
export const maintenanceCreate = z
  .object({
    title: filledPlainText,
    start_time: instant,
    end_time: instant,
    service_statuses: eventServiceStatuses,
    body: text.optional(),
    silent: flag.optional(),
    state: requestedEnum(maintenanceStates).optional(),
    suppress_events: flag.optional(),
  })
  .meta({ id: "MaintenanceCreate" });

/** Documented: `event_repeat`, `event_notifications` and `recurring` are fields of PUT only. */
export const maintenanceUpdate = maintenanceCreate
  .partial()
  .extend({
    event_repeat: eventRepeat.nullable().optional(),
    event_notifications: z.array(eventNotification, { error: "must be a list of notifications" }).optional(),
    recurring: z.object({ update_following: flag }, { error: "must be an object" }).optional(),
  })
  .meta({ id: "MaintenanceUpdate" });

export const maintenanceListQuery = pagingQuery.extend({
  ...rangeQuery,
  ...extendQuery,
  ...deletedQuery,
  draft: queryChoice(["true", "false", "all"]),
});

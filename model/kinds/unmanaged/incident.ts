import { z } from "zod";
import * as field from "../../api/field.ts";
import { operation } from "../../api/operation.ts";
import { recordOperations } from "../record-operations.ts";
import { eventServiceStatuses, respondedServiceStatuses } from "../service-status.ts";

export const incidentTypes = ["investigating", "identified", "monitoring", "resolved"] as const;
export const incidentStates = ["draft", "unconfirmed", "published"] as const;

/** Documented: the basic flags of events. */
export const eventFlags = { deleted: z.boolean(), draft: z.boolean() };

/** Documented: the list of events takes a range and returns every record that overlaps it. */
export const eventListQuery = field.pagingQuery.extend({
  start_time: field.dateTime.optional(),
  end_time: field.dateTime.optional(),
  ...field.extendQuery,
  ...field.deletedQuery,
  // Observed: a client sends `draft=false`. Inferred (incident-drafts): the same three values as for
  // `deleted`.
  draft: field.queryChoice(["true", "false", "all"]),
});

export const incidentRecord = z
  .object({
    id: field.recordId,
    author: z.string().nullable(),
    title: z.string(),
    start_time: field.timestamp,
    end_time: field.timestamp.nullable(),
    created_at: field.timestamp,
    updated_at: field.timestamp,
    flags: z.object(eventFlags),
  })
  .meta({ id: "Incident" });

/** Observed: list records carry `last_incident_type` besides the documented fields; a single GET doesn't. */
export const incidentListRecord = incidentRecord
  .extend({ last_incident_type: field.responseEnum(incidentTypes) })
  .meta({ id: "IncidentListItem" });

export const incidentCreate = z
  .object({
    title: field.filledPlainText,
    // Documented: required, and null is allowed. To the emulator, null means now.
    start_time: field.dateTime.nullable(),
    incident_type: field.requestEnum(["investigating", "identified", "monitoring"]),
    service_statuses: eventServiceStatuses,
    body: field.anyText.optional(),
    silent: field.boolean.optional(),
    state: field.requestEnum(incidentStates).nullable().optional(),
    original_incident_id: field.recordId.optional(),
  })
  .meta({ id: "IncidentCreate" });

const one = { query: field.versionQuery.extend(field.extendQuery), response: incidentRecord };
const incidents = "/hubs/{subdomain}/incidents";

export const incidentOperations = {
  create: operation("documented", "POST", incidents, { ...one, body: incidentCreate }),
  list: operation("documented", "GET", incidents, {
    query: eventListQuery,
    inferredQuery: ["deleted", "draft"],
    response: field.pageOf(incidentListRecord),
  }),
  get: operation("documented", "GET", `${incidents}/{incident_id}`, one),
  delete: operation("documented", "DELETE", `${incidents}/{incident_id}`, one),
};

export const incidentUpdateRecord = z
  .object({
    id: field.recordId,
    author: z.string().nullable(),
    title: z.string(),
    body: z.string(),
    start_time: field.timestamp,
    incident_type: field.responseEnum(incidentTypes),
    state: field.responseEnum(incidentStates).nullable(),
    service_statuses: respondedServiceStatuses,
    created_at: field.timestamp,
    updated_at: field.timestamp,
    flags: z.object(eventFlags),
  })
  .meta({ id: "IncidentUpdate" });

/** Documented: `service_statuses` is required unless the type is `resolved`, and forbidden then. The server checks this. */
export const incidentUpdateCreate = z
  .object({
    title: field.filledPlainText,
    start_time: field.dateTime.nullable(),
    incident_type: field.requestEnum(incidentTypes),
    service_statuses: eventServiceStatuses.optional(),
    body: field.anyText.optional(),
    silent: field.boolean.optional(),
    state: field.requestEnum(incidentStates).nullable().optional(),
  })
  .meta({ id: "IncidentUpdateCreate" });

export const incidentUpdateOperations = recordOperations(
  {
    record: incidentUpdateRecord,
    listRecord: incidentUpdateRecord,
    create: incidentUpdateCreate,
    update: incidentUpdateCreate.partial().meta({ id: "IncidentUpdateChange" }),
  },
  {
    path: `${incidents}/{incident_id}/incident_updates/{incident_update_id}`,
    query: one.query,
    listQuery: field.pagingQuery.extend({ ...field.extendQuery, ...field.deletedQuery }),
    inferredQuery: ["deleted"],
    inferred: ["list", "delete"],
  },
);

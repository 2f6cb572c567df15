import { z } from "zod";
import * as field from "../../api/field.ts";
import { operation } from "../../api/operation.ts";
import { eventServiceStatuses } from "../service-status.ts";

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

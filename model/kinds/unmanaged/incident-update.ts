import { z } from "zod";
import * as field from "../../api/field.ts";
import { recordOperations } from "../record-schemas.ts";
import { eventServiceStatuses, respondedServiceStatuses } from "../service-status.ts";
import { eventFlags, incidentStates, incidentTypes } from "./incident.ts";

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

/**
 * Documented: `service_statuses` is required unless the type is `resolved`, and forbidden then. The server checks this.
 */
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
    path: "/hubs/{subdomain}/incidents/{incident_id}/incident_updates/{incident_update_id}",
    query: field.versionQuery.extend(field.extendQuery),
    listQuery: field.pagingQuery.extend({ ...field.extendQuery, ...field.deletedQuery }),
    inferredQuery: ["deleted"],
    inferred: ["list", "delete"],
  },
);

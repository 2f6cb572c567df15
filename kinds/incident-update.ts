import { z } from "zod";
import {
  deletedQuery,
  extendQuery,
  filledPlainText,
  flag,
  instant,
  pagingQuery,
  recordId,
  requestEnum,
  responseEnum,
  text,
  timestamp,
  versionQuery,
} from "../api/field.ts";
import { eventFlags, incidentStates, incidentTypes } from "./incident.ts";
import { eventServiceStatuses, respondedServiceStatuses } from "./service-status.ts";
import { recordOperations } from "./wire.ts";

export const incidentUpdateRecord = z
  .object({
    id: recordId,
    author: z.string().nullable(),
    title: z.string(),
    body: z.string(),
    start_time: timestamp,
    incident_type: responseEnum(incidentTypes),
    state: responseEnum(incidentStates).nullable(),
    service_statuses: respondedServiceStatuses,
    created_at: timestamp,
    updated_at: timestamp,
    flags: z.object(eventFlags),
  })
  .meta({ id: "IncidentUpdate" });

/**
 * Documented: `service_statuses` is required unless the type is `resolved`, and forbidden then. The server checks this.
 */
export const incidentUpdateCreate = z
  .object({
    title: filledPlainText,
    start_time: instant.nullable(),
    incident_type: requestEnum(incidentTypes),
    service_statuses: eventServiceStatuses.optional(),
    body: text.optional(),
    silent: flag.optional(),
    state: requestEnum(incidentStates).nullable().optional(),
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
    query: versionQuery.extend(extendQuery),
    listQuery: pagingQuery.extend({ ...extendQuery, ...deletedQuery }),
    inferredQuery: ["deleted"],
    inferred: ["list", "delete"],
  },
);

import { z } from "zod";
import {
  answeredEnum,
  deletedQuery,
  extendQuery,
  filledPlainText,
  flag,
  instant,
  pagingQuery,
  recordId,
  requestedEnum,
  text,
  timestamp,
} from "./field.ts";
import { eventFlags, incidentStates, incidentTypes } from "./incident.ts";
import { answeredServiceStatus, eventServiceStatuses } from "./service-status.ts";

export const incidentUpdateRecord = z
  .object({
    id: recordId,
    author: z.string().nullable(),
    title: z.string(),
    body: z.string(),
    start_time: timestamp,
    incident_type: answeredEnum(incidentTypes),
    state: answeredEnum(incidentStates).nullable(),
    service_statuses: z.array(answeredServiceStatus),
    created_at: timestamp,
    updated_at: timestamp,
    flags: eventFlags,
  })
  .meta({ id: "IncidentUpdate" });

/** Documented: `service_statuses` is required unless the type is `resolved`, and forbidden then; a rule of the server. */
export const incidentUpdateCreate = z
  .object({
    title: filledPlainText,
    start_time: instant.nullable(),
    incident_type: requestedEnum(incidentTypes),
    service_statuses: eventServiceStatuses.optional(),
    body: text.optional(),
    silent: flag.optional(),
    state: requestedEnum(incidentStates).nullable().optional(),
  })
  .meta({ id: "IncidentUpdateCreate" });

export const incidentUpdateChange = incidentUpdateCreate.partial().meta({ id: "IncidentUpdateChange" });

export const incidentUpdateListQuery = pagingQuery.extend({ ...extendQuery, ...deletedQuery });

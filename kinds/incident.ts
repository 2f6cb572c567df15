import { z } from "zod";
import {
  deletedQuery,
  extendQuery,
  filledPlainText,
  flag,
  instant,
  pageOf,
  pagingQuery,
  queryChoice,
  rangeQuery,
  recordId,
  requestEnum,
  responseEnum,
  text,
  timestamp,
  versionQuery,
} from "../api/field.ts";
import { operation } from "../api/operation.ts";
import { eventServiceStatuses } from "./service-status.ts";

export const incidentTypes = ["investigating", "identified", "monitoring", "resolved"] as const;
export const incidentStates = ["draft", "unconfirmed", "published"] as const;

/** Documented: the basic flags of events. */
export const eventFlags = { deleted: z.boolean(), draft: z.boolean() };

export const incidentRecord = z
  .object({
    id: recordId,
    author: z.string().nullable(),
    title: z.string(),
    start_time: timestamp,
    end_time: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    flags: z.object(eventFlags),
  })
  .meta({ id: "Incident" });

/** Observed: list records carry `last_incident_type` besides the documented fields; a single GET doesn't. */
export const incidentListRecord = incidentRecord
  .extend({ last_incident_type: responseEnum(incidentTypes) })
  .meta({ id: "IncidentListItem" });

export const incidentCreate = z
  .object({
    title: filledPlainText,
    // Documented: required, and null is allowed. Inferred: null means now.
    start_time: instant.nullable(),
    incident_type: requestEnum(["investigating", "identified", "monitoring"]),
    service_statuses: eventServiceStatuses,
    body: text.optional(),
    silent: flag.optional(),
    state: requestEnum(incidentStates).nullable().optional(),
    original_incident_id: recordId.optional(),
  })
  .meta({ id: "IncidentCreate" });

const one = { query: versionQuery.extend(extendQuery), response: incidentRecord };
const incidents = "/hubs/{subdomain}/incidents";

export const incidentOperations = {
  create: operation("documented", "POST", incidents, { ...one, body: incidentCreate }),
  list: operation("documented", "GET", incidents, {
    query: pagingQuery.extend({
      ...rangeQuery,
      ...extendQuery,
      ...deletedQuery,
      // Observed: a client sends `draft=false`. Inferred: the same three values as for `deleted`.
      draft: queryChoice(["true", "false", "all"]),
    }),
    inferredQuery: ["deleted", "draft"],
    response: pageOf(incidentListRecord),
  }),
  get: operation("documented", "GET", `${incidents}/{incident_id}`, one),
  delete: operation("documented", "DELETE", `${incidents}/{incident_id}`, one),
};

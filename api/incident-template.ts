import { z } from "zod";
import {
  answeredEnum,
  flag,
  pagingQuery,
  plainText,
  queryChoice,
  recordId,
  requestedEnum,
  text,
  timestamp,
} from "./field.ts";
import { incidentTypes } from "./incident.ts";
import { answeredServiceStatus, serviceStatuses } from "./service-status.ts";

export const incidentTemplateRecord = z
  .object({
    id: recordId,
    title: z.string().nullable(),
    body: z.string().nullable(),
    incident_type: answeredEnum(incidentTypes).nullable(),
    labels: z.array(z.string()),
    service_statuses: z.array(answeredServiceStatus),
    flags: z.object({ deleted: z.boolean(), silent: z.boolean() }),
    author: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "IncidentTemplate" });

/** Documented: the list carries basic info. Inferred: which fields are left out. */
export const incidentTemplateListRecord = incidentTemplateRecord
  .partial({ body: true, service_statuses: true })
  .meta({ id: "IncidentTemplateListItem" });

/** Documented: always an array, even for one label. */
export const labels = z.array(text, { error: "must be a list of texts" });

export const incidentTemplateCreate = z
  .object({
    title: plainText.nullable(),
    body: text.nullable(),
    incident_type: requestedEnum(incidentTypes).nullable(),
    labels,
    service_statuses: serviceStatuses,
    silent_update: flag.nullable(),
  })
  .partial()
  .meta({ id: "IncidentTemplateCreate" });

export const incidentTemplateUpdate = incidentTemplateCreate.meta({ id: "IncidentTemplateUpdate" });

/** Documented for maintenance templates. Inferred for incident templates, whose "paging and filters" have no names. */
export const templateListQuery = pagingQuery.extend({
  created_by_me: queryChoice(["true", "false", "all"]),
  deleted: queryChoice(["true", "false", "all"]),
  q: text.optional(),
  q_label: text.optional(),
  sort_prop: queryChoice(["created_at"]),
  sort_dir: queryChoice(["asc", "desc"]),
});

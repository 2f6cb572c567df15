import { z } from "zod";
import { incidentRecord, incidentUpdateRecord } from "../../model/kinds/unmanaged/incident.ts";
import { id, ofHub, type RowOf, serviceStatuses, text, time, withoutFlags } from "../state/field.ts";

/** Stores the values computed from its updates, so that lists needn't read them. */
const incidentRow = incidentRecord
  .omit(withoutFlags)
  .extend({
    ...ofHub,
    start_time: time,
    end_time: time.nullable(),
    last_incident_type: text,
    draft: z.boolean(),
    original_incident_id: id.nullable(),
  })
  .strict();

export type IncidentRow = RowOf<typeof incidentRow>;

const incidentUpdateRow = incidentUpdateRecord
  .omit(withoutFlags)
  .extend({
    ...ofHub,
    incident_id: id,
    start_time: time,
    state: text,
    /** When a draft was published last; null if it never was a draft, or still is the first one. */
    published_at: time.nullable(),
    silent: z.boolean(),
    service_statuses: serviceStatuses,
  })
  .strict();

export type IncidentUpdateRow = RowOf<typeof incidentUpdateRow>;

export const incidents = { row: incidentRow };

export const incidentUpdates = {
  row: incidentUpdateRow,
  indices: { incident: ({ incident_id }: IncidentUpdateRow) => incident_id },
};

import { z } from "zod";
import { incidentCreate, incidentRecord, incidentUpdateCreate } from "../../model/kinds/unmanaged/incident.ts";
import type { CallOf } from "../call.ts";
import { invalid } from "../http-error.ts";
import { id, ofHub, type RowOf, text, time, withoutFlags } from "../state/field.ts";
import type { Store } from "../state/store.ts";
import { admitEvents, affectsHub, listedEvents, toTime } from "./event.ts";
import type { HubRow } from "./hub.ts";
import type { IncidentUpdateRow } from "./incident-update.ts";
import { incidentValues, liveUpdates } from "./incident-values.ts";
import { isSuppressed } from "./maintenance.ts";
import type { Rules } from "./rules.ts";
import { checkStatuses, type HubInStore } from "./shared-service.ts";

/** Stores the values computed from its updates, so that lists needn't read them. */
export const row = incidentRecord
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

export type IncidentRow = RowOf<typeof row>;

export const area = "events";

export const preset = {
  body: incidentCreate.extend({
    incident_updates: z
      .array(incidentUpdateCreate, { error: "must be a list" })
      .optional()
      .describe("Bodies of POST incident_updates."),
  }),
  description: "Bodies of POST incidents, with the updates after the first.",
};

/** Inferred: deleting an incident doesn't change the flags of its updates. */
export const rules: Rules<"Incident", "incidents"> = {
  admit: admitEvents,
  isShared,
  create: (call) => {
    const { body, store, hub, now } = call;
    if (body.original_incident_id !== undefined) checkOriginal(store, hub, body.original_incident_id);
    checkStatuses(call, body.service_statuses);
    const { title, incident_type, service_statuses } = body;
    const start_time = startTime(body.start_time, now);
    const incident = call.insert("incidents", {
      title,
      start_time,
      last_incident_type: incident_type,
      draft: false,
      original_incident_id: body.original_incident_id,
    });
    // Documented: the first update is created together with the incident.
    addUpdate(call, { incident_id: incident.id, start_time, service_statuses });
    return call.change("incidents", incident, incidentValues(liveUpdates(store, incident.id)));
  },
  list: ({ query }, incidents) => listedEvents(incidents, query, ({ draft }) => draft),
};

export const addUpdate = (
  call: CallOf<"createIncident"> | CallOf<"createIncidentUpdate">,
  fields: Pick<IncidentUpdateRow, "incident_id" | "start_time" | "service_statuses">,
): IncidentUpdateRow => {
  const { title, incident_type, body = "", silent = false, state } = call.body;
  const published = isSuppressed(call) ? "draft" : (state ?? "published");
  return call.insert("incident_updates", { ...fields, title, incident_type, body, silent, state: published });
};

function isShared(incident: IncidentRow, { store, hub }: HubInStore): boolean {
  return liveUpdates(store, incident.id).some((update) => affectsHub(store, hub, update.service_statuses));
}

/** Documented: never in the future. Inferred: null means now. */
export function startTime(text: string | null, now: string): string {
  if (text === null) return now;
  const start = toTime(text);
  if (start > now) throw invalid("start_time", `${text} is in the future`);
  return start;
}

/** Documented: a follow-up refers to a resolved incident. */
function checkOriginal(store: Store, hub: HubRow, id: number): void {
  const original = store.table("incidents").find(id);
  if (original?.hub_id !== hub.id || original.deleted)
    throw invalid("original_incident_id", `${id} is not an incident of hub ${hub.subdomain}`);
  if (original.end_time === null) throw invalid("original_incident_id", `${id} is an incident that is not resolved`);
}

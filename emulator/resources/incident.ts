import { incidentCreate, incidentUpdateCreate } from "../../model/kinds/unmanaged/incident.ts";
import type { HubInStore } from "../call.ts";
import { invalid } from "../http-error.ts";
import { list } from "../validation.ts";
import { addUpdate, sentStart } from "./incident-update.ts";
import { incidentValues, liveUpdates } from "./incident-values.ts";
import { listedEvents } from "./list.ts";
import type { Rules } from "./rules.ts";
import { admitEvents, affectsHub, checkStatuses } from "./shared-service.ts";

export const area = "events";

export const preset = {
  body: incidentCreate.extend({
    incident_updates: list(incidentUpdateCreate, "Bodies of POST incident_updates."),
  }),
  description: "Bodies of POST incidents, with the updates after the first.",
};

/** Inferred: deleting an incident doesn't change the flags of its updates. */
export const rules: Rules<"Incident", "incidents"> = {
  admit: admitEvents,
  isShared: ({ id }, { store, hub }) =>
    liveUpdates(store, id).some((update) => affectsHub(store, hub, update.service_statuses)),
  create: (call) => {
    const { body, store, now } = call;
    const { title, incident_type, service_statuses, original_incident_id } = body;
    if (original_incident_id !== undefined) checkOriginal(call, original_incident_id);
    checkStatuses(call, service_statuses);
    const start_time = sentStart(body.start_time, now);
    const incident = call.insert("incidents", {
      title,
      start_time,
      last_incident_type: incident_type,
      draft: false,
      original_incident_id,
    });
    // Documented: the first update is created together with the incident.
    addUpdate(call, { incident_id: incident.id, start_time, service_statuses });
    return call.change("incidents", incident, incidentValues(liveUpdates(store, incident.id)));
  },
  list: ({ query }, incidents) => listedEvents(incidents, query, ({ draft }) => draft),
};

/** Documented: a follow-up refers to a resolved incident. */
function checkOriginal({ store, hub }: HubInStore, id: number): void {
  const original = store.table("incidents").find(id);
  if (original?.hub_id !== hub.id || original.deleted)
    throw invalid("original_incident_id", `${id} is not an incident of hub ${hub.subdomain}`);
  if (original.end_time === null) throw invalid("original_incident_id", `${id} is an incident that is not resolved`);
}

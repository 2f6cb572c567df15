import { formatInstant } from "../../api/instant.ts";
import { invalid } from "../http/http-error.ts";
import type { HubRow, IncidentRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { admitEvents, affectsHub, eventsOn, listedEvents, toInstant } from "./event.ts";
import { incidentValues, liveUpdates } from "./incident-values.ts";
import { isSuppressed } from "./maintenance.ts";
import type { Rules } from "./rules.ts";
import { checkStatuses } from "./shared-service.ts";

/** Inferred: deleting an incident doesn't change the flags of its updates. */
export const incidentRules: Rules<"Incident", "incidents"> = {
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
    call.insert("incident_updates", {
      incident_id: incident.id,
      title,
      body: body.body ?? "",
      start_time,
      incident_type,
      state: isSuppressed(call) ? "draft" : (body.state ?? "published"),
      silent: body.silent ?? false,
      service_statuses,
    });
    return call.change("incidents", incident, incidentValues(liveUpdates(store, incident.id)));
  },
  list: ({ store, hub, query }) => {
    const byHub = (hubId: number) => store.table("incidents").by("hub", hubId);
    const incidents = eventsOn(hub, byHub, (incident) => isShared(incident, { store, hub }));
    return listedEvents(incidents, query, ({ draft }) => draft);
  },
};

function isShared(incident: IncidentRow, { store, hub }: { store: Store; hub: HubRow }): boolean {
  return liveUpdates(store, incident.id).some((update) => affectsHub(store, hub, update.service_statuses));
}

/** Documented: never in the future. Inferred: null means now. */
export function startTime(text: string | null, now: string): string {
  if (text === null) return now;
  const start = formatInstant(toInstant(text));
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

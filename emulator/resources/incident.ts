import type { z } from "zod";
import { formatInstant } from "../../api/instant.ts";
import type { incidentListRecord, incidentRecord } from "../../kinds/incident.ts";
import type { Handlers, Place } from "../call.ts";
import { invalid } from "../http/refusal.ts";
import type { HubRow, IncidentRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { affectsHub, eventsOn, listedEvents, toInstant } from "./event.ts";
import { incidentValues, liveUpdates } from "./incident-values.ts";
import { toPage } from "./paging.ts";
import { checkStatuses } from "./shared-service.ts";
import { isSuppressed } from "./suppression.ts";

type IncidentOperation = "createIncident" | "listIncidents" | "getIncident" | "deleteIncident";

export const incidentHandlers: Handlers<IncidentOperation> = {
  createIncident: (call) => {
    const { body, store, hub, now, key } = call;
    if (body.original_incident_id !== undefined) checkOriginal(store, hub, body.original_incident_id);
    checkStatuses(call, body.service_statuses);
    const start_time = startTime(body.start_time, now);
    const dated = { hub_id: hub.id, author: key.owner, created_at: now, updated_at: now, deleted: false };
    const incident = store.table("incidents").insert({
      ...dated,
      title: body.title,
      start_time,
      end_time: null,
      last_incident_type: body.incident_type,
      draft: false,
      original_incident_id: body.original_incident_id ?? null,
    });
    // Documented: the first update is created together with the incident.
    store.table("incident_updates").insert({
      ...dated,
      incident_id: incident.id,
      title: body.title,
      body: body.body ?? "",
      start_time,
      incident_type: body.incident_type,
      state: isSuppressed(call) ? "draft" : (body.state ?? "published"),
      silent: body.silent ?? false,
      service_statuses: body.service_statuses,
    });
    return answer(call.change("incidents", incident, incidentValues(liveUpdates(store, incident.id))));
  },
  listIncidents: ({ store, hub, query }) => {
    const incidents = eventsOn(
      hub,
      (hubId) => store.table("incidents").by("hub", hubId),
      (incident) => isOn(store, hub, incident),
    );
    return toPage(
      listedEvents(incidents, query, ({ draft }) => draft),
      query,
      answerInList,
    );
  },
  getIncident: (call) => answer(call.record("incidents")),
  // Inferred: the flags of its updates stay as they are.
  deleteIncident: (call) => answer(call.change("incidents", call.record("incidents"), { deleted: true })),
};

export function findIncident(store: Store, { id, hub }: Place): IncidentRow | undefined {
  const incident = store.table("incidents").find(id);
  if (incident?.hub_id === hub.id) return incident;
  return incident && incident.hub_id === hub.parent_id && isOn(store, hub, incident) ? incident : undefined;
}

/** Documented: never in the future. Inferred: null means now. */
export function startTime(text: string | null, now: string): string {
  if (text === null) return now;
  const start = formatInstant(toInstant(text));
  if (start > now) throw invalid("start_time", `${text} is in the future`);
  return start;
}

const isOn = (store: Store, hub: HubRow, incident: IncidentRow): boolean =>
  liveUpdates(store, incident.id).some((update) => affectsHub(store, hub, update.service_statuses));

/** Documented: a follow-up is one of a resolved incident. */
function checkOriginal(store: Store, hub: HubRow, id: number): void {
  const original = store.table("incidents").find(id);
  if (original?.hub_id !== hub.id || original.deleted)
    throw invalid("original_incident_id", `${id} is not an incident of hub ${hub.subdomain}`);
  if (original.end_time === null) throw invalid("original_incident_id", `${id} is an incident that is not resolved`);
}

const answer = (row: IncidentRow): z.input<typeof incidentRecord> => ({
  id: row.id,
  author: row.author,
  title: row.title,
  start_time: row.start_time,
  end_time: row.end_time,
  created_at: row.created_at,
  updated_at: row.updated_at,
  flags: { deleted: row.deleted, draft: row.draft },
});

/** Observed: `last_incident_type` is in lists. */
const answerInList = (row: IncidentRow): z.input<typeof incidentListRecord> => ({
  ...answer(row),
  last_incident_type: row.last_incident_type,
});

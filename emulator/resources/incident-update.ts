import type { z } from "zod";
import type { incidentUpdateRecord } from "../../kinds/incident-update.ts";
import type { Call, CallOf, Handlers, Place } from "../call.ts";
import { invalid } from "../http/refusal.ts";
import type { IncidentRow, IncidentUpdateRow, ServiceStatus } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { latestFirst } from "./event.ts";
import { startTime } from "./incident.ts";
import { allUp, incidentValues, liveUpdates } from "./incident-values.ts";
import { chosen, toPage } from "./paging.ts";
import { answerStatuses, checkStatuses } from "./shared-service.ts";
import { isSuppressed } from "./suppression.ts";

type UpdateOperation =
  | "createIncidentUpdate"
  | "listIncidentUpdates"
  | "getIncidentUpdate"
  | "updateIncidentUpdate"
  | "deleteIncidentUpdate";

export const incidentUpdateHandlers: Handlers<UpdateOperation> = {
  createIncidentUpdate: (call) => {
    const { body, store, hub, now, key } = call;
    const incident = liveIncident(call);
    // Inferred: a resolved incident takes no more updates; a follow-up goes on.
    if (incident.end_time !== null)
      throw invalid("incident_id", `${incident.id} is resolved; create a follow-up with original_incident_id`);
    const updates = liveUpdates(store, incident.id);
    const service_statuses = statusesFor(call, updates, { type: body.incident_type, sent: body.service_statuses });
    const update = store.table("incident_updates").insert({
      hub_id: hub.id,
      incident_id: incident.id,
      author: key.owner,
      title: body.title,
      body: body.body ?? "",
      start_time: startOf(call, incident),
      incident_type: body.incident_type,
      state: isSuppressed(call) ? "draft" : (body.state ?? "published"),
      silent: body.silent ?? false,
      service_statuses,
      deleted: false,
      created_at: now,
      updated_at: now,
    });
    follow(call, incident);
    return answer(update);
  },
  listIncidentUpdates: (call) => {
    const updates = call.store.table("incident_updates").by("incident", call.record("incidents").id);
    const found = chosen(updates.toSorted(latestFirst), call.query.deleted ?? "false", ({ deleted }) => deleted);
    return toPage(found, call.query, answer);
  },
  getIncidentUpdate: (call) => answer(call.record("incident_updates")),
  updateIncidentUpdate: (call) => {
    const { body, store } = call;
    const incident = liveIncident(call);
    const update = call.record("incident_updates");
    if (update.deleted) throw invalid("incident_update_id", `${update.id} is deleted and cannot be changed`);
    const type = body.incident_type ?? update.incident_type;
    const keeps =
      body.service_statuses === undefined && (type === "resolved") === (update.incident_type === "resolved");
    const others = liveUpdates(store, incident.id).filter(({ id }) => id !== update.id);
    const changed = call.change("incident_updates", update, {
      ...body,
      start_time: body.start_time === undefined ? undefined : startTime(body.start_time, call.now),
      // Inferred: null is the default, as on create.
      state: body.state === null ? "published" : body.state,
      service_statuses: keeps
        ? undefined
        : statusesFor(call, [...others, update], { type, sent: body.service_statuses }),
    });
    follow(call, incident);
    return answer(changed);
  },
  deleteIncidentUpdate: (call) => {
    const update = call.change("incident_updates", call.record("incident_updates"), { deleted: true });
    if (!call.record("incident_updates").deleted) follow(call, call.record("incidents"));
    return answer(update);
  },
};

export function findIncidentUpdate(store: Store, { id, located }: Place): IncidentUpdateRow | undefined {
  const update = store.table("incident_updates").find(id);
  return update && update.incident_id === located.incidents?.id ? update : undefined;
}

/** Brings an incident in line with its updates. */
export function follow(call: Pick<Call, "store" | "change">, incident: IncidentRow): void {
  call.change("incidents", incident, incidentValues(liveUpdates(call.store, incident.id)));
}

function liveIncident(call: { record: Call["record"] }): IncidentRow {
  const incident = call.record("incidents");
  if (incident.deleted) throw invalid("incident_id", `${incident.id} is deleted and cannot be changed`);
  return incident;
}

function startOf({ body, now }: CallOf<"createIncidentUpdate">, incident: IncidentRow): string {
  const start = startTime(body.start_time, now);
  // Inferred: with whole seconds, an incident resolved at once would end as it starts, which none does.
  if (body.start_time === null && body.incident_type === "resolved" && start === incident.start_time)
    return new Date(Date.parse(start) + 1000).toISOString().replace(".000", "");
  return start;
}

/** Documented: `service_statuses` is required, unless the type is `resolved`, which sets every affected service up. */
function statusesFor(
  call: Pick<Call, "store" | "hub">,
  updates: readonly IncidentUpdateRow[],
  { type, sent }: { type: string; sent: readonly ServiceStatus[] | undefined },
): readonly ServiceStatus[] {
  if (type === "resolved") {
    if (sent !== undefined) throw invalid("service_statuses", "is forbidden with incident_type resolved");
    return allUp(updates);
  }
  if (sent === undefined) throw invalid("service_statuses", "is required unless incident_type is resolved");
  checkStatuses(call, sent);
  return sent;
}

const answer = (row: IncidentUpdateRow): z.input<typeof incidentUpdateRecord> => ({
  id: row.id,
  author: row.author,
  title: row.title,
  body: row.body,
  created_at: row.created_at,
  start_time: row.start_time,
  updated_at: row.updated_at,
  incident_type: row.incident_type,
  state: row.state,
  service_statuses: answerStatuses(row.service_statuses),
  flags: { deleted: row.deleted, draft: row.state === "draft" },
});

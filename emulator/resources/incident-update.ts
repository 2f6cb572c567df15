import { z } from "zod";
import { formatInstant } from "../../model/api/instant.ts";
import { incidentUpdateRecord } from "../../model/kinds/unmanaged/incident.ts";
import type { Call, CallOf } from "../call.ts";
import { invalid } from "../http-error.ts";
import type { ServiceStatus } from "../state/field.ts";
import { id, ofHub, type RowOf, serviceStatuses, text, time, withoutFlags } from "../state/field.ts";
import type { IncidentRow } from "./incident.ts";
import { addUpdate, startTime } from "./incident.ts";
import { allUp, incidentValues, liveUpdates } from "./incident-values.ts";
import { byStart } from "./list.ts";
import type { Rules } from "./rules.ts";
import { checkStatuses } from "./shared-service.ts";

export const row = incidentUpdateRecord
  .omit(withoutFlags)
  .extend({
    ...ofHub,
    incident_id: id,
    start_time: time,
    state: text,
    silent: z.boolean(),
    service_statuses: serviceStatuses,
  })
  .strict();

export type IncidentUpdateRow = RowOf<typeof row>;

export const indices = { incident: ({ incident_id }: IncidentUpdateRow) => incident_id };

export const rules: Rules<"IncidentUpdate", "incident_updates"> = {
  create: (call) => {
    const { body, store } = call;
    const incident = call.record("incidents");
    // Inferred: a resolved incident accepts no more updates; a follow-up continues it.
    if (incident.end_time !== null)
      throw invalid("incident_id", `${incident.id} is resolved; create a follow-up with original_incident_id`);
    const updates = liveUpdates(store, incident.id);
    const service_statuses = statusesFor(call, updates, { type: body.incident_type, sent: body.service_statuses });
    const update = addUpdate(call, { incident_id: incident.id, start_time: startOf(call, incident), service_statuses });
    follow(call);
    return update;
  },
  list: ({ store, record }) =>
    store.table("incident_updates").by("incident", record("incidents").id).toSorted(byStart).toReversed(),
  update: (call, update) => {
    const { body, store } = call;
    const type = body.incident_type ?? update.incident_type;
    const keeps =
      body.service_statuses === undefined && (type === "resolved") === (update.incident_type === "resolved");
    const others = liveUpdates(store, update.incident_id).filter(({ id }) => id !== update.id);
    const changed = call.change("incident_updates", update, {
      ...body,
      start_time: body.start_time === undefined ? undefined : startTime(body.start_time, call.now),
      // Inferred: null is the default, as on create.
      state: body.state === null ? "published" : body.state,
      service_statuses: keeps
        ? undefined
        : statusesFor(call, [...others, update], { type, sent: body.service_statuses }),
    });
    follow(call);
    return changed;
  },
  delete: (call, update) => {
    const deleted = call.change("incident_updates", update, { deleted: true });
    if (deleted !== update) follow(call);
    return deleted;
  },
  edited: (store, { incident_id }) => {
    const incident = store.table("incidents").find(incident_id);
    if (incident) store.table("incidents").put({ ...incident, ...incidentValues(liveUpdates(store, incident_id)) });
  },
  shown: ({ state }) => ({ flags: { draft: state === "draft" } }),
};

function follow({ store, record, change }: Pick<Call, "store" | "record" | "change">): void {
  const incident = record("incidents");
  change("incidents", incident, incidentValues(liveUpdates(store, incident.id)));
}

function startOf({ body, now }: CallOf<"createIncidentUpdate">, incident: IncidentRow): string {
  const start = startTime(body.start_time, now);
  // Inferred: times have whole seconds, so an incident resolved immediately would end at its start, which isn't
  // allowed.
  if (body.start_time === null && body.incident_type === "resolved" && start === incident.start_time)
    return formatInstant(Date.parse(start) + 1000);
  return start;
}

/**
 * Documented: `service_statuses` is required, unless the type is `resolved`, which sets every affected service to up.
 */
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

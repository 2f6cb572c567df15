import { formatInstant } from "../../model/api/instant.ts";
import type { Call, CallOf } from "../call.ts";
import { invalid } from "../http-error.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { IncidentRow, IncidentUpdateRow } from "../tables/incident.ts";
import { affectedServices, incidentValues, isResolving, liveUpdates } from "./incident-values.ts";
import { byStart, toTime } from "./list.ts";
import { isSuppressed } from "./maintenance.ts";
import { isDraft, publicationBy } from "./publication.ts";
import type { Rules } from "./rules.ts";
import { checkStatuses } from "./shared-service.ts";

export const rules: Rules<"IncidentUpdate", "incident_updates"> = {
  create: (call) => {
    const { body, store } = call;
    const incident = call.record("incidents");
    // Inferred: a resolved incident accepts no more updates; a follow-up continues it.
    if (incident.end_time !== null)
      throw invalid("incident_id", `${incident.id} is resolved; create a follow-up with original_incident_id`);
    const statuses = statusesFor(call, {
      type: body.incident_type,
      sent: body.service_statuses,
      updates: liveUpdates(store, incident.id),
    });
    const update = addUpdate(call, {
      incident_id: incident.id,
      start_time: startOfNewUpdate(call, incident),
      service_statuses: statuses,
    });
    recomputeIncident(call);
    return update;
  },
  list: ({ store, record }) =>
    store.table("incident_updates").by("incident", record("incidents").id).toSorted(byStart).toReversed(),
  update: (call, update) => {
    const { body } = call;
    const start_time = body.start_time === undefined ? undefined : sentStart(body.start_time, call.now);
    // Inferred: null is the default, as on create.
    const state = body.state === null ? "published" : body.state;
    const changed = call.change("incident_updates", update, {
      ...body,
      start_time,
      state,
      published_at: publicationBy(call, update, state),
      service_statuses: changedStatuses(call, update),
    });
    recomputeIncident(call);
    return changed;
  },
  delete: (call, update) => {
    const deleted = call.change("incident_updates", update, { deleted: true });
    if (deleted !== update) recomputeIncident(call);
    return deleted;
  },
  edited: (store, { incident_id }) => {
    const incident = store.table("incidents").find(incident_id);
    if (incident) store.table("incidents").put({ ...incident, ...incidentValues(liveUpdates(store, incident_id)) });
  },
  shown: ({ state }) => ({ flags: { draft: isDraft({ state }) } }),
};

/** Gives an incident the values that follow from its updates. */
function recomputeIncident({ store, record, change }: Pick<Call, "store" | "record" | "change">): void {
  const incident = record("incidents");
  change("incidents", incident, incidentValues(liveUpdates(store, incident.id)));
}

/** Adds an update with the values in the body, also the one that is created with its incident. */
export function addUpdate(
  call: CallOf<"createIncident"> | CallOf<"createIncidentUpdate">,
  fields: Pick<IncidentUpdateRow, "incident_id" | "start_time" | "service_statuses">,
): IncidentUpdateRow {
  const { title, incident_type, body = "", silent = false, state: sentState } = call.body;
  const state = isSuppressed(call) ? "draft" : (sentState ?? "published");
  return call.insert("incident_updates", { ...fields, title, incident_type, body, silent, state });
}

/** Documented: never in the future. Inferred: null means now. */
export function sentStart(text: string | null, now: string): string {
  if (text === null) return now;
  const start = toTime(text);
  if (start > now) throw invalid("start_time", `${text} is in the future`);
  return start;
}

function startOfNewUpdate({ body, now }: CallOf<"createIncidentUpdate">, incident: IncidentRow): string {
  const start = sentStart(body.start_time, now);
  // Inferred: times have whole seconds, so an incident resolved immediately would end at its start, which isn't
  // allowed.
  const isResolvedImmediately = body.start_time === null && isResolving(body) && start === incident.start_time;
  return isResolvedImmediately ? formatInstant(Date.parse(start) + 1000) : start;
}

/**
 * Returns the statuses that a change gives an update; undefined if they stay. If the update becomes a resolving one, or was one, they change
 * although none are sent.
 */
function changedStatuses(
  call: CallOf<"updateIncidentUpdate">,
  update: IncidentUpdateRow,
): readonly ServiceStatus[] | undefined {
  const { service_statuses: sent, incident_type: type = update.incident_type } = call.body;
  const resolvesOrReopens = isResolving({ incident_type: type }) !== isResolving(update);
  if (sent === undefined && !resolvesOrReopens) return undefined;
  const others = liveUpdates(call.store, update.incident_id).filter(({ id }) => id !== update.id);
  return statusesFor(call, { type, sent, updates: [...others, update] });
}

/**
 * Returns the statuses of an update with this type. Documented:
 *
 * - `resolved`: none may be sent. All services that the incident affects are up
 * - any other type: they have to be sent
 */
function statusesFor(
  call: Pick<Call, "store" | "hub">,
  { type, sent, updates }: StatusesSent,
): readonly ServiceStatus[] {
  if (type === "resolved") {
    if (sent !== undefined) throw invalid("service_statuses", "is forbidden with incident_type resolved");
    return affectedServices(updates).map((service_id) => ({ service_id, status: "up" }));
  }
  if (sent === undefined) throw invalid("service_statuses", "is required unless incident_type is resolved");
  checkStatuses(call, sent);
  return sent;
}

interface StatusesSent {
  readonly type: string;
  readonly sent: readonly ServiceStatus[] | undefined;
  /** The updates of the incident. */
  readonly updates: readonly IncidentUpdateRow[];
}

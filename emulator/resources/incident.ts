import { formatInstant } from "../../model/api/instant.ts";
import { incidentCreate, incidentUpdateCreate } from "../../model/kinds/unmanaged/incident.ts";
import type { Call, CallOf, HubInStore, Rules } from "../call.ts";
import { invalid } from "../http-error.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { HubRow } from "../tables/hub.ts";
import type { IncidentRow, IncidentUpdateRow } from "../tables/incident.ts";
import type { AccountStore } from "../tables/index.ts";
import { list } from "../validation.ts";
import { byStart, listedEvents, toTime } from "./list.ts";
import { isSuppressed } from "./maintenance.ts";
import { publicationBy } from "./publication.ts";
import { admitEvents, affectsHub, checkStatuses } from "./shared-service.ts";

const preset = {
  body: incidentCreate.extend({
    incident_updates: list(incidentUpdateCreate, "Bodies of POST incident_updates."),
  }),
  description: "Bodies of POST incidents, with the updates after the first.",
};

/** Inferred: deleting an incident doesn't change the flags of its updates. */
const incidentRules: Rules<"Incident", "incidents"> = {
  admit: admitEvents,
  isShared,
  create: (call) => {
    const { body, store, hub, now } = call;
    if (body.original_incident_id !== undefined) checkOriginal(store, hub, body.original_incident_id);
    checkStatuses(call, body.service_statuses);
    const { title, incident_type, service_statuses } = body;
    const start_time = sentStart(body.start_time, now);
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

const addUpdate = (
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
function sentStart(text: string | null, now: string): string {
  if (text === null) return now;
  const start = toTime(text);
  if (start > now) throw invalid("start_time", `${text} is in the future`);
  return start;
}

/** Documented: a follow-up refers to a resolved incident. */
function checkOriginal(store: AccountStore, hub: HubRow, id: number): void {
  const original = store.table("incidents").find(id);
  if (original?.hub_id !== hub.id || original.deleted)
    throw invalid("original_incident_id", `${id} is not an incident of hub ${hub.subdomain}`);
  if (original.end_time === null) throw invalid("original_incident_id", `${id} is an incident that is not resolved`);
}

const incidentUpdateRules: Rules<"IncidentUpdate", "incident_updates"> = {
  create: (call) => {
    const { body, store } = call;
    const incident = call.record("incidents");
    // Inferred: a resolved incident accepts no more updates; a follow-up continues it.
    if (incident.end_time !== null)
      throw invalid("incident_id", `${incident.id} is resolved; create a follow-up with original_incident_id`);
    const updates = liveUpdates(store, incident.id);
    const service_statuses = statusesFor(call, updates, { type: body.incident_type, sent: body.service_statuses });
    const update = addUpdate(call, {
      incident_id: incident.id,
      start_time: startOfNewUpdate(call, incident),
      service_statuses,
    });
    recomputeIncident(call);
    return update;
  },
  list: ({ store, record }) =>
    store.table("incident_updates").by("incident", record("incidents").id).toSorted(byStart).toReversed(),
  update: (call, update) => {
    const { body, store } = call;
    const start_time = body.start_time === undefined ? undefined : sentStart(body.start_time, call.now);
    const type = body.incident_type ?? update.incident_type;
    const others = liveUpdates(store, update.incident_id).filter(({ id }) => id !== update.id);
    const resolvesOrReopens = isResolving({ incident_type: type }) !== isResolving(update);
    const setsStatuses = body.service_statuses !== undefined || resolvesOrReopens;
    const statuses = setsStatuses
      ? statusesFor(call, [...others, update], { type, sent: body.service_statuses })
      : undefined;
    // Inferred: null is the default, as on create.
    const state = body.state === null ? "published" : body.state;
    const changed = call.change("incident_updates", update, {
      ...body,
      start_time,
      state,
      published_at: publicationBy(call, update, state),
      service_statuses: statuses,
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
  shown: ({ state }) => ({ flags: { draft: state === "draft" } }),
};

const isResolving = ({ incident_type }: Pick<IncidentUpdateRow, "incident_type">): boolean =>
  incident_type === "resolved";

/** Gives an incident the values that follow from its updates. */
function recomputeIncident({ store, record, change }: Pick<Call, "store" | "record" | "change">): void {
  const incident = record("incidents");
  change("incidents", incident, incidentValues(liveUpdates(store, incident.id)));
}

function startOfNewUpdate({ body, now }: CallOf<"createIncidentUpdate">, incident: IncidentRow): string {
  const start = sentStart(body.start_time, now);
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

type Values = Pick<IncidentRow, "title" | "start_time" | "end_time" | "last_incident_type" | "draft">;

const liveUpdates = (store: AccountStore, incidentId: number): readonly IncidentUpdateRow[] =>
  store
    .table("incident_updates")
    .by("incident", incidentId)
    .filter(({ deleted }) => !deleted)
    .toSorted(byStart);

export const affectedServices = (updates: readonly IncidentUpdateRow[]): number[] => [
  ...new Set(updates.flatMap((update) => update.service_statuses.map(({ service_id }) => service_id))),
];

/** Documented: a resolving update sets all affected services to `up` for this incident. */
const allUp = (updates: readonly IncidentUpdateRow[]): ServiceStatus[] =>
  affectedServices(updates).map((service_id) => ({ service_id, status: "up" }));

/** Computes the values of an incident from all its updates. Rejects updates that no incident can have. */
function incidentValues(updates: readonly IncidentUpdateRow[]): Values {
  const [first] = updates;
  if (!first) throw invalid("incident_update_id", "is the only update of its incident, which must have one");
  // Documented: `resolved` is not the type of the first update, and an incident has a non-zero duration.
  if (updates.some(({ incident_type, start_time }) => incident_type === "resolved" && start_time === first.start_time))
    throw invalid("incident_type", "resolved is not possible for an update that starts no later than all others");
  return valuesFrom(first, updates);
}

/**
 * Computes the values of an incident from some of its updates; `first` is the first of all. Documented: the
 * latest published one has the title, the first one the start, and a `resolved` one ends the incident; only the title is
 * restricted to published ones. Inferred: `unconfirmed` counts as published, and a draft gives the title only if
 * nothing is published.
 */
export function valuesFrom(first: IncidentUpdateRow, updates: readonly IncidentUpdateRow[]): Values {
  const last = updates.at(-1) ?? first;
  const titled = updates.findLast(({ state }) => state !== "draft");
  return {
    title: (titled ?? last).title,
    start_time: first.start_time,
    // Inferred: an incident ends when its resolving update starts.
    end_time: updates.findLast(({ incident_type }) => incident_type === "resolved")?.start_time ?? null,
    last_incident_type: last.incident_type,
    draft: titled === undefined,
  };
}

export const incidents = { rules: incidentRules, area: "events", preset } as const;

export const incidentUpdates = { rules: incidentUpdateRules };

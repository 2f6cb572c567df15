import { invalid } from "../http-error.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { Store } from "../state/store.ts";
import type { IncidentRow } from "./incident.ts";
import type { IncidentUpdateRow } from "./incident-update.ts";
import { byStart } from "./list.ts";

type Values = Pick<IncidentRow, "title" | "start_time" | "end_time" | "last_incident_type" | "draft">;

export const liveUpdates = (store: Store, incidentId: number): readonly IncidentUpdateRow[] =>
  store
    .table("incident_updates")
    .by("incident", incidentId)
    .filter(({ deleted }) => !deleted)
    .toSorted(byStart);

export const affectedServices = (updates: readonly IncidentUpdateRow[]): number[] => [
  ...new Set(updates.flatMap((update) => update.service_statuses.map(({ service_id }) => service_id))),
];

/** Documented: a resolving update sets all affected services to `up` for this incident. */
export const allUp = (updates: readonly IncidentUpdateRow[]): ServiceStatus[] =>
  affectedServices(updates).map((service_id) => ({ service_id, status: "up" }));

/** Computes the values of an incident from all its updates. Rejects updates that no incident can have. */
export function incidentValues(updates: readonly IncidentUpdateRow[]): Values {
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

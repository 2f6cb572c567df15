import { invalid } from "../http-error.ts";
import type { IncidentRow, IncidentUpdateRow } from "../tables/incident.ts";
import type { AccountStore } from "../tables/index.ts";
import { byStart } from "./list.ts";
import { isDraft } from "./publication.ts";

/* Most values of an incident follow from its updates. */

type IncidentValues = Pick<IncidentRow, "title" | "start_time" | "end_time" | "last_incident_type" | "draft">;

/** Returns the updates of an incident that aren't deleted, by their start. */
export const liveUpdates = (store: AccountStore, incidentId: number): readonly IncidentUpdateRow[] =>
  store
    .table("incident_updates")
    .by("incident", incidentId)
    .filter(({ deleted }) => !deleted)
    .toSorted(byStart);

/** Returns the values of an incident that has these live updates. Rejects updates that no incident can have. */
export function incidentValues(updates: readonly IncidentUpdateRow[]): IncidentValues {
  const [first] = updates;
  if (!first) throw invalid("incident_update_id", "is the only update of its incident, which must have one");
  // Documented: `resolved` is not the type of the first update, and an incident has a non-zero duration.
  const isResolvedAtStart = updates.some((update) => isResolving(update) && update.start_time === first.start_time);
  if (isResolvedAtStart)
    throw invalid("incident_type", "resolved is not possible for an update that starts no later than all others");
  return valuesFrom(first, updates);
}

/**
 * Returns the values that follow from some updates of an incident, by their start. Documented: the latest published one has the title, the
 * first one the start, and a `resolved` one ends the incident; only the title is restricted to published ones. Inferred: `unconfirmed`
 * counts as published, and a draft gives the title only if nothing is published.
 *
 * @param first the first of the updates
 */
export function valuesFrom(first: IncidentUpdateRow, updates: readonly IncidentUpdateRow[]): IncidentValues {
  const last = updates.at(-1) ?? first;
  const lastPublished = updates.findLast((update) => !isDraft(update));
  const lastResolving = updates.findLast(isResolving);
  return {
    title: (lastPublished ?? last).title,
    start_time: first.start_time,
    // Inferred: an incident ends when its resolving update starts.
    end_time: lastResolving?.start_time ?? null,
    last_incident_type: last.incident_type,
    draft: lastPublished === undefined,
  };
}

export const isResolving = ({ incident_type }: Pick<IncidentUpdateRow, "incident_type">): boolean =>
  incident_type === "resolved";

/** Returns the IDs of the services that updates name, each once. */
export const affectedServices = (updates: readonly IncidentUpdateRow[]): number[] => [
  ...new Set(updates.flatMap((update) => update.service_statuses.map(({ service_id }) => service_id))),
];

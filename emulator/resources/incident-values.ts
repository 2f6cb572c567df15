import { invalid } from "../http/refusal.ts";
import type { IncidentRow, IncidentUpdateRow, ServiceStatus } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { byText } from "./paging.ts";

type Values = Pick<IncidentRow, "title" | "start_time" | "end_time" | "last_incident_type" | "draft">;

/** The updates of an incident that are not deleted, the first by start_time first. */
export const liveUpdates = (store: Store, incidentId: number): readonly IncidentUpdateRow[] =>
  store
    .table("incident_updates")
    .by("incident", incidentId)
    .filter(({ deleted }) => !deleted)
    .toSorted((first, second) => byText(first.start_time, second.start_time) || first.id - second.id);

/** Every service that the updates so far have named, in that order. */
export const affectedServices = (updates: readonly IncidentUpdateRow[]): number[] => [
  ...new Set(updates.flatMap((update) => update.service_statuses.map(({ service_id }) => service_id))),
];

/** Documented: a resolving update sets all affected services to `up` for this incident. */
export const allUp = (updates: readonly IncidentUpdateRow[]): ServiceStatus[] =>
  affectedServices(updates).map((service_id) => ({ service_id, status: "up" }));

/**
 * What an incident says follows from its updates. Documented: the title of the latest published one, the start of the
 * first. Inferred: `unconfirmed` counts as published, and drafts speak only where there is nothing else.
 * Refuses updates that no incident can have.
 */
export function incidentValues(updates: readonly IncidentUpdateRow[]): Values {
  const published = updates.filter(({ state }) => state !== "draft");
  const speaking = published.length > 0 ? published : updates;
  const [first] = speaking;
  const last = speaking.at(-1);
  if (!first || !last) throw invalid("incident_update_id", "is the only update of its incident, which must have one");
  checkBeginning(updates);
  checkBeginning(speaking);
  const resolved = speaking.findLast(({ incident_type }) => incident_type === "resolved");
  return {
    title: last.title,
    start_time: first.start_time,
    // Inferred: an incident ends when its resolving update starts.
    end_time: resolved?.start_time ?? null,
    last_incident_type: last.incident_type,
    draft: published.length === 0,
  };
}

/** Documented: `resolved` is not the type of the first update, and an incident has a non-zero duration. */
function checkBeginning(updates: readonly IncidentUpdateRow[]): void {
  const [first] = updates;
  const early = updates.some(
    (update) => update.incident_type === "resolved" && update.start_time === first?.start_time,
  );
  if (early)
    throw invalid("incident_type", "resolved is not possible for an update that starts no later than all others");
}

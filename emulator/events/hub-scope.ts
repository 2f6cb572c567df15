import { recordsOf } from "../resources/apply.ts";
import { valuesFrom } from "../resources/incident-values.ts";
import { byStart } from "../resources/list.ts";
import { affectsHub, sharesService } from "../resources/shared-service.ts";
import type { HubRow } from "../tables/hub.ts";
import type { IncidentRow, IncidentUpdateRow } from "../tables/incident.ts";
import type { AccountStore } from "../tables/index.ts";
import type { MaintenanceRow } from "../tables/maintenance.ts";
import type { GroupRow } from "../tables/panel.ts";
import type { ServiceRow } from "../tables/service.ts";

/** An incident and all its updates, in insertion order. */
export interface IncidentStory {
  readonly incident: IncidentRow;
  readonly updates: readonly IncidentUpdateRow[];
}

/** Everything in a hub that affects the status page, uptime and notifications. */
export interface HubScope {
  readonly hub: HubRow;
  readonly groups: readonly GroupRow[];
  /** Visible services. Inferred: neither deleted nor archived. */
  readonly services: readonly ServiceRow[];
  /** All incidents, including drafts and deleted ones. */
  readonly incidents: readonly IncidentStory[];
  /** All maintenances, including drafts and deleted ones. */
  readonly maintenances: readonly MaintenanceRow[];
}

/**
 * Returns what a hub shows. Documented: a connected hub shows a subset of its primary hub's groups and services, and the events
 * that affect those services.
 */
export function scopeOf(store: AccountStore, hub: HubRow): HubScope {
  const isConnected = hub.parent_id !== null;
  const ownerId = hub.parent_id ?? hub.id;
  const groups = store.table("groups").by("hub", ownerId);
  const services = store
    .table("services")
    .by("hub", ownerId)
    .filter(({ deleted, archived }) => !deleted && !archived);
  const incidents = store
    .table("incidents")
    .by("hub", ownerId)
    .map((incident) => ({ incident, updates: store.table("incident_updates").by("incident", incident.id) }));
  // Those of a connected hub include the shared ones.
  const maintenances = recordsOf({ store, hub }, "maintenances");
  if (!isConnected) return { hub, groups, services, incidents, maintenances };
  const affectsThisHub = (update: IncidentUpdateRow) => affectsHub(store, hub, update.service_statuses);
  return {
    hub,
    groups: groups.filter(({ id }) => hub.shared_groups.includes(id)),
    services: services.filter((service) => sharesService(hub, service)),
    incidents: incidents.filter(({ updates }) => updates.some(affectsThisHub)),
    maintenances,
  };
}

/**
 * Returns the published part: no drafts or deleted records, and updates by their start_time. An incident has the values
 * of its published updates, so a draft that resolves it doesn't end it.
 */
export function publishedOf(scope: HubScope): HubScope {
  const incidents: IncidentStory[] = [];
  for (const { incident, updates } of scope.incidents) {
    const published = updates.filter(isPublished).toSorted(byStart);
    const [first] = published;
    if (incident.deleted || first === undefined) continue;
    incidents.push({ incident: { ...incident, ...valuesFrom(first, published) }, updates: published });
  }
  return { ...scope, incidents, maintenances: scope.maintenances.filter(isPublished) };
}

/** Documented: `unconfirmed` is published too, but marked. */
export const isPublished = ({ deleted, state }: Pick<MaintenanceRow, "deleted" | "state">): boolean =>
  !deleted && state !== "draft";

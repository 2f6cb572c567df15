import type { Method } from "../../model/api/operation.ts";
import type { HubInStore } from "../call.ts";
import { HttpError, invalid } from "../http-error.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { HubRow } from "../tables/hub.ts";
import type { AccountStore } from "../tables/index.ts";
import type { ServiceRow } from "../tables/service.ts";

/** Finds a service that belongs to a hub or, on a connected hub, is shared from its primary hub. */
function findServiceOn(store: AccountStore, hub: HubRow, id: number): ServiceRow | undefined {
  const service = store.table("services").find(id);
  if (service?.hub_id === hub.id) return service;
  return service && sharesService(hub, service) ? service : undefined;
}

/** Documented: a Connected Hub shares a subset of the groups and of the services of its Primary Hub. */
export const sharesService = (hub: HubRow, service: ServiceRow): boolean =>
  hub.parent_id === service.hub_id &&
  hub.shared_groups.includes(service.group_id) &&
  (hub.shared_services === "all" || hub.shared_services.includes(service.id));

/** Inferred: events are edited in the primary hub; a connected hub shows those that affect its shared services. */
export function admitEvents(hub: HubRow, method: Method): void {
  if (hub.type === "connected" && method !== "GET")
    throw new HttpError(422, `subdomain ${hub.subdomain} is a connected hub, whose events belong to its primary hub`);
}

/** Documented: a connected hub shares the events that affect the shared services, and no others. */
export const affectsHub = (store: AccountStore, hub: HubRow, statuses: readonly ServiceStatus[]): boolean =>
  statuses.some(({ service_id }) => findServiceOn(store, hub, service_id) !== undefined);

/** Inferred: a list of services must not contain duplicates, or unknown or deleted services. */
export function checkServiceIds(
  { store, hub }: HubInStore,
  ids: readonly number[],
  fieldOf: (index: number) => string,
): void {
  ids.forEach((id, index) => {
    const service = findServiceOn(store, hub, id);
    if (!service) throw invalid(fieldOf(index), `${id} is not a service of hub ${hub.subdomain}`);
    if (service.deleted) throw invalid(fieldOf(index), `${id} is a deleted service`);
    if (ids.indexOf(id) !== index) throw invalid(fieldOf(index), `${id} is named twice`);
  });
}

export const checkStatuses = (hub: HubInStore, statuses: readonly ServiceStatus[]): void =>
  checkServiceIds(
    hub,
    statuses.map((status) => status.service_id),
    (index) => `service_statuses[${index}].service_id`,
  );

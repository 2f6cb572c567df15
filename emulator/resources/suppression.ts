import type { HubRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";

/**
 * Whether an event on these services is kept from publication by a maintenance with `suppress_events` at this time.
 * Documented: it is then saved as draft or ignored, as configured. Inferred: as draft, and if a service is in both.
 */
export const isSuppressed = (
  { store, hub, now }: { store: Store; hub: HubRow; now: string },
  services: readonly number[],
): boolean =>
  store
    .table("maintenances")
    .by("hub", hub.id)
    .some(
      (maintenance) =>
        maintenance.suppress_events &&
        !maintenance.deleted &&
        maintenance.state === "published" &&
        maintenance.start_time <= now &&
        now < maintenance.end_time &&
        maintenance.service_statuses.some(({ service_id }) => services.includes(service_id)),
    );

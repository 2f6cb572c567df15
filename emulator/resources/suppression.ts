import type { HubRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";

/**
 * Whether a maintenance with `suppress_events` keeps the events of this hub from publication at this time.
 * Documented: those that automation creates, without a limit to the services of the maintenance; they are saved as draft
 * or ignored, as configured. Inferred: as draft.
 */
export const isSuppressed = ({ store, hub, now }: { store: Store; hub: HubRow; now: string }): boolean =>
  store
    .table("maintenances")
    .by("hub", hub.id)
    .some(
      ({ suppress_events, deleted, state, start_time, end_time }) =>
        suppress_events && !deleted && state === "published" && start_time <= now && now < end_time,
    );

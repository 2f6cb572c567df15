import type { Emulation } from "../emulation.ts";
import { applyUnlogged } from "../http/request.ts";
import { HttpError } from "../http-error.ts";

/** The services that a recipient selects. */
export interface Selection {
  readonly all?: boolean | undefined;
  readonly service_ids?: readonly number[] | undefined;
}

/**
 * Changes that the recipient of a subscription makes without the team. Documented: recipients can't edit or end a
 * protected subscription, so these throw.
 */
export interface SelfService {
  /** Selects other services. */
  selectServices(subscriptionId: number, selection: Selection): void;
  /** Ends the subscription. */
  unsubscribe(subscriptionId: number): void;
}

export function createSelfService(emulation: Emulation): SelfService {
  const paramsOf = (id: number) => {
    const subscription = emulation.store.table("subscriptions").find(id);
    const hub = subscription && emulation.store.table("hubs").find(subscription.hub_id);
    if (!hub || subscription.deleted) throw new HttpError(404, `there is no subscription ${id}`);
    if (subscription.protected)
      throw new HttpError(403, `subscription ${id} is protected, so its recipient can't change it`);
    return { subdomain: hub.subdomain, subscription_id: String(id) };
  };
  return {
    selectServices: (id, services_selection) => {
      applyUnlogged(emulation, "updateSubscription", { params: paramsOf(id), body: { services_selection } });
    },
    unsubscribe: (id) => {
      applyUnlogged(emulation, "deleteSubscription", { params: paramsOf(id) });
    },
  };
}

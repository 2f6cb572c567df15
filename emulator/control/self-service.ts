import type { World } from "../world.ts";
import { performBehind } from "./behind.ts";

/**
 * What the recipient of a subscription does with it, without the team. Documented: one that is protected can neither be
 * edited nor ended this way; then these throw.
 */
export interface SelfService {
  /** Chooses other services. */
  selectServices(subscriptionId: number, selection: { all?: boolean; service_ids?: readonly number[] }): void;
  /** Ends the subscription. */
  unsubscribe(subscriptionId: number): void;
}

export function createSelfService(world: World): SelfService {
  const paramsOf = (subscriptionId: number) => {
    const subscription = world.store.table("subscriptions").find(subscriptionId);
    const hub = subscription && world.store.table("hubs").find(subscription.hub_id);
    if (!hub || subscription.deleted) throw new Error(`There is no subscription ${subscriptionId}.`);
    if (subscription.protected) throw new Error(`Subscription ${subscriptionId} is protected: it has no self-service.`);
    return { subdomain: hub.subdomain, subscription_id: String(subscriptionId) };
  };
  return {
    selectServices: (id, services_selection) => {
      performBehind(world, "updateSubscription", { params: paramsOf(id), body: { services_selection } });
    },
    unsubscribe: (id) => {
      performBehind(world, "deleteSubscription", { params: paramsOf(id) });
    },
  };
}

import { subscriptionShapes } from "../../model/kinds/subscription.ts";
import { subscriberCreate } from "../../model/kinds/unmanaged/subscriber.ts";
import type { Call } from "../call.ts";
import { invalid } from "../http-error.ts";
import type { SubscriberRow } from "../tables/subscription.ts";
import type { Rules } from "./rules.ts";
import { checkAddress, checkUnique, followAddress, newSubscription, selectionOf } from "./subscription-rules.ts";

/** Documented: the hub-wide operations and those of one subscriber behave alike. */
const subscriptionRules: Rules<"Subscription", "subscriptions"> = {
  create: (call) => {
    const subscription = newSubscription(call, call.body, { subscriber: ownerOf(call, call.body.subscriber_id) });
    checkUnique(call, subscription);
    followAddress(call, subscription);
    return call.insert("subscriptions", subscription);
  },
  list: ({ store, hub, located }) => {
    const { subscribers: subscriber } = located;
    const table = store.table("subscriptions");
    return subscriber ? table.by("subscriber", subscriber.id) : table.by("hub", hub.id);
  },
  update: (call, subscription) => {
    const { body } = call;
    for (const field of ["method_name", "subscriber_id"] as const)
      if (body[field] !== undefined && body[field] !== subscription[field])
        throw invalid(field, `cannot be changed from ${subscription[field]}`);
    const changed = call.change("subscriptions", subscription, {
      ...body,
      services_selection: body.services_selection && selectionOf(call, body.services_selection),
    });
    checkAddress(changed);
    checkUnique(call, changed);
    if (body.address !== undefined) followAddress(call, changed);
    return changed;
  },
  delete: (call, subscription) => {
    if (subscription.deleted) return subscription;
    const deleted = call.change("subscriptions", subscription, { deleted: true });
    const all = call.store.table("subscriptions").by("subscriber", subscription.subscriber_id);
    const isAnyLeft = all.some((each) => !each.deleted);
    const subscriber = call.store.table("subscribers").find(subscription.subscriber_id);
    // Inferred: deleting the last active subscription also deletes the Subscriber.
    if (subscriber && !isAnyLeft) call.change("subscribers", subscriber, { deleted: true });
    return deleted;
  },
  /** Documented: keeps the ID or creates a new record, and is rejected if the result would be invalid. */
  restore: (call, subscription) => {
    if (!subscription.deleted) return subscription;
    const subscriber = call.store.table("subscribers").find(subscription.subscriber_id);
    if (!subscriber) throw invalid("subscriber_id", `${subscription.subscriber_id} no longer exists`);
    // Documented: the result must be valid, as if it were created now. Each of these throws if it isn't.
    selectionOf(call, subscription.services_selection);
    checkAddress(subscription);
    checkUnique(call, subscription);
    // Inferred: a deleted Subscriber is restored with it.
    const all = call.store.table("subscriptions").by("subscriber", subscriber.id);
    const isAnyLeft = all.some((each) => !each.deleted);
    if (!isAnyLeft) call.follow("last-subscription");
    call.change("subscribers", subscriber, { deleted: false });
    if (call.settings.restoredId === "same") return call.change("subscriptions", subscription, { deleted: false });
    const { id, deleted, created_at, updated_at, ...fields } = subscription;
    return call.insert("subscriptions", fields);
  },
  shown: ({ services_selection: { all, service_ids } }, store) => ({
    // Documented: named `services` in responses. Inferred: objects with ID and name, none with `all`.
    services_selection: {
      all,
      services: service_ids.map((id) => ({ id, name: store.table("services").find(id)?.name ?? "" })),
    },
  }),
};

/**
 * Returns the subscriber in the path or the body. Documented: without either, a new, otherwise empty Subscriber is
 * created.
 */
function ownerOf(call: Pick<Call, "store" | "hub" | "located" | "insert">, id: number | undefined): SubscriberRow {
  const ofPath = call.located.subscribers;
  if (ofPath !== undefined) {
    const isOther = id !== undefined && id !== ofPath.id;
    if (isOther) throw invalid("subscriber_id", `${id} is not the subscriber of the path`);
    return ofPath;
  }
  if (id === undefined) return call.insert("subscribers", {});
  const named = call.store.table("subscribers").find(id);
  if (named?.hub_id !== call.hub.id)
    throw invalid("subscriber_id", `${id} is not a subscriber of hub ${call.hub.subdomain}`);
  if (named.deleted) throw invalid("subscriber_id", `${id} is a deleted subscriber`);
  return named;
}

const subscriberRules: Rules<"Subscriber", "subscribers"> = {
  create: (call) => {
    const subscriber = call.insert("subscribers", { idp_id: call.body.idp_id });
    // First each one separately, because a 422 for a later one precedes a 409 for an earlier one.
    const subscriptions = call.body.subscriptions.map((sent, index) => {
      const prefix = `subscriptions[${index}].`;
      return { prefix, fields: newSubscription(call, sent, { subscriber, prefix }) };
    });
    for (const { prefix, fields } of subscriptions) {
      checkUnique(call, fields, prefix);
      call.insert("subscriptions", fields);
    }
    return subscriber;
  },
  delete: (call, subscriber) => {
    // Documented: its subscriptions are deleted with it.
    for (const subscription of call.store.table("subscriptions").by("subscriber", subscriber.id))
      call.change("subscriptions", subscription, { deleted: true });
    return call.change("subscribers", subscriber, { deleted: true });
  },
};

export const subscriptions = {
  rules: subscriptionRules,
  preset: {
    body: subscriptionShapes.create,
    description: "Bodies of POST subscriptions; each creates a subscriber unless it names one.",
  },
} as const;

export const subscribers = {
  rules: subscriberRules,
  preset: { body: subscriberCreate, description: "Bodies of POST subscribers, with their subscriptions." },
} as const;

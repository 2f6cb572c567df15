import type { z } from "zod";
import type { subscriptionShapes } from "../../kinds/subscription.ts";
import type { Call, CallOf, Handlers, Place } from "../call.ts";
import { invalid } from "../http/refusal.ts";
import type { SubscriberRow, SubscriptionRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { chosen, toPage } from "./paging.ts";
import { addSubscriber } from "./subscriber.ts";
import { addSubscription, checkAddress, checkUnique, selectionOf } from "./subscription-rules.ts";

type Verb = "create" | "get" | "update" | "delete" | "restore";
type HubOperation = `${Verb}Subscription` | "listSubscriptions";
type SubscriberOperation = `${Verb}SubscriberSubscription` | "listSubscriberSubscriptions";

const one = {
  get: (call: CallOf<"getSubscription">) => answer(call, call.record("subscriptions")),
  update: (call: CallOf<"updateSubscription">) => answer(call, update(call)),
  delete: (call: CallOf<"deleteSubscription">) => answer(call, remove(call)),
  restore: (call: CallOf<"restoreSubscription">) => answer(call, restore(call)),
};

/** Documented: the hub-wide operations and those of one subscriber behave alike. */
export const subscriptionHandlers: Handlers<HubOperation | SubscriberOperation> = {
  createSubscription: (call) => answer(call, addSubscription(call, call.body, owner(call))),
  createSubscriberSubscription: (call) => {
    const subscriber = call.record("subscribers");
    checkAlive(subscriber);
    if (call.body.subscriber_id !== undefined && call.body.subscriber_id !== subscriber.id)
      throw invalid("subscriber_id", `${call.body.subscriber_id} is not the subscriber of the path`);
    return answer(call, addSubscription(call, call.body, subscriber));
  },
  listSubscriptions: (call) => list(call, call.store.table("subscriptions").by("hub", call.hub.id)),
  listSubscriberSubscriptions: (call) =>
    list(call, call.store.table("subscriptions").by("subscriber", call.record("subscribers").id)),
  getSubscription: one.get,
  getSubscriberSubscription: one.get,
  updateSubscription: one.update,
  updateSubscriberSubscription: one.update,
  deleteSubscription: one.delete,
  deleteSubscriberSubscription: one.delete,
  restoreSubscription: one.restore,
  restoreSubscriberSubscription: one.restore,
};

export function findSubscription(store: Store, { id, hub, located }: Place): SubscriptionRow | undefined {
  const subscription = store.table("subscriptions").find(id);
  if (subscription?.hub_id !== hub.id) return undefined;
  const isOthers = located.subscribers !== undefined && located.subscribers.id !== subscription.subscriber_id;
  return isOthers ? undefined : subscription;
}

/** Documented: without `subscriber_id` a new, else empty Subscriber is created. */
function owner(call: CallOf<"createSubscription">): SubscriberRow {
  const id = call.body.subscriber_id;
  if (id === undefined) return addSubscriber(call, null);
  const subscriber = call.store.table("subscribers").find(id);
  if (subscriber?.hub_id !== call.hub.id)
    throw invalid("subscriber_id", `${id} is not a subscriber of hub ${call.hub.subdomain}`);
  checkAlive(subscriber);
  return subscriber;
}

function checkAlive(subscriber: SubscriberRow): void {
  if (subscriber.deleted) throw invalid("subscriber_id", `${subscriber.id} is a deleted subscriber`);
}

function list(call: CallOf<"listSubscriptions">, all: readonly SubscriptionRow[]) {
  const found = chosen(all, call.query.deleted ?? "false", ({ deleted }) => deleted);
  return toPage(found, call.query, (row) =>
    call.settings.lists === "full" ? answer(call, row) : basicAnswer(call, row),
  );
}

function update(call: CallOf<"updateSubscription">): SubscriptionRow {
  const { body } = call;
  const subscription = call.record("subscriptions");
  if (subscription.deleted) throw invalid("subscription_id", `${subscription.id} is deleted and cannot be changed`);
  for (const field of ["method_name", "subscriber_id"] as const)
    if (body[field] !== undefined && body[field] !== subscription[field])
      throw invalid(field, `cannot be changed from ${subscription[field]}`);
  const changed = call.change("subscriptions", subscription, {
    ...body,
    services_selection: body.services_selection && selectionOf(call, body.services_selection, ""),
  });
  checkAddress(changed, "");
  checkUnique(call.store, changed);
  return changed;
}

function remove(call: Call): SubscriptionRow {
  const subscription = call.record("subscriptions");
  if (subscription.deleted) return subscription;
  const deleted = call.change("subscriptions", subscription, { deleted: true });
  const others = call.store.table("subscriptions").by("subscriber", subscription.subscriber_id);
  const subscriber = call.store.table("subscribers").find(subscription.subscriber_id);
  // Inferred: deleting the last active one has the effect that the Subscriber is deleted too.
  if (subscriber && others.every((other) => other.deleted)) call.change("subscribers", subscriber, { deleted: true });
  return deleted;
}

/** Documented: keeps the id or makes a new record, and is refused where the result would be invalid. */
function restore(call: Call): SubscriptionRow {
  const subscription = call.record("subscriptions");
  if (!subscription.deleted) return subscription;
  const subscriber = call.store.table("subscribers").find(subscription.subscriber_id);
  if (!subscriber) throw invalid("subscriber_id", `${subscription.subscriber_id} does not exist any more`);
  // Documented: the result must be valid, as if it were created now.
  selectionOf(call, subscription.services_selection, "");
  checkAddress(subscription, "");
  checkUnique(call.store, subscription);
  // Inferred: a deleted Subscriber comes back with it.
  call.change("subscribers", subscriber, { deleted: false });
  if (call.settings.restore === "same-id") return call.change("subscriptions", subscription, { deleted: false });
  const { id, ...fields } = subscription;
  return call.store
    .table("subscriptions")
    .insert({ ...fields, deleted: false, created_at: call.now, updated_at: call.now });
}

function answer({ store }: { store: Store }, row: SubscriptionRow): z.input<typeof subscriptionShapes.record> {
  const { all, service_ids } = row.services_selection;
  return {
    id: row.id,
    address: row.address,
    method_name: row.method_name,
    subscriber_id: row.subscriber_id,
    // Documented: named `services` in responses. Inferred: objects with id and name, none with `all`.
    services_selection: {
      all,
      services: service_ids.map((id) => ({ id, name: store.table("services").find(id)?.name ?? "" })),
    },
    configuration: { ...row.configuration },
    label: row.label,
    less_verbose: row.less_verbose,
    protected: row.protected,
    flags: { deleted: row.deleted },
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Documented: the list carries basic info. Inferred: it leaves out `configuration`. */
function basicAnswer(place: { store: Store }, row: SubscriptionRow): z.input<typeof subscriptionShapes.listRecord> {
  const { configuration, ...basic } = answer(place, row);
  return basic;
}

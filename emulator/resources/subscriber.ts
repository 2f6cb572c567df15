import type { z } from "zod";
import type { subscriberRecord } from "../../kinds/subscriber.ts";
import type { Call, Handlers, Place } from "../call.ts";
import { invalid } from "../http/refusal.ts";
import type { SubscriberRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { chosen, toPage } from "./paging.ts";
import { insertSubscription, newSubscription } from "./subscription-rules.ts";

type SubscriberOperation =
  | "createSubscriber"
  | "listSubscribers"
  | "getSubscriber"
  | "updateSubscriber"
  | "deleteSubscriber";

export const subscriberHandlers: Handlers<SubscriberOperation> = {
  createSubscriber: (call) => {
    const subscriber = addSubscriber(call, call.body.idp_id ?? null);
    const prefixed = (index: number) => ({ subscriber, prefix: `subscriptions[${index}].` });
    // First each by itself, as a 422 of a later one comes before the 409 of an earlier one.
    const added = call.body.subscriptions.map((sent, index) => newSubscription(call, sent, prefixed(index)));
    added.forEach((subscription, index) => {
      insertSubscription(call.store, subscription, prefixed(index).prefix);
    });
    return answer(subscriber);
  },
  listSubscribers: ({ store, hub, query }) =>
    toPage(
      chosen(store.table("subscribers").by("hub", hub.id), query.deleted ?? "false", ({ deleted }) => deleted),
      query,
      answer,
    ),
  getSubscriber: (call) => answer(call.record("subscribers")),
  updateSubscriber: (call) => {
    const subscriber = call.record("subscribers");
    if (subscriber.deleted) throw invalid("subscriber_id", `${subscriber.id} is deleted and cannot be changed`);
    return answer(call.change("subscribers", subscriber, call.body));
  },
  deleteSubscriber: (call) => {
    const subscriber = call.record("subscribers");
    // Documented: its subscriptions are deleted with it.
    for (const subscription of call.store.table("subscriptions").by("subscriber", subscriber.id))
      call.change("subscriptions", subscription, { deleted: true });
    return answer(call.change("subscribers", subscriber, { deleted: true }));
  },
};

export function findSubscriber(store: Store, { id, hub }: Place): SubscriberRow | undefined {
  const subscriber = store.table("subscribers").find(id);
  return subscriber?.hub_id === hub.id ? subscriber : undefined;
}

export const addSubscriber = (
  { store, hub, now }: Pick<Call, "store" | "hub" | "now">,
  idpId: string | null,
): SubscriberRow =>
  store
    .table("subscribers")
    .insert({ hub_id: hub.id, idp_id: idpId, deleted: false, created_at: now, updated_at: now });

const answer = (row: SubscriberRow): z.input<typeof subscriberRecord> => ({
  id: row.id,
  idp_id: row.idp_id,
  flags: { deleted: row.deleted },
  created_at: row.created_at,
  updated_at: row.updated_at,
});

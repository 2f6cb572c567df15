import { subscriberCreate, subscriberRecord } from "../../model/kinds/unmanaged/subscriber.ts";
import { ofHub, type RowOf, withoutFlags } from "../state/field.ts";
import type { Rules } from "./rules.ts";
import { checkUnique, newSubscription } from "./subscription-rules.ts";

export const row = subscriberRecord.omit(withoutFlags).extend(ofHub).strict();

export type SubscriberRow = RowOf<typeof row>;

export const preset = { body: subscriberCreate, description: "Bodies of POST subscribers, with their subscriptions." };

export const rules: Rules<"Subscriber", "subscribers"> = {
  create: (call) => {
    const subscriber = call.insert("subscribers", { idp_id: call.body.idp_id });
    const placed = call.body.subscriptions.map((sent, index) => ({ sent, prefix: `subscriptions[${index}].` }));
    // First each one separately, because a 422 for a later one precedes a 409 for an earlier one.
    const subscriptions = placed.map(({ sent, prefix }) => newSubscription(call, sent, { subscriber, prefix }));
    for (const [index, subscription] of subscriptions.entries()) {
      checkUnique(call, subscription, placed[index]?.prefix);
      call.insert("subscriptions", subscription);
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

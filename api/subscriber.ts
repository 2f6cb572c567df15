import { z } from "zod";
import { deletedQuery, pagingQuery, recordId, text, timestamp } from "./field.ts";
import { subscriptionCreate } from "./subscription.ts";

export const subscriberRecord = z
  .object({
    id: recordId,
    idp_id: z.string().nullable(),
    flags: z.object({ deleted: z.boolean() }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Subscriber" });

/** Documented: `subscriptions` is required and not empty. */
export const subscriberCreate = z
  .object({
    idp_id: text.nullable().optional(),
    subscriptions: z
      .array(subscriptionCreate, { error: "must be a list of subscriptions" })
      .min(1, "must not be empty"),
  })
  .meta({ id: "SubscriberCreate" });

/** Inferred: the record's one settable field. */
export const subscriberUpdate = z.object({ idp_id: text.nullable() }).partial().meta({ id: "SubscriberUpdate" });

export const subscriberListQuery = pagingQuery.extend(deletedQuery);

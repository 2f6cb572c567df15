import { z } from "zod";
import * as field from "../../api/field.ts";
import { recordOperations } from "../record-operations.ts";
import { subscriptionShapes } from "../subscription.ts";

export const subscriberRecord = z
  .object({
    id: field.recordId,
    idp_id: z.string().nullable(),
    flags: z.object({ deleted: z.boolean() }),
    created_at: field.timestamp,
    updated_at: field.timestamp,
  })
  .meta({ id: "Subscriber" });

/** Documented: `subscriptions` is required and not empty. */
export const subscriberCreate = z
  .object({
    idp_id: field.anyText.nullable().optional(),
    subscriptions: z
      .array(subscriptionShapes.create, { error: "must be a list of subscriptions" })
      .min(1, "must not be empty"),
  })
  .meta({ id: "SubscriberCreate" });

export const subscriberOperations = recordOperations(
  {
    record: subscriberRecord,
    listRecord: subscriberRecord,
    create: subscriberCreate,
    // Its other fields are set by the server.
    update: z.object({ idp_id: field.anyText.nullable() }).partial().meta({ id: "SubscriberUpdate" }),
  },
  {
    path: "/hubs/{subdomain}/subscribers/{subscriber_id}",
    query: field.versionQuery,
    listQuery: field.pagingQuery.extend(field.deletedQuery),
    inferredQuery: ["deleted"],
  },
);

import { z } from "zod";
import { subscriptionShapes } from "../../model/kinds/subscription.ts";
import { subscriberRecord } from "../../model/kinds/unmanaged/subscriber.ts";
import { id, ofHub, type RowOf, within, withoutFlags } from "../state/field.ts";

/**
 * Any JSON object with any names, copied. zod's own schemas would drop the name `__proto__`. A test may edit a record with values that JSON
 * doesn't have, such as a date, which the data file would lose.
 */
const configuration = z
  .custom<Record<string, unknown>>((value) => isPlainObject(value) && isJson(value), "must be a JSON object")
  .transform((value) => structuredClone(value));

const subscriptionRow = subscriptionShapes.record
  .omit(withoutFlags)
  .extend({
    ...ofHub,
    subscriber_id: id,
    // As in a request. A response shows `services`.
    services_selection: z.strictObject({ all: z.boolean(), service_ids: z.array(id) }),
    configuration,
  })
  .strict();

export type SubscriptionRow = RowOf<typeof subscriptionRow>;

const subscriberRow = subscriberRecord.omit(withoutFlags).extend(ofHub).strict();

export type SubscriberRow = RowOf<typeof subscriberRow>;

/** Returns the same text for addresses that count as one. Inferred: surrounding spaces don't count, nor the case of email addresses. */
export function addressKey({ method_name, address }: Pick<SubscriptionRow, "method_name" | "address">): string {
  const trimmed = address.trim();
  return method_name === "email" ? trimmed.toLowerCase() : trimmed;
}

export const subscribers = { row: subscriberRow };

export const subscriptions = {
  row: subscriptionRow,
  indices: {
    subscriber: ({ subscriber_id }: SubscriptionRow) => subscriber_id,
    // Inferred: a deleted record frees its unique values.
    address: (subscription: SubscriptionRow) =>
      subscription.deleted ? undefined : within(subscription.hub_id, addressKey(subscription)),
  },
};

/** Whether JSON can hold a value as it is. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  // JSON has neither NaN nor infinity.
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isPlainObject(value) && Object.values(value).every(isJson);
}

/** Whether a value is an object that has only its own fields, unlike a date or an array. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

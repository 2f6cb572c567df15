import { z } from "zod";
import { subscriptionShapes } from "../../model/kinds/subscription.ts";
import { subscriberRecord } from "../../model/kinds/unmanaged/subscriber.ts";
import { id, ofHub, type RowOf, within, withoutFlags } from "../state/field.ts";

/** Whether JSON can hold a value as it is. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isPlainObject(value) && Object.values(value).every(isJson);
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Any JSON object with any names. zod's own schemas would drop `__proto__`. */
const configuration = z
  .custom<Record<string, unknown>>((value) => isPlainObject(value) && isJson(value), "must be a JSON object")
  .transform((value) => structuredClone(value));

const subscriptionRow = subscriptionShapes.record
  .omit(withoutFlags)
  .extend({
    ...ofHub,
    subscriber_id: id,
    services_selection: z.strictObject({ all: z.boolean(), service_ids: z.array(id) }),
    configuration,
  })
  .strict();

export type SubscriptionRow = RowOf<typeof subscriptionRow>;

const subscriberRow = subscriberRecord.omit(withoutFlags).extend(ofHub).strict();

export type SubscriberRow = RowOf<typeof subscriberRow>;

/** Returns the key of an address. Inferred: surrounding spaces don't count, nor the case of email addresses. */
export const addressKey = ({ method_name, address }: Pick<SubscriptionRow, "method_name" | "address">): string =>
  method_name === "email" ? address.trim().toLowerCase() : address.trim();

export const subscribers = { row: subscriberRow };

export const subscriptions = {
  row: subscriptionRow,
  indices: {
    subscriber: ({ subscriber_id }: SubscriptionRow) => subscriber_id,
    address: (subscription: SubscriptionRow) =>
      subscription.deleted ? undefined : within(subscription.hub_id, addressKey(subscription)),
  },
};

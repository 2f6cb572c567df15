import { z } from "zod";
import type { subscriptionShapes } from "../../kinds/subscription.ts";
import type { Call } from "../call.ts";
import { conflict, invalid } from "../http/refusal.ts";
import { addressKey, within } from "../state/indices.ts";
import type { SubscriberRow, SubscriptionRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { checkServiceIds } from "./shared-service.ts";

type Addressed = Pick<SubscriptionRow, "method_name" | "address" | "label">;
type Sent = z.output<typeof subscriptionShapes.create>;

interface Belonging {
  readonly subscriber: SubscriberRow;
  /** Precedes the name of a field in an error, such as `subscriptions[0].`. */
  readonly prefix?: string;
}

type New = Omit<SubscriptionRow, "id">;

/** Adds a subscription to a subscriber, if every rule holds. */
export const addSubscription = (
  call: Pick<Call, "store" | "hub" | "now">,
  sent: Sent,
  subscriber: SubscriberRow,
): SubscriptionRow => insertSubscription(call.store, newSubscription(call, sent, { subscriber }));

/** Adds a subscription, if it conflicts with no other. */
export function insertSubscription(store: Store, subscription: New, prefix = ""): SubscriptionRow {
  checkUnique(store, subscription, prefix);
  return store.table("subscriptions").insert(subscription);
}

/** A subscription that follows every rule of its own; whether it conflicts with others is not known yet. */
export function newSubscription(
  call: Pick<Call, "store" | "hub" | "now">,
  sent: Sent,
  { subscriber, prefix = "" }: Belonging,
): New {
  const fields = {
    hub_id: call.hub.id,
    subscriber_id: subscriber.id,
    address: sent.address,
    method_name: sent.method_name,
    services_selection: selectionOf(call, sent.services_selection, prefix),
    configuration: sent.configuration ?? {},
    label: sent.label ?? null,
    less_verbose: sent.less_verbose ?? false,
    protected: sent.protected ?? false,
    deleted: false,
    created_at: call.now,
    updated_at: call.now,
  };
  checkAddress(fields, prefix);
  return fields;
}

/** Documented: `all` takes precedence and the list is then ignored; else the list must not be empty. */
export function selectionOf(
  place: Pick<Call, "store" | "hub">,
  sent: { readonly all?: boolean | undefined; readonly service_ids?: readonly number[] | undefined },
  prefix: string,
): SubscriptionRow["services_selection"] {
  if (sent.all) return { all: true, service_ids: [] };
  const field = `${prefix}services_selection.service_ids`;
  const ids = sent.service_ids ?? [];
  if (ids.length === 0) throw invalid(field, "must not be empty unless services_selection.all is true");
  checkServiceIds(place, ids, (index) => `${field}[${index}]`);
  return { all: false, service_ids: ids };
}

/** Documented: what an address is depends on the method. Inferred: how far its form is checked. */
export function checkAddress({ method_name, address, label }: Addressed, prefix: string): void {
  const form = forms[method_name] ?? forms.webhook;
  // Inferred: spaces around an address are no part of its form, as the service may well trim them.
  if (!form.holds(address.trim()))
    throw invalid(`${prefix}address`, `must be ${form.name} for the method ${method_name}`);
  // Documented: not available for e-mail subscriptions.
  if (method_name === "email" && label !== null)
    throw invalid(`${prefix}label`, "is not available for the method email");
}

// Digits as people group them; E.164 has 15 at most. Inferred: at least 7.
const isPhoneNumber = (text: string) => /^\+?[\d\s().-]+$/.test(text) && /^\d{7,15}$/.test(text.replaceAll(/\D/g, ""));

// URL.canParse would encode spaces and drop line breaks.
const isUrl = (text: string) => /^https?:\/\/[^\s<>"\\\p{Cc}]+$/iu.test(text) && URL.canParse(text);

// Typed by hand, as every method but these three takes a URL.
const forms = {
  // What a browser accepts in a form.
  email: { name: "an e-mail address", holds: (text: string) => z.regexes.html5Email.test(text) },
  sms: { name: "a phone number of 7 to 15 digits", holds: isPhoneNumber },
  webhook: { name: "an http or https URL", holds: isUrl },
} as { readonly webhook: AddressForm } & Readonly<Record<string, AddressForm>>;

interface AddressForm {
  readonly name: string;
  holds(text: string): boolean;
}

/** Documented: an address is unique within its hub, and a method within its subscriber. Deleted ones do not count. */
export function checkUnique(store: Store, subscription: New & { readonly id?: number }, prefix = ""): void {
  const subscriptions = store.table("subscriptions");
  const holder = subscriptions.findBy("address", within(subscription.hub_id, addressKey(subscription)));
  if (holder && holder.id !== subscription.id)
    throw conflict(`${prefix}address`, `belongs to subscription ${holder.id} already`);
  const twin = subscriptions
    .by("subscriber", subscription.subscriber_id)
    .find(
      ({ id, deleted, method_name }) => !deleted && method_name === subscription.method_name && id !== subscription.id,
    );
  if (twin)
    throw conflict(
      `${prefix}method_name`,
      `${twin.method_name} belongs to subscription ${twin.id} of the same subscriber already`,
    );
}

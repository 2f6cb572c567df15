import { z } from "zod";
import type { subscriptionShapes } from "../../model/kinds/subscription.ts";
import type { Call, HubInStore } from "../call.ts";
import { conflict, invalid } from "../http-error.ts";
import { within } from "../state/field.ts";
import { addressKey, type SubscriberRow, type SubscriptionRow } from "../tables/subscription.ts";
import { checkServiceIds } from "./shared-service.ts";

/*
 * The rules of one subscription. Each takes the prefix that precedes the name of a field in errors, such as `subscriptions[0].`
 * in the body of a new subscriber.
 */

/** Returns the fields of a new subscription. Conflicts with others are checked later. */
export function newSubscription(
  hub: HubInStore,
  sent: z.output<typeof subscriptionShapes.create>,
  { subscriber, prefix = "" }: { readonly subscriber: SubscriberRow; readonly prefix?: string },
) {
  const fields = {
    ...sent,
    configuration: sent.configuration ?? {},
    less_verbose: sent.less_verbose ?? false,
    protected: sent.protected ?? false,
    subscriber_id: subscriber.id,
    services_selection: selectionOf(hub, sent.services_selection, prefix),
  };
  checkAddress(fields, prefix);
  return fields;
}

/** Documented: `all` takes precedence and the list is then ignored; else the list must not be empty. */
export function selectionOf(
  hub: HubInStore,
  sent: { readonly all?: boolean | undefined; readonly service_ids?: readonly number[] | undefined },
  prefix = "",
): SubscriptionRow["services_selection"] {
  if (sent.all) return { all: true, service_ids: [] };
  const field = `${prefix}services_selection.service_ids`;
  const ids = sent.service_ids ?? [];
  if (ids.length === 0) throw invalid(field, "must not be empty unless services_selection.all is true");
  checkServiceIds(hub, ids, (index) => `${field}[${index}]`);
  return { all: false, service_ids: ids };
}

type Address = Pick<SubscriptionRow, "method_name" | "address">;

/** Documented: the form of an address depends on the method. Inferred: how strictly it is checked. */
export function checkAddress(subscription: Address & { label?: string | null | undefined }, prefix = ""): void {
  const { method_name, address, label = null } = subscription;
  const form = formsByMethod[method_name] ?? urlForm;
  // Inferred: surrounding spaces are ignored, because StatusHub may well trim them.
  if (!form.holds(address.trim()))
    throw invalid(`${prefix}address`, `must be ${form.name} for the method ${method_name}`);
  // Documented: not available for email subscriptions.
  if (method_name === "email" && label !== null)
    throw invalid(`${prefix}label`, "is not available for the method email");
}

// Digits in any grouping; E.164 allows at most 15. Inferred: at least 7.
const isPhoneNumber = (text: string) => /^\+?[\d\s().-]+$/.test(text) && /^\d{7,15}$/.test(text.replaceAll(/\D/g, ""));

// URL.canParse would encode spaces and drop line breaks.
const isUrl = (text: string) => /^https?:\/\/[^\s<>"\\\p{Cc}]+$/iu.test(text) && URL.canParse(text);

interface AddressForm {
  readonly name: string;
  holds(text: string): boolean;
}

const formsByMethod: Readonly<Record<string, AddressForm>> = {
  // The check that browsers use in forms.
  email: { name: "an email address", holds: (text) => z.regexes.html5Email.test(text) },
  sms: { name: "a phone number of 7 to 15 digits", holds: isPhoneNumber },
};

/** Every other method takes a URL. */
const urlForm: AddressForm = { name: "an http or https URL", holds: isUrl };

/** Notes the guesses about an address that is sent: how strictly its form is checked, and that a deleted one doesn't keep it. */
export function followAddress(
  { store, hub, follow }: Pick<Call, "store" | "hub" | "follow">,
  subscription: Address & { readonly id?: number },
): void {
  if (!isStrictAddress(subscription.address)) follow("address-forms");
  const key = addressKey(subscription);
  const others = store
    .table("subscriptions")
    .by("hub", hub.id)
    .filter(({ id }) => id !== subscription.id);
  const isFreed = others.some((other) => other.deleted && addressKey(other) === key);
  if (isFreed) follow("freed-values");
}

/** Whether the address is valid for a service that is strict. */
export const isStrictAddress = (address: string): boolean =>
  address.includes("@") || /^\+\d+$/.test(address) || address.startsWith("https://");

/** Documented: an address is unique within its hub, and a method within its subscriber. Deleted ones don't count. */
export function checkUnique(
  { store, hub }: HubInStore,
  subscription: Address & { readonly subscriber_id: number; readonly id?: number },
  prefix = "",
): void {
  const { method_name, subscriber_id } = subscription;
  const table = store.table("subscriptions");
  const isOther = ({ id }: SubscriptionRow) => id !== subscription.id;
  // This index has no deleted ones.
  const withAddress = table.by("address", within(hub.id, addressKey(subscription))).find(isOther);
  if (withAddress) throw conflict(`${prefix}address`, `belongs to subscription ${withAddress.id} already`);
  const ofSubscriber = table.by("subscriber", subscriber_id).filter(({ deleted }) => !deleted);
  const withMethod = ofSubscriber.find((other) => other.method_name === method_name && isOther(other));
  if (withMethod)
    throw conflict(
      `${prefix}method_name`,
      `${method_name} belongs to subscription ${withMethod.id} of the same subscriber already`,
    );
}

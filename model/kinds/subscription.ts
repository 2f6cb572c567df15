import { z } from "zod";
import * as field from "../api/field.ts";
import type { Declared, Live } from "../api/form.ts";
import { isObject, textOf } from "../api/object.ts";
import { operation } from "../api/operation.ts";
import { defineKind, type Failure } from "./kind.ts";
import { createdAt, type Property } from "./property.ts";
import { recordOperations } from "./record-operations.ts";
import { serviceReference } from "./service-status.ts";
import { flag, id, jsonObject, nullable, oneOf, setOf, text } from "./value-type.ts";
import { wireShapes } from "./wire-shapes.ts";

const subscriptionMethods = ["email", "sms", "webhook", "slack", "teams"] as const;

/** Documented: requests carry `service_ids`. `all` takes precedence; when it is false the list must not be empty. */
export const servicesSelection = z
  .object(
    {
      all: field.boolean.optional(),
      service_ids: z.array(field.recordId, { error: "must be a list of service ids" }).optional(),
    },
    { error: "must be an object" },
  )
  .meta({ id: "ServicesSelection" });

/** Documented: responses carry `services`. Not shown: their shape. Inferred (subscription-services): objects with `id`. */
const respondedSelection = z
  .object({ all: z.boolean(), services: z.array(z.unknown()) })
  .meta({ id: "ServicesSelectionResponse" });

/**
 * Documented: an object, in which `content_type` is one possible field. Kept unchanged, because zod's record would drop
 * the key `__proto__`.
 */
const configuration = z
  .unknown()
  .refine(isObject, "must be an object")
  // Accepted values are objects, which the type of a refinement doesn't express.
  .meta({ type: "object" }) as z.ZodType<Record<string, unknown>>;

const servicesProblem = 'must be "all" or a list of services that is not empty';

const serviceList = setOf({
  schema: z.array(serviceReference, { error: servicesProblem }).min(1, servicesProblem),
  request: servicesSelection,
  response: respondedSelection,
  toWire: Number,
  fromWire: String,
  key: Number,
});

export interface Selection {
  readonly all: boolean;
  readonly service_ids?: unknown;
}

/** Documented: `all` takes precedence; when it is false the list must not be empty. */
const services = {
  ...serviceList,
  schema: z
    .unknown()
    .superRefine((declared, context) => {
      if (declared === "all") return;
      for (const issue of serviceList.schema.safeParse(declared).error?.issues ?? []) {
        context.addIssue({ code: "custom", path: issue.path, message: issue.message });
      }
    })
    .meta({
      title: "ServiceSelection",
      input: '"all" | pulumi.Input<ServiceReference>[]',
      output: '"all" | (string | number)[]',
      description: 'Services that a subscription covers: `"all"`, or a list of at least one.',
    }),
  toWire: (declared: unknown) =>
    declared === "all" ? { all: true } : { all: false, service_ids: serviceList.toWire(declared) },
  fromWire: (live: unknown, declared: unknown) => {
    const { all, service_ids } = live as Selection;
    return all ? "all" : serviceList.fromWire(service_ids, declared);
  },
  canonical: (wire: unknown) => {
    const { all, service_ids } = wire as Selection;
    return all ? "all" : serviceList.canonical(service_ids);
  },
  mayBecome: () => false,
  references: { kind: "Service", idsIn: (declared: unknown) => (Array.isArray(declared) ? declared : []) },
};

/**
 * Documented: responses carry the list as `services`. Not shown: the items. Inferred (subscription-services): IDs, or
 * objects with one. With any other item, the response doesn't say which services are selected.
 */
function readSelection({ services_selection: selection }: Live): Selection | undefined {
  const { all, services: items } = (selection ?? {}) as { all?: unknown; services?: unknown };
  if (all === true) return { all };
  if (all !== false || !Array.isArray(items)) return undefined;
  const ids = items.map(idOf);
  return ids.every((id) => Number.isInteger(id)) ? { all, service_ids: ids } : undefined;
}

/** Returns the ID of a service in a response; NaN if the item has none. */
function idOf(item: unknown): number {
  if (typeof item !== "object" || item === null) return numberOf(item);
  const { id, service_id } = item as { id?: unknown; service_id?: unknown };
  return numberOf(service_id ?? id);
}

/** `Number` makes 0 of null. */
const numberOf = (value: unknown): number => (value === null || value === undefined ? Number.NaN : Number(value));

const webAddress = { pattern: /^https?:\/\/[^\s/]+\S*\s*$/i, problem: "must be an http or https URL" };

/** Documented: the form of an address depends on the method. Inferred (address-forms): the exact patterns. */
const addressForms: Readonly<Record<string, { pattern: RegExp; problem: string }>> = {
  email: { pattern: /^[^\s@]+@[^\s@]+$/, problem: "must be an email address" },
  sms: { pattern: /^\+?[\d\s().-]*\d[\d\s().-]*$/, problem: "must be a phone number: digits, and + ( ) - . or spaces" },
  webhook: webAddress,
  slack: webAddress,
  teams: webAddress,
};

function rules({ method, address, label }: Declared): Failure[] {
  const failures: Failure[] = [];
  const form = addressForms[String(method)];
  if (form !== undefined && typeof address === "string" && !form.pattern.test(address)) {
    failures.push({ path: ["address"], reason: `${form.problem}, as the method is ${method}` });
  }
  // Documented: not available for email.
  if (method === "email" && typeof label === "string") {
    failures.push({ path: ["label"], reason: "is not available for email: leave it out" });
  }
  return failures;
}

/**
 * Documented: a visitor can neither edit nor end a protected subscription. So an unprotected email address or phone
 * number may be a visitor's own. Webhooks and chat tools are set up by teams.
 */
function isSignUp({ method_name: method, protected: isProtected }: Live): boolean | undefined {
  if (!["email", "sms"].includes(textOf(method))) return false;
  return typeof isProtected === "boolean" ? !isProtected : undefined;
}

const properties = {
  // Inferred (subscription-moves): the API rejects changing the method or the subscriber of an existing record.
  method: {
    key: "method_name",
    type: oneOf(
      field
        .requestEnum(subscriptionMethods)
        .meta({ title: "SubscriptionMethod", description: "Channel for notifications." }),
    ),
    required: true,
    replaces: true,
    doc: "Channel for notifications. If you change it, Pulumi replaces the subscription.",
  },
  address: {
    key: "address",
    type: text(field.filledText),
    required: true,
    secret: true,
    doc:
      "Destination of the notifications, unique within the hub: an email address for `email`, a phone number (digits, spaces and " +
      "`+ ( ) - .`) for `sms`, and an http or https URL for the other methods.",
  },
  services: {
    key: "services_selection",
    type: services,
    required: true,
    read: readSelection,
    doc: 'Services whose events trigger notifications: `"all"`, or your list of at least one, in any order.',
  },
  // Inferred (list-fields): the list, which carries basic info, omits it.
  configuration: {
    key: "configuration",
    type: jsonObject(configuration),
    cleared: {},
    secret: true,
    inList: false,
    doc:
      'Extra settings of the method, such as `{ content_type: "application/json" }` for a webhook. StatusHub documents no other keys; ' +
      "the provider sends yours unchanged, in place of all others, and compares only them.",
  },
  label: {
    key: "label",
    type: nullable(text(field.anyText)),
    cleared: null,
    doc: "Owner of the address, such as a person or your team. Not available for email.",
  },
  // Documented: both are false by default.
  lessVerbose: {
    key: "less_verbose",
    type: flag,
    cleared: false,
    doc: "If true, StatusHub sends as few notifications per incident as possible, typically the first and the last.",
  },
  protected: {
    key: "protected",
    type: flag,
    cleared: false,
    doc: "If true, the recipient can't edit or end the subscription. Useful for a shared mailbox.",
  },
  subscriberId: {
    key: "subscriber_id",
    type: id,
    replaces: true,
    initially: "a new subscriber",
    doc:
      "ID of an existing subscriber, to add another method for the same recipient: pass the `subscriberId` of the first " +
      "subscription. A subscriber can have one subscription of each method. If you change it, Pulumi replaces the subscription.",
  },
} as const satisfies Record<string, Property>;

const outputs = {
  // Documented: a restored record may have another ID than the one that Pulumi knows.
  recordId: {
    schema: z.string(),
    doc: "ID of the record in the API. Differs from `id` if StatusHub restored the subscription under a new one.",
    read: ({ id }: Live) => (id === undefined ? undefined : textOf(id)),
  },
  createdAt,
} as const;

export const subscriptionShapes = wireShapes("Subscription", {
  id: field.recordId,
  properties,
  outputs,
  flags: { deleted: z.boolean() },
});

const extended = field.versionQuery.extend(field.extendQuery);

// Documented: the hub-wide operations and those of one subscriber behave alike.
const subscriptionsAt = (path: string, restore: "documented" | "inferred") => ({
  ...recordOperations(subscriptionShapes, {
    path,
    query: extended,
    listQuery: field.pagingQuery.extend({ ...field.extendQuery, ...field.deletedQuery }),
    inferredQuery: ["deleted"],
  }),
  restore: operation(restore, "PUT", `${path}/restore`, { query: extended, response: subscriptionShapes.record }),
});

export const subscriptionOperations = subscriptionsAt("/hubs/{subdomain}/subscriptions/{subscription_id}", "inferred");

export const subscriberSubscriptionOperations = subscriptionsAt(
  "/hubs/{subdomain}/subscribers/{subscriber_id}/subscriptions/{subscription_id}",
  "documented",
);

export const subscription = defineKind({
  kind: "Subscription",
  plural: "subscriptions",
  doc:
    "Sends notifications about some or all services to an address of your team. Visitors sign up on the page; `adopt` leaves theirs out.\n\n" +
    "If somebody deletes it outside Pulumi, your next `up` with a refresh restores it in place, perhaps under a new `recordId`. " +
    "Declaring a deleted one's method and address also restores it, if StatusHub returns 409, as far as we know.",
  operations: {
    recordId: field.recordId,
    ...subscriptionOperations,
    // Documented, unlike the shorter hub-wide one, which is inferred.
    restore: subscriberSubscriptionOperations.restore,
  },
  label: ["method", "label"],
  noticedBy: "subscribers",
  // Documented: unique within a hub. (A weaker statement there: the combination with the method is.)
  identity: ["address"],
  isSignUp,
  properties,
  outputs,
  rules,
});

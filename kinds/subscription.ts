import { z } from "zod";
import * as field from "../api/field.ts";
import { operation } from "../api/operation.ts";
import { createdAt, defineKind, type Failure, type Property, type Values, type Wire } from "./kind.ts";
import { serviceReference } from "./service-status.ts";
import { flag, id, isObject, jsonObject, nullable, oneOf, setOf, text } from "./value.ts";
import { recordOperations, wireShapes } from "./wire.ts";

const subscriptionMethods = ["email", "sms", "webhook", "slack", "teams"] as const;

/** Documented: requests carry `service_ids`. `all` takes precedence; when it is false the list must not be empty. */
export const servicesSelection = z
  .object(
    {
      all: field.flag.optional(),
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

interface Selection {
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
      description: "The services that a subscription covers: all of the hub, or those in a list that is not empty.",
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
 * objects with one; anything else is ignored.
 */
function readSelection({ services_selection: selection }: Wire): Selection | undefined {
  const { all, services: items } = (selection ?? {}) as { all?: unknown; services?: unknown };
  if (all === true) return { all };
  if (all !== false || !Array.isArray(items)) return undefined;
  const ids = items.map(idOf);
  return ids.every((id) => Number.isInteger(id)) ? { all, service_ids: ids } : undefined;
}

function idOf(item: unknown): number {
  if (typeof item !== "object" || item === null) return Number(item ?? Number.NaN);
  const { id, service_id } = item as { id?: unknown; service_id?: unknown };
  return Number(service_id ?? id ?? Number.NaN);
}

const webAddress = { pattern: /^https?:\/\/[^\s/]+\S*\s*$/i, problem: "must be an http or https URL" };

/** Documented: the form of an address depends on the method. Inferred (address-forms): the exact patterns. */
const addressForms: Readonly<Record<string, { pattern: RegExp; problem: string }>> = {
  email: { pattern: /^[^\s@]+@[^\s@]+$/, problem: "must be an e-mail address" },
  sms: { pattern: /^\+?[\d\s().-]*\d[\d\s().-]*$/, problem: "must be a phone number: digits, and + ( ) - . or spaces" },
  webhook: webAddress,
  slack: webAddress,
  teams: webAddress,
};

function rules({ method, address, label }: Values): Failure[] {
  const failures: Failure[] = [];
  const form = addressForms[String(method)];
  if (form !== undefined && typeof address === "string" && !form.pattern.test(address)) {
    failures.push({ path: ["address"], reason: `${form.problem}, as the method is ${method}` });
  }
  // Documented: not available for e-mail.
  if (method === "email" && typeof label === "string") {
    failures.push({ path: ["label"], reason: "is not available for e-mail: leave it out" });
  }
  return failures;
}

/**
 * Documented: a visitor can neither edit nor end a protected subscription. So an unprotected e-mail address or phone
 * number may be a visitor's own. Webhooks and chat tools are set up by teams.
 */
function isSignUp({ method_name: method, protected: isProtected }: Wire): boolean | undefined {
  if (!["email", "sms"].includes(String(method))) return false;
  return typeof isProtected === "boolean" ? !isProtected : undefined;
}

const properties = {
  // Inferred (subscription-moves): the API rejects changing the method or the subscriber of an existing record.
  method: {
    wire: "method_name",
    type: oneOf(
      field
        .requestEnum(subscriptionMethods)
        .meta({ title: "SubscriptionMethod", description: "How notifications are sent." }),
    ),
    required: true,
    replaces: true,
    doc:
      "How notifications are sent: `email`, `sms`, `webhook`, `slack` or `teams`. The API cannot change it, so another " +
      "method replaces the subscription.",
  },
  address: {
    wire: "address",
    type: text(field.filledText),
    required: true,
    secret: true,
    doc:
      "Where notifications go, unique within the hub: an e-mail address for `email`, a phone number (digits, and `+ ( ) - .` " +
      "or spaces) for `sms`, an http or https URL for the others. Kept as a secret.",
  },
  services: {
    wire: "services_selection",
    type: services,
    required: true,
    read: readSelection,
    doc: 'The services whose events trigger notifications: `"all"`, or a list in any order that is not empty.',
  },
  // Inferred (list-fields): the list, which carries basic info, omits it.
  configuration: {
    wire: "configuration",
    type: jsonObject(configuration),
    cleared: {},
    secret: true,
    inList: false,
    doc:
      'Extra settings of the method, such as `{ content_type: "application/json" }` for a webhook. The API does not say what ' +
      "else it may hold, so every key is sent as it is. Only the declared keys are compared, and the others are kept. Kept as " +
      "a secret.",
  },
  label: {
    wire: "label",
    type: nullable(text(field.text)),
    cleared: null,
    doc: "Who is behind the address, such as a person or a team. Not available for e-mail, which is checked in preview.",
  },
  // Documented: both are false by default.
  lessVerbose: {
    wire: "less_verbose",
    type: flag,
    cleared: false,
    doc: "Whether an incident sends as few notifications as possible, typically the first and the last one.",
  },
  protected: {
    wire: "protected",
    type: flag,
    cleared: false,
    doc: "Whether the recipient can neither edit nor end the subscription, as for a group's mailbox.",
  },
  subscriberId: {
    wire: "subscriber_id",
    type: id,
    replaces: true,
    initially: "a new subscriber",
    doc:
      "ID of the subscriber to whom the subscription is added: the `subscriberId` of another subscription, for a second " +
      "method of the same recipient. A subscriber has at most one subscription of each method. Another ID replaces the " +
      "subscription, because we infer that the API only takes it on create.",
  },
} as const satisfies Record<string, Property>;

const outputs = {
  // Documented: a restored record may have another ID than the one that Pulumi knows.
  recordId: {
    schema: z.string(),
    doc: "ID of the record in the API. It differs from the resource's ID if the subscription was restored under a new one.",
    read: ({ id }: Wire) => (id === undefined ? undefined : String(id)),
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
    "A recipient of notifications: where they go, and about which services. Only declared subscriptions are managed; the ones " +
    "that visitors sign up for on the page are never touched, and `adopt` and `export` leave them out.\n\n" +
    "If a subscription is deleted outside Pulumi, a refresh shows it as `deleted` and the next `up` restores it in place, " +
    "perhaps under a new `recordId`. If you declare an address that a deleted subscription has and StatusHub rejects a second " +
    "one, the deleted subscription is restored.",
  example: [
    'new statushub.Subscription("on-call", {',
    "  hub,",
    '  method: "slack",',
    '  address: config.requireSecret("slackUrl"),',
    "  services: [api],",
    "});",
  ].join("\n"),
  operations: {
    recordId: field.recordId,
    ...subscriptionOperations,
    // Documented, unlike the shorter hub-wide one, which is inferred.
    restore: subscriberSubscriptionOperations.restore,
  },
  label: ["method", "label"],
  // Documented: unique within a hub.
  identity: ["address"],
  // Documented elsewhere: the combination of address, method and hub is unique. Violating both is always an error.
  unique: ["method", "address"],
  isSignUp,
  properties,
  outputs,
  rules,
});

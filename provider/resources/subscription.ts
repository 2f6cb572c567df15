import { z } from "zod";
import * as field from "../../api/field.ts";
import { operations } from "../../api/operations.ts";
import { configuration, subscriptionMethods } from "../../api/subscription.ts";
import { answered, defineResource, type Failure, type Values, type Wire } from "./define.ts";
import { id, jsonObject, nullable, plain, serviceReference, setOf, text, type ValueType } from "./value.ts";

const servicesProblem = 'must be "all" or a list of services that is not empty';

const serviceList = setOf({
  schema: z.array(serviceReference, { error: servicesProblem }).min(1, servicesProblem),
  toWire: Number,
  fromWire: String,
  key: Number,
});

interface Selection {
  readonly all: boolean;
  readonly service_ids?: unknown;
}

/** Documented: `all` takes precedence; when it is false the list must not be empty. */
const services: ValueType = {
  schema: z.unknown().superRefine((declared, context) => {
    if (declared === "all") return;
    for (const issue of serviceList.schema.safeParse(declared).error?.issues ?? []) {
      context.addIssue({ code: "custom", path: issue.path, message: issue.message });
    }
  }),
  toWire: (declared) =>
    declared === "all" ? { all: true } : { all: false, service_ids: serviceList.toWire(declared) },
  fromWire: (live, declared) => {
    const { all, service_ids } = live as Selection;
    return all ? "all" : serviceList.fromWire(service_ids, declared);
  },
  canonical: (wire) => {
    const { all, service_ids } = wire as Selection;
    return all ? "all" : serviceList.canonical(service_ids);
  },
  mayBecome: () => false,
  references: { kind: "Service", idsIn: (declared) => (Array.isArray(declared) ? declared : []) },
};

/**
 * Documented: answers carry the list as `services`. Not shown: what its items are. Inferred: ids, or objects with one;
 * anything else says nothing.
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

/** Documented: what an address is depends on the method. Inferred: what it must look like. */
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

/** Who gets notifications of events, at which address and of which services. */
export const subscription = defineResource({
  kind: "Subscription",
  operations: {
    recordId: field.recordId,
    list: operations.listSubscriptions,
    get: operations.getSubscription,
    create: operations.createSubscription,
    update: operations.updateSubscription,
    delete: operations.deleteSubscription,
    // Documented, unlike the shorter hub-wide one, which is inferred.
    restore: operations.restoreSubscriberSubscription,
  },
  label: ["method", "label"],
  // Documented: unique within a hub.
  identity: ["address"],
  // Documented, elsewhere: the combination of address, method and hub is. What both forbid is an error in any case.
  unique: ["method", "address"],
  properties: {
    // Inferred: the API refuses another method or subscriber for an existing record.
    method: {
      wire: "method_name",
      type: plain(field.requestedEnum(subscriptionMethods)),
      required: true,
      replaces: true,
    },
    address: { wire: "address", type: text(field.filledText), required: true, secret: true },
    services: { wire: "services_selection", type: services, required: true, read: readSelection },
    configuration: { wire: "configuration", type: jsonObject(configuration), cleared: {}, secret: true },
    label: { wire: "label", type: nullable(text(field.text)), cleared: null },
    // Documented: both are false by default.
    lessVerbose: { wire: "less_verbose", type: plain(field.flag), cleared: false },
    protected: { wire: "protected", type: plain(field.flag), cleared: false },
    subscriberId: { wire: "subscriber_id", type: id(field.recordId), replaces: true },
  },
  outputs: {
    // Documented: a restored record may have another id than the one that Pulumi knows.
    recordId: { read: ({ id }) => (id === undefined ? undefined : String(id)) },
    createdAt: answered("created_at"),
  },
  rules,
});

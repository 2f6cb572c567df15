import { operation } from "../api/operation.ts";
import { kinds } from "./index.ts";
import { subscriberSubscriptionOperations, subscriptionOperations } from "./subscription.ts";
import { incidentOperations, incidentUpdateOperations } from "./unmanaged/incident.ts";
import { subscriberOperations } from "./unmanaged/subscriber.ts";

type NamedOperations<Kind extends string, Operations> = {
  readonly [Verb in Exclude<keyof Operations, "recordId"> & string as Verb extends "list"
    ? `list${Kind}s`
    : `${Verb}${Kind}`]: Operations[Verb];
};

/** Maps operations to the names that the vendor's reference uses or would use, such as `listServices`. */
const named = <const Kind extends string, Operations extends object>(kind: Kind, operations: Operations) =>
  // The names follow from the keys, which the compiler can't see through Object.fromEntries.
  Object.fromEntries(
    Object.entries(operations)
      .filter(([verb]) => verb !== "recordId")
      .map(([verb, each]) => [verb === "list" ? `list${kind}s` : `${verb}${kind}`, each]),
  ) as NamedOperations<Kind, Operations>;

type NamedOf<Definition> = Definition extends { kind: infer Kind extends string; operations: infer Operations }
  ? NamedOperations<Kind, Operations>
  : never;

/** Turns `A | B` into `A & B`. */
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Each) => void
  ? Each
  : never;

const ofKinds = Object.assign({}, ...kinds.map(({ kind, operations }) => named(kind, operations))) as All<
  NamedOf<(typeof kinds)[number]>
>;

// Documented: the paths, but not their bodies.
const accessRestriction = (method: "GET" | "PUT", path = "") =>
  operation("documented", method, `/hubs/{subdomain}/access_restriction${path}`, {});

/** Every operation of the API whose path is known. */
export const operations = {
  // A subscription may belong to one.
  ...named("Subscriber", subscriberOperations),
  ...ofKinds,
  ...named("Incident", incidentOperations),
  ...named("IncidentUpdate", incidentUpdateOperations),
  // Its definition has the restore of the next line, which is documented.
  ...named("Subscription", subscriptionOperations),
  ...named("SubscriberSubscription", subscriberSubscriptionOperations),

  getAccessRestriction: accessRestriction("GET"),
  getAccessRestrictionSaml: accessRestriction("GET", "/saml"),
  updateAccessRestrictionSaml: accessRestriction("PUT", "/saml"),
  getAccessRestrictionGoogleOauth: accessRestriction("GET", "/google_oauth"),
  updateAccessRestrictionGoogleOauth: accessRestriction("PUT", "/google_oauth"),
};

export type OperationName = keyof typeof operations;

import { operation } from "../api/operation.ts";
import { kinds } from "./index.ts";
import { subscriberSubscriptionOperations, subscriptionOperations } from "./subscription.ts";
import { incidentOperations, incidentUpdateOperations } from "./unmanaged/incident.ts";
import { subscriberOperations } from "./unmanaged/subscriber.ts";

/*
 * Names every operation, such as `listServices`. At run time, `named` does that; the types do the same for the compiler, so that a
 * misspelled name doesn't compile.
 */

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

/** The named operations of one kind; of several kinds, one of theirs. */
type NamedOf<Definition> = Definition extends { kind: infer Kind extends string; operations: infer Operations }
  ? NamedOperations<Kind, Operations>
  : never;

type OperationsOfOne = NamedOf<(typeof kinds)[number]>;

type KeysOfEach<Union> = Union extends unknown ? keyof Union : never;

/** Those of all kinds: each name, with the operation in the one that has it. */
type OperationsOfKinds = {
  readonly [Name in KeysOfEach<OperationsOfOne>]: Extract<OperationsOfOne, Readonly<Record<Name, unknown>>>[Name];
};

const operationsOfKinds: OperationsOfKinds = Object.assign(
  {},
  ...kinds.map(({ kind, operations }) => named(kind, operations)),
);

// Documented: the paths, but not their bodies.
const accessRestriction = (method: "GET" | "PUT", path = "") =>
  operation("documented", method, `/hubs/{subdomain}/access_restriction${path}`, {});

/** Every operation of the API whose path is known. */
export const operations = {
  // A subscription may belong to a subscriber.
  ...named("Subscriber", subscriberOperations),
  ...operationsOfKinds,
  ...named("Incident", incidentOperations),
  ...named("IncidentUpdate", incidentUpdateOperations),
  // The hub-wide restore. The definition of the kind has the subscriber's instead, because that one is documented.
  ...named("Subscription", subscriptionOperations),
  ...named("SubscriberSubscription", subscriberSubscriptionOperations),

  getAccessRestriction: accessRestriction("GET"),
  getAccessRestrictionSaml: accessRestriction("GET", "/saml"),
  updateAccessRestrictionSaml: accessRestriction("PUT", "/saml"),
  getAccessRestrictionGoogleOauth: accessRestriction("GET", "/google_oauth"),
  updateAccessRestrictionGoogleOauth: accessRestriction("PUT", "/google_oauth"),
};

export type OperationName = keyof typeof operations;

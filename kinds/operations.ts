import { operation } from "../api/operation.ts";
import { hubOperations } from "./hub.ts";
import { incidentOperations } from "./incident.ts";
import { incidentTemplateOperations } from "./incident-template.ts";
import { incidentUpdateOperations } from "./incident-update.ts";
import { maintenanceOperations } from "./maintenance.ts";
import { maintenanceTemplateOperations } from "./maintenance-template.ts";
import { serviceOperations } from "./service.ts";
import { subscriberOperations } from "./subscriber.ts";
import { subscriberSubscriptionOperations, subscriptionOperations } from "./subscription.ts";

type Named<Kind extends string, Operations> = {
  readonly [Verb in keyof Operations & string as Verb extends "list"
    ? `list${Kind}s`
    : `${Verb}${Kind}`]: Operations[Verb];
};

/** Maps operations to the names that the vendor's reference uses or would use, such as `listServices`. */
const named = <const Kind extends string, Operations extends object>(kind: Kind, operations: Operations) =>
  // The names follow from the keys, which the compiler can't see through Object.fromEntries.
  Object.fromEntries(
    Object.entries(operations).map(([verb, each]) => [verb === "list" ? `list${kind}s` : `${verb}${kind}`, each]),
  ) as Named<Kind, Operations>;

// Documented: the paths, but not their bodies.
const accessRestriction = (method: "GET" | "PUT", path = "") =>
  operation("documented", method, `/hubs/{subdomain}/access_restriction${path}`, {});

/** Every operation of the API whose path is known. */
export const operations = {
  ...named("Hub", hubOperations),
  ...named("Service", serviceOperations),
  ...named("Incident", incidentOperations),
  ...named("IncidentUpdate", incidentUpdateOperations),
  ...named("Maintenance", maintenanceOperations),
  ...named("IncidentTemplate", incidentTemplateOperations),
  ...named("MaintenanceTemplate", maintenanceTemplateOperations),
  ...named("Subscriber", subscriberOperations),
  ...named("Subscription", subscriptionOperations),
  ...named("SubscriberSubscription", subscriberSubscriptionOperations),

  getAccessRestriction: accessRestriction("GET"),
  getAccessRestrictionSaml: accessRestriction("GET", "/saml"),
  updateAccessRestrictionSaml: accessRestriction("PUT", "/saml"),
  getAccessRestrictionGoogleOauth: accessRestriction("GET", "/google_oauth"),
  updateAccessRestrictionGoogleOauth: accessRestriction("PUT", "/google_oauth"),
};

export type OperationName = keyof typeof operations;

import type * as incidentTemplate from "../incident-template.ts";
import type * as serviceReference from "../service-reference.ts";
import type * as subscription from "../subscription.ts";

/*
 * The values of enumerations by their names in the schema: the code that `pulumi import` writes uses them. A test compares
 * the two.
 */

export const IncidentType = {
  Investigating: "investigating",
  Identified: "identified",
  Monitoring: "monitoring",
  Resolved: "resolved",
} as const;
export type IncidentType = incidentTemplate.IncidentType;

export const MaintenanceState = { Draft: "draft", Published: "published" } as const;
export type MaintenanceState = "draft" | "published";

export const ServiceStatusName = { Up: "up", DegradedPerformance: "degraded-performance", Down: "down" } as const;
export type ServiceStatusName = serviceReference.ServiceStatusName;

export const SubscriptionMethod = {
  Email: "email",
  Sms: "sms",
  Webhook: "webhook",
  Slack: "slack",
  Teams: "teams",
} as const;
export type SubscriptionMethod = subscription.SubscriptionMethod;

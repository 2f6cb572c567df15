// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import type * as types from "../types.ts";

export const IncidentType = {
  Investigating: "investigating",
  Identified: "identified",
  Monitoring: "monitoring",
  Resolved: "resolved",
} as const;
export type IncidentType = types.IncidentType;

export const MaintenanceState = { Draft: "draft", Published: "published" } as const;
export type MaintenanceState = types.MaintenanceState;

export const ServiceStatusName = { Up: "up", DegradedPerformance: "degraded-performance", Down: "down" } as const;
export type ServiceStatusName = types.ServiceStatusName;

export const SubscriptionMethod = {
  Email: "email",
  Sms: "sms",
  Webhook: "webhook",
  Slack: "slack",
  Teams: "teams",
} as const;
export type SubscriptionMethod = types.SubscriptionMethod;

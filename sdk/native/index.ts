// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import type * as dynamic from "../exports.ts";
import { shapes } from "../shapes.ts";
import { nativeClass } from "./class.ts";

/*
 * The same classes with the native provider: with `pulumi import`, detailed diffs, timeouts and previews of creates.
 */

export type * from "../index.ts";
export { utcFrom } from "../wall-time.ts";
export { Provider } from "./class.ts";

export const IncidentType = {
  Investigating: "investigating",
  Identified: "identified",
  Monitoring: "monitoring",
  Resolved: "resolved",
} as const;
export type IncidentType = dynamic.IncidentType;

export const MaintenanceState = { Draft: "draft", Published: "published" } as const;
export type MaintenanceState = dynamic.MaintenanceState;

export const ServiceStatusName = { Up: "up", DegradedPerformance: "degraded-performance", Down: "down" } as const;
export type ServiceStatusName = dynamic.ServiceStatusName;

export const SubscriptionMethod = {
  Email: "email",
  Sms: "sms",
  Webhook: "webhook",
  Slack: "slack",
  Teams: "teams",
} as const;
export type SubscriptionMethod = dynamic.SubscriptionMethod;

export const Hub = nativeClass<typeof dynamic.Hub>(shapes.Hub);
export type Hub = dynamic.Hub;

export const Service = nativeClass<typeof dynamic.Service>(shapes.Service);
export type Service = dynamic.Service;

export const IncidentTemplate = nativeClass<typeof dynamic.IncidentTemplate>(shapes.IncidentTemplate);
export type IncidentTemplate = dynamic.IncidentTemplate;

export const MaintenanceTemplate = nativeClass<typeof dynamic.MaintenanceTemplate>(shapes.MaintenanceTemplate);
export type MaintenanceTemplate = dynamic.MaintenanceTemplate;

export const Subscription = nativeClass<typeof dynamic.Subscription>(shapes.Subscription);
export type Subscription = dynamic.Subscription;

export const Maintenance = nativeClass<typeof dynamic.Maintenance>(shapes.Maintenance);
export type Maintenance = dynamic.Maintenance;

import * as hub from "../hub.ts";
import * as incidentTemplate from "../incident-template.ts";
import * as maintenance from "../maintenance.ts";
import * as maintenanceTemplate from "../maintenance-template.ts";
import * as service from "../service.ts";
import * as page from "../status-page/class.ts";
import type { PageKeys } from "../status-page/form.ts";
import * as subscription from "../subscription.ts";
import { nativeClass } from "./class.ts";

/*
 * The same classes on the native plugin: with `pulumi import`, detailed diffs, time-outs and previews of creates.
 */

export const Hub = nativeClass<typeof hub.Hub>(hub.shape);
export type Hub = hub.Hub;

export const Service = nativeClass<typeof service.Service>(service.shape);
export type Service = service.Service;

export const IncidentTemplate = nativeClass<typeof incidentTemplate.IncidentTemplate>(incidentTemplate.shape);
export type IncidentTemplate = incidentTemplate.IncidentTemplate;

export const MaintenanceTemplate = nativeClass<typeof maintenanceTemplate.MaintenanceTemplate>(
  maintenanceTemplate.shape,
);
export type MaintenanceTemplate = maintenanceTemplate.MaintenanceTemplate;

export const Subscription = nativeClass<typeof subscription.Subscription>(subscription.shape);
export type Subscription = subscription.Subscription;

export const Maintenance = nativeClass<typeof maintenance.Maintenance>(maintenance.shape);
export type Maintenance = maintenance.Maintenance;

export const StatusPage = page.statusPageClass({
  Hub,
  Service,
  IncidentTemplate,
  MaintenanceTemplate,
  Subscription,
  Maintenance,
});

export type * from "../index.ts";
export { utcFrom } from "../wall-time.ts";
export { IncidentType, MaintenanceState, ServiceStatusName, SubscriptionMethod } from "./enums.ts";
export { Provider } from "./provider.ts";
export type StatusPage<Keys extends PageKeys = PageKeys> = page.StatusPage<Keys>;

import "./automation.ts";

export { Hub, type HubArgs, type HubQuery } from "./hub.ts";
export type { HubChildArgs, HubReference, RecordArgs } from "./hub-child.ts";
export {
  type FoundIncidentTemplate,
  IncidentTemplate,
  type IncidentTemplateArgs,
  type IncidentTemplateSettings,
  type IncidentType,
} from "./incident-template.ts";
export { Maintenance, type MaintenanceArgs } from "./maintenance.ts";
export type {
  EnabledDays,
  MaintenanceNotification,
  MaintenanceRepeat,
  OffsetType,
  RepeatInterval,
} from "./maintenance-schedule.ts";
export {
  type FoundMaintenanceTemplate,
  MaintenanceTemplate,
  type MaintenanceTemplateArgs,
  type MaintenanceTemplateSettings,
} from "./maintenance-template.ts";
export { Provider, type ProviderArgs } from "./provider.ts";
export { type FoundService, Service, type ServiceArgs, type ServiceFilter, type ServiceQuery } from "./service.ts";
export type { ServiceReference, ServiceStatus, ServiceStatusName } from "./service-reference.ts";
export type { PageRecordKind, StatusPageClass, StatusPageOptions } from "./status-page/class.ts";
export type {
  PageGroup,
  PageIncidentTemplate,
  PageKeys,
  PageMaintenance,
  PageMaintenanceTemplate,
  PageService,
  PageSubscription,
  StatusByService,
  StatusPageArgs,
} from "./status-page/form.ts";
export { StatusPage } from "./status-page.ts";
export { type ServiceSelection, Subscription, type SubscriptionArgs, type SubscriptionMethod } from "./subscription.ts";
export type { TemplateArgs, TemplateFilter, TitleOrBody } from "./template.ts";
export { type UtcFromOptions, utcFrom } from "./wall-time.ts";

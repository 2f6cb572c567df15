import type * as pulumi from "@pulumi/pulumi";
import type { Hub, HubArgs } from "../hub.ts";
import type { IncidentTemplateArgs } from "../incident-template.ts";
import type { MaintenanceArgs } from "../maintenance.ts";
import type { MaintenanceTemplateArgs } from "../maintenance-template.ts";
import type { ServiceArgs } from "../service.ts";
import type { ServiceStatusName } from "../service-reference.ts";
import type { SubscriptionArgs } from "../subscription.ts";

/**
 * The status of each affected service, by its key on the page: `{ api: "down" }`. A key of digits alone is the id of a
 * service that the page does not declare.
 */
export type StatusByService = Readonly<Record<string, ServiceStatusName>>;

/** What a class takes, but for what the place on the page says. Distributes over unions, such as title or body. */
type OnPage<Args, Given extends PropertyKey = "hub"> = Args extends unknown
  ? {
      [Property in keyof Args as Exclude<Property, Given>]: Property extends "serviceStatuses"
        ? Args[Property] | StatusByService
        : Args[Property];
    }
  : never;

/** A service of a page; its group gives it the `groupId`. */
export type PageService = OnPage<ServiceArgs, "hub" | "groupId">;
/** An incident template of a page. */
export type PageIncidentTemplate = OnPage<IncidentTemplateArgs>;
/** A maintenance template of a page. */
export type PageMaintenanceTemplate = OnPage<MaintenanceTemplateArgs>;
/** A subscription of a page; `services` takes keys of the page beside ids and services. */
export type PageSubscription = OnPage<SubscriptionArgs>;
/** A maintenance of a page. */
export type PageMaintenance = OnPage<MaintenanceArgs>;

/** A group of services. */
export interface PageGroup<Services extends string = string> {
  /** Id of the group. The API has no operation for groups: create them in the control panel, which shows their ids. */
  id: pulumi.Input<number>;
  /** The services, by keys that are unique on the page and not digits alone. */
  services?: ByKey<Services, PageService>;
}

type ByKey<Keys extends string, Entry> = { readonly [Key in Keys]?: Entry };

/** The keys of a page, by which a program finds its records. */
export interface PageKeys<
  Services extends string = string,
  IncidentTemplates extends string = string,
  MaintenanceTemplates extends string = string,
  Subscriptions extends string = string,
  Maintenances extends string = string,
> {
  services: Services;
  incidentTemplates: IncidentTemplates;
  maintenanceTemplates: MaintenanceTemplates;
  subscriptions: Subscriptions;
  maintenances: Maintenances;
}

/** A page as data. Its keys become logical names: another key is another record. */
export interface StatusPageArgs<Keys extends PageKeys = PageKeys> {
  /** The hub, or a `Hub` that the program has already. */
  hub: HubArgs | Hub;
  /** The groups of services. Their keys are for the reader: a service that moves to another group stays what it is. */
  groups?: Readonly<Record<string, PageGroup<Keys["services"]>>>;
  incidentTemplates?: ByKey<Keys["incidentTemplates"], PageIncidentTemplate>;
  maintenanceTemplates?: ByKey<Keys["maintenanceTemplates"], PageMaintenanceTemplate>;
  subscriptions?: ByKey<Keys["subscriptions"], PageSubscription>;
  maintenances?: ByKey<Keys["maintenances"], PageMaintenance>;
}

// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import type * as pulumi from "@pulumi/pulumi";
import type { Hub, HubArgs } from "../hub.ts";
import type { IncidentTemplate, IncidentTemplateArgs, IncidentTemplateRequirement } from "../incident-template.ts";
import type { Maintenance, MaintenanceArgs } from "../maintenance.ts";
import type {
  MaintenanceTemplate,
  MaintenanceTemplateArgs,
  MaintenanceTemplateRequirement,
} from "../maintenance-template.ts";
import type { Service, ServiceArgs } from "../service.ts";
import type { Subscription, SubscriptionArgs } from "../subscription.ts";
import type { MovableRecord, StatusByService, StatusPageOptions } from "./options.ts";

/** A service of a page; its group gives it the `groupId`. */
export type PageService = Omit<ServiceArgs, "hub" | "groupId"> & MovableRecord;

/** An incident template of a page. */
export type PageIncidentTemplate = Omit<IncidentTemplateArgs, "hub" | "serviceStatuses"> &
  MovableRecord & {
    serviceStatuses?: IncidentTemplateArgs["serviceStatuses"] | StatusByService;
  } & IncidentTemplateRequirement;

/** A maintenance template of a page. */
export type PageMaintenanceTemplate = Omit<MaintenanceTemplateArgs, "hub" | "serviceStatuses"> &
  MovableRecord & {
    serviceStatuses?: MaintenanceTemplateArgs["serviceStatuses"] | StatusByService;
  } & MaintenanceTemplateRequirement;

/** A subscription of a page. */
export type PageSubscription = Omit<SubscriptionArgs, "hub"> & MovableRecord;

/** A maintenance of a page. */
export type PageMaintenance = Omit<MaintenanceArgs, "hub" | "serviceStatuses"> &
  MovableRecord & { serviceStatuses: MaintenanceArgs["serviceStatuses"] | StatusByService };

/** A group of services. */
export interface PageGroup<Services extends string = string> {
  /**
   * ID of the group, which you create in the control panel. If you change it, the service moves to that group. You find
   * the ID with `pulumi-statushub export <hub> --json` (`group_id`), because the API returns it only in the services of
   * the group. For an empty group, create a service in it in the control panel first.
   */
  id: pulumi.Input<number>;
  /** The services, by keys that are unique on the page and not just digits. */
  services?: ByKey<Services, PageService>;
}

type ByKey<Keys extends string, Entry> = { readonly [Key in Keys]?: Entry };

/** The keys of a page, which a program uses to find its records. */
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

/** A page as data. Its keys become logical names, so changing a key replaces the record unless `was` names the former key. */
export interface StatusPageArgs<Keys extends PageKeys = PageKeys> {
  /** The hub, or a `Hub` that the program already has. */
  hub: HubArgs | Hub;
  /**
   * The groups of services. Their keys don't affect resources: a service that moves to another group stays the same
   * resource.
   */
  groups?: Readonly<Record<string, PageGroup<Keys["services"]>>>;
  incidentTemplates?: ByKey<Keys["incidentTemplates"], PageIncidentTemplate>;
  maintenanceTemplates?: ByKey<Keys["maintenanceTemplates"], PageMaintenanceTemplate>;
  subscriptions?: ByKey<Keys["subscriptions"], PageSubscription>;
  maintenances?: ByKey<Keys["maintenances"], PageMaintenance>;
}

/** The records of a page, by kind. */
export interface PageRecords {
  Hub: Hub;
  Service: Service;
  IncidentTemplate: IncidentTemplate;
  MaintenanceTemplate: MaintenanceTemplate;
  Subscription: Subscription;
  Maintenance: Maintenance;
}

/** A kind of record on a page. */
export type PageRecordKind = keyof PageRecords;

/**
 * The records of a page, by key. They are children of the page. The hub has the page's own name, and every other record is
 * named `<page>-<key>`; neither the order nor the group of a record is part of its identity.
 */
export interface StatusPage<Keys extends PageKeys = PageKeys> extends pulumi.ComponentResource {
  readonly hub: Hub;
  readonly services: { readonly [Key in Keys["services"]]: Service };
  readonly incidentTemplates: { readonly [Key in Keys["incidentTemplates"]]: IncidentTemplate };
  readonly maintenanceTemplates: { readonly [Key in Keys["maintenanceTemplates"]]: MaintenanceTemplate };
  readonly subscriptions: { readonly [Key in Keys["subscriptions"]]: Subscription };
  readonly maintenances: { readonly [Key in Keys["maintenances"]]: Maintenance };
}

export interface StatusPageClass {
  new <
    Services extends string,
    IncidentTemplates extends string,
    MaintenanceTemplates extends string,
    Subscriptions extends string,
    Maintenances extends string,
  >(
    name: string,
    args: StatusPageArgs<PageKeys<Services, IncidentTemplates, MaintenanceTemplates, Subscriptions, Maintenances>>,
    opts?: StatusPageOptions,
  ): StatusPage<PageKeys<Services, IncidentTemplates, MaintenanceTemplates, Subscriptions, Maintenances>>;
  /**
   * Creates a page from a YAML or JSON file.
   *
   * @param file a path relative to the program's folder, or the URL of a file
   * @throws one error that lists every mistake in the file with its path and line
   */
  fromFile(name: string, file: string | URL, opts?: StatusPageOptions): StatusPage;
}

// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import type * as pulumi from "@pulumi/pulumi";
import type { Hub } from "./hub.ts";
import type { Service } from "./service.ts";

/** A `Service` or its ID. */
export type ServiceReference = Service | string | number;

/** Status of the service during the event. StatusHub has no separate status for maintenance. */
export type ServiceStatusName = "up" | "degraded-performance" | "down";

/** Status of one service in a maintenance or a template. */
export interface ServiceStatus {
  /** A `Service` or its ID. */
  service: pulumi.Input<ServiceReference>;
  /** Status of the service during the event. StatusHub has no separate status for maintenance. */
  status: pulumi.Input<ServiceStatusName>;
}

/** The stage of the incident. */
export type IncidentType = "investigating" | "identified" | "monitoring" | "resolved";

/** Channel for notifications. */
export type SubscriptionMethod = "email" | "sms" | "webhook" | "slack" | "teams";

/** Services that a subscription covers: `"all"`, or a list of at least one. */
export type ServiceSelection = "all" | pulumi.Input<ServiceReference>[];

/** Visibility of a maintenance. */
export type MaintenanceState = "draft" | "published";

/** How often it takes place. StatusHub doesn't document the values, so the provider sends yours unchanged. */
export type RepeatInterval = "daily" | "weekly" | "monthly" | "yearly" | (string & {});

/** Days of a weekly maintenance, such as `"sunday"` or `"monday,thursday"`. The format isn't documented. */
export type EnabledDays =
  | "monday"
  | "tuesday"
  | "wednesday"
  | "thursday"
  | "friday"
  | "saturday"
  | "sunday"
  | (string & {});

/** Details of the interval. */
export interface MaintenanceRepeatOptions {
  /** Days of a weekly maintenance, such as `"sunday"` or `"monday,thursday"`. The format isn't documented. */
  enabledDays?: pulumi.Input<EnabledDays | undefined>;
  /** Type of the interval. StatusHub doesn't document the values. */
  type?: pulumi.Input<string | undefined>;
}

/**
 * How a maintenance repeats. Pulumi manages only the keys that you set. If one of them changes, it sends all of the
 * pattern.
 */
export interface MaintenanceRepeat {
  /** How often it takes place. StatusHub doesn't document the values, so the provider sends yours unchanged. */
  interval: pulumi.Input<RepeatInterval>;
  /** Details of the interval. */
  options?: pulumi.Input<MaintenanceRepeatOptions | undefined>;
  /**
   * End of the series: a date, which includes that day, or a time in the same format as `startTime`. If you leave it
   * out, StatusHub decides how long the series lasts.
   */
  endOn?: pulumi.Input<string | undefined>;
}

/** Whether the offset counts from the start or the end. StatusHub doesn't document the values. */
export type OffsetType = "start" | "end" | (string & {});

/** An extra notification some time before or after a maintenance starts or ends. */
export interface MaintenanceNotification {
  /** Whole minutes from the start or end. Negative values mean before it, which we infer: -1440 is a day before. */
  offsetInMin: pulumi.Input<number>;
  /** Whether the offset counts from the start or the end. StatusHub doesn't document the values. */
  offsetType: pulumi.Input<OffsetType>;
}

/*
 * No kind has these: they come from tools/generate/documentation.ts.
 */

/** Identifies a hub by its ID, its subdomain or both. */
export interface HubReference {
  /** ID of the hub in the API, which doesn't change if the hub is renamed. */
  id?: pulumi.Input<string | undefined>;
  /** Subdomain of the hub. */
  subdomain?: pulumi.Input<string | undefined>;
}

/** Hub of a record. */
export interface HubScopedArgs {
  /**
   * Your hub: a `Hub` or a subdomain. If you pass a `Hub`, its records follow it when you rename it. If you pass the
   * subdomain of a different hub, Pulumi replaces the record. For a number, write `{ id: "17" }` or
   * `{ subdomain: "17" }`.
   */
  hub: pulumi.Input<Hub | HubReference | string>;
}

/** Arguments that all resources of a hub have. */
export interface ManagedRecordArgs extends HubScopedArgs {
  /**
   * Manages an existing record instead of creating one. Pass its ID, such as `"1234"`. For services and subscriptions,
   * you can also pass `true`, which adopts the record with exactly your `customId` or `address`, and creates one if
   * there is none. The provider sends all differences in one request. The ID of a deleted subscription restores it. The
   * provider only looks for the record when Pulumi creates the resource.
   *
   * Until you remove it and run `pulumi up` once, Pulumi neither replaces nor deletes the record: it stays on the page
   * if you remove the resource or destroy the stack. This isn't about records that this resource has created.
   *
   * Fails if no record has the ID, or if a different resource of the stack manages it. @default a record is created
   */
  adopt?: pulumi.Input<boolean | string | undefined>;
}

/** Account and settings of a provider. */
export interface ProviderArgs {
  /** API key. Stored as a secret. */
  apiKey?: pulumi.Input<string | undefined>;
  /** First part of the host name that you sign in to. */
  account?: pulumi.Input<string | undefined>;
  /** Region of the account. @default "us" */
  region?: pulumi.Input<"us" | "eu" | undefined>;
  /** Base URL, instead of account and region: `https://acme.app.statushub.io/api/v3`. */
  baseUrl?: pulumi.Input<string | undefined>;
}

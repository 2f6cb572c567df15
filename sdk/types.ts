// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import type * as pulumi from "@pulumi/pulumi";
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

/** The incident's current stage. */
export type IncidentType = "investigating" | "identified" | "monitoring" | "resolved";

/** Channel for notifications. */
export type SubscriptionMethod = "email" | "sms" | "webhook" | "slack" | "teams";

/** Services that a subscription covers: `"all"`, or a list of at least one. */
export type ServiceSelection = "all" | pulumi.Input<ServiceReference>[];

/** Visibility of a maintenance. */
export type MaintenanceState = "draft" | "published";

/** How often it takes place. StatusHub doesn't document the values; we send your text unchanged. */
export type RepeatInterval = "daily" | "weekly" | "monthly" | "yearly" | (string & {});

/**
 * Days of a weekly maintenance, such as `"sunday"` or `"monday,thursday"`. StatusHub doesn't document the format; we
 * send your text unchanged.
 */
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
  /**
   * Days of a weekly maintenance, such as `"sunday"` or `"monday,thursday"`. StatusHub doesn't document the format; we
   * send your text unchanged.
   */
  enabledDays?: pulumi.Input<EnabledDays | undefined>;
  /** Type of the interval. StatusHub doesn't document the values; we send your text unchanged. */
  type?: pulumi.Input<string | undefined>;
}

/** How a maintenance repeats. Only the keys that you set are managed. If one of them changes, the whole pattern is sent. */
export interface MaintenanceRepeat {
  /** How often it takes place. StatusHub doesn't document the values; we send your text unchanged. */
  interval: pulumi.Input<RepeatInterval>;
  /** Details of the interval. */
  options?: pulumi.Input<MaintenanceRepeatOptions | undefined>;
  /**
   * End of the series, in the same format as `startTime`. If you leave it out, StatusHub decides how long the series
   * lasts.
   */
  endOn?: pulumi.Input<string | undefined>;
}

/**
 * Whether the offset counts from the start or the end. StatusHub doesn't document the values; we send your text
 * unchanged.
 */
export type OffsetType = "start" | "end" | (string & {});

/** An extra notification some time before or after a maintenance starts or ends. */
export interface MaintenanceNotification {
  /** Whole minutes from the start or end. Negative values mean before it, which we infer: -1440 is a day before. */
  offsetInMin: pulumi.Input<number>;
  /**
   * Whether the offset counts from the start or the end. StatusHub doesn't document the values; we send your text
   * unchanged.
   */
  offsetType: pulumi.Input<OffsetType>;
}

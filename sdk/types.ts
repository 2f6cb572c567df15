// Written by `npm run generate` from kinds/. Edit the kind instead.
import type * as pulumi from "@pulumi/pulumi";
import type { Service } from "./service.ts";

/** A `Service`, or the ID of one. */
export type ServiceReference = Service | string | number;

/** How a service is affected. There is no status for maintenance. */
export type ServiceStatusName = "up" | "degraded-performance" | "down";

/** The status that an event or a template gives to one service. */
export interface ServiceStatus {
  /** A `Service`, or the ID of one. */
  service: pulumi.Input<ServiceReference>;
  /** How a service is affected. There is no status for maintenance. */
  status: pulumi.Input<ServiceStatusName>;
}

/** How far the handling of an incident is. */
export type IncidentType = "investigating" | "identified" | "monitoring" | "resolved";

/** How notifications are sent. */
export type SubscriptionMethod = "email" | "sms" | "webhook" | "slack" | "teams";

/** The services that a subscription covers: all of the hub, or those in a list that is not empty. */
export type ServiceSelection = "all" | pulumi.Input<ServiceReference>[];

/** Who sees a maintenance. */
export type MaintenanceState = "draft" | "published";

/** How often it takes place. The API does not list the values, so any text is sent as it is. */
export type RepeatInterval = "daily" | "weekly" | "monthly" | "yearly" | (string & {});

/**
 * Days of a weekly maintenance, such as `"sunday"`, or `"monday,thursday"`. The API does not say how they are written,
 * so any text is sent as it is.
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

/** More about the interval. */
export interface MaintenanceRepeatOptions {
  /**
   * Days of a weekly maintenance, such as `"sunday"`, or `"monday,thursday"`. The API does not say how they are
   * written, so any text is sent as it is.
   */
  enabledDays?: pulumi.Input<EnabledDays | undefined>;
  /** The API does not list the values, so any text is sent as it is. */
  type?: pulumi.Input<string | undefined>;
}

/** How a maintenance is repeated. Only the keys given here are managed; if one changes, all of it is sent. */
export interface MaintenanceRepeat {
  /** How often it takes place. The API does not list the values, so any text is sent as it is. */
  interval: pulumi.Input<RepeatInterval>;
  /** More about the interval. */
  options?: pulumi.Input<MaintenanceRepeatOptions | undefined>;
  /**
   * Last moment of the series, in any form that `startTime` takes. If you leave it out, StatusHub decides how long the
   * series lasts.
   */
  endOn?: pulumi.Input<string | undefined>;
}

/** Point from which the offset is counted. The API does not list the values, so any text is sent unchanged. */
export type OffsetType = "start" | "end" | (string & {});

/** An extra notification before or after a maintenance. */
export interface MaintenanceNotification {
  /** Whole minutes from the start or end. Negative means before it (likely, but not documented): -1440 is a day before. */
  offsetInMin: pulumi.Input<number>;
  /** Point from which the offset is counted. The API does not list the values, so any text is sent unchanged. */
  offsetType: pulumi.Input<OffsetType>;
}

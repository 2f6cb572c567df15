import type * as pulumi from "@pulumi/pulumi";

// The API does not say which values there are: the likely ones are named for completion, and any other text passes as it is.
type OpenText = string & {};

/** How often a maintenance takes place. The API does not list the values: any text passes as it is. */
export type RepeatInterval = "daily" | "weekly" | "monthly" | "yearly" | OpenText;

/** Days of a weekly maintenance. The API does not say how they are written: any text passes as it is. */
export type EnabledDays = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | OpenText;

/** What the offset of a notification is counted from. The API does not list the values: any text passes as it is. */
export type OffsetType = "start" | "end" | OpenText;

/** How a maintenance is repeated. Only the keys given here are managed; the whole of it is sent when one changes. */
export interface MaintenanceRepeat {
  /** Documented: Maintenance, `event_repeat.interval`; its values are not listed. */
  interval: pulumi.Input<RepeatInterval>;
  /** Documented: Maintenance, `event_repeat.interval_options`. */
  options?: pulumi.Input<
    | {
        /** Days, such as `"sunday"`, or `"monday,thursday"`. The form is likely and not documented. */
        enabledDays?: pulumi.Input<EnabledDays | undefined>;
        /** Documented: a text; its values are not listed. */
        type?: pulumi.Input<string | undefined>;
      }
    | undefined
  >;
  /**
   * Last moment of the series: a date-time in any form that `startTime` takes. Without one the service decides.
   *
   * Documented: Maintenance, `event_repeat.end_on`.
   * @default not managed: the service decides how long a series lasts
   */
  endOn?: pulumi.Input<string | undefined>;
}

/** An extra notification before or after a maintenance. */
export interface MaintenanceNotification {
  /** Whole minutes from the start or end; negative is before it (likely, not documented): -1440 is a day before. */
  offsetInMin: pulumi.Input<number>;
  /** Documented: Maintenance, `event_notifications`, `offset_type`; its values are not listed. */
  offsetType: pulumi.Input<OffsetType>;
}

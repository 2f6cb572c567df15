// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import { dynamicResource, isKind, keepKnownId } from "./resource.ts";
import { shapes } from "./shapes.ts";
import type {
  EnabledDays,
  HubScopedArgs,
  MaintenanceNotification,
  MaintenanceRepeat,
  MaintenanceState,
  ManagedRecordArgs,
  OffsetType,
  RepeatInterval,
  ServiceStatus,
  ServiceStatusName,
} from "./types.ts";

/** Arguments of a maintenance. */
export interface MaintenanceArgs extends ManagedRecordArgs {
  /** Title in plain text, without HTML tags. Can't be empty. */
  title: pulumi.Input<string>;
  /**
   * Start time (in a series, of the first occurrence), with an offset, such as `2027-11-07T03:00:00+01:00`, or in UTC,
   * such as `2027-11-07 02:00:00`. It can be in the past.
   */
  startTime: pulumi.Input<string>;
  /** End time, in the same format as `startTime` and after it. */
  endTime: pulumi.Input<string>;
  /** Status of each affected service, at least one, in any order. */
  serviceStatuses: pulumi.Input<pulumi.Input<ServiceStatus>[]>;
  /** Text, which can contain basic HTML tags. @default not managed; an empty text on a new record, and if you remove it */
  body?: pulumi.Input<string | undefined>;
  /**
   * Only your team sees a `draft`; everyone sees a `published` maintenance. If you remove `draft`, you publish it.
   * @default not managed; `published` on a new record, and if you remove it
   */
  state?: pulumi.Input<MaintenanceState | undefined>;
  /**
   * Set to true to notify no subscriber, as far as we know also about later changes. Your team still gets a message
   * about a draft. As far as we know, StatusHub doesn't return it, so Pulumi can't see manual changes. @default not
   * managed; false on a new record, and if you remove it
   */
  silent?: pulumi.Input<boolean | undefined>;
  /**
   * Set to true to keep automated incidents off the page during the maintenance. As far as we know, StatusHub doesn't
   * return it, so Pulumi can't see manual changes. @default not managed; false on a new record, and if you remove it
   */
  suppressEvents?: pulumi.Input<boolean | undefined>;
  /**
   * Repeats the maintenance as a series. If you change or remove it, `up` replaces the series; a later `endOn`, or
   * none, is an update. API: `event_repeat`. @default not managed; null on a new record, and if you remove it
   */
  repeat?: pulumi.Input<MaintenanceRepeat | null | undefined>;
  /**
   * Extra notifications before or after the maintenance, in any order. API: `event_notifications`. @default not
   * managed; an empty list on a new record, and if you remove it
   */
  notifications?: pulumi.Input<pulumi.Input<MaintenanceNotification>[] | undefined>;
}

/**
 * Planned work on services. It takes place once, or repeatedly if you set `repeat`. One resource manages the series. An
 * `up` changes the current occurrence, the first one that hasn't ended, and all later ones. If you change the times or
 * the pattern, Pulumi replaces the series, and StatusHub announces it again.
 *
 * After its declared `endTime` (of a series, the end of its last occurrence), the page decides. If the maintenance has
 * ended there, too, Pulumi leaves it as it is, and new times create a new maintenance. If your team has extended it
 * there, Pulumi doesn't touch its times, and manages the rest as before. You can only create a maintenance in the past
 * if it is `silent` or a draft.
 *
 * @example
 * ```ts
 * new statushub.Maintenance("weekly-patching", {
 *   hub,
 *   title: "Weekly patching",
 *   startTime: statushub.utcFrom("2027-11-07 03:00", "Europe/Berlin"),
 *   endTime: statushub.utcFrom("2027-11-07 04:00", "Europe/Berlin"),
 *   serviceStatuses: [{ service: api, status: "degraded-performance" }],
 *   repeat: { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2028-03-25T00:00:00Z" },
 *   notifications: [{ offsetInMin: -1440, offsetType: "start" }],
 * });
 * ```
 */
export class Maintenance extends pulumi.CustomResource {
  /** ID of its hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  /** Title in plain text, without HTML tags. */
  declare readonly title: pulumi.Output<string>;
  /**
   * Start time (in a series, of the first occurrence), with an offset, such as `2027-11-07T03:00:00+01:00`, or in UTC,
   * such as `2027-11-07 02:00:00`.
   */
  declare readonly startTime: pulumi.Output<string>;
  /** End time, in the same format as `startTime` and after it. */
  declare readonly endTime: pulumi.Output<string>;
  /** Status of each affected service, at least one, in any order. */
  declare readonly serviceStatuses: pulumi.Output<{ service: string | number; status: ServiceStatusName }[]>;
  /** Text, which can contain basic HTML tags. */
  declare readonly body: pulumi.Output<string>;
  /** Only your team sees a `draft`; everyone sees a `published` maintenance. */
  declare readonly state: pulumi.Output<MaintenanceState>;
  /** The declared value; null if there is none, because StatusHub doesn't return it. */
  declare readonly silent: pulumi.Output<boolean | null>;
  /** The declared value; null if there is none, because StatusHub doesn't return it. */
  declare readonly suppressEvents: pulumi.Output<boolean | null>;
  /** Repeats the maintenance as a series. */
  declare readonly repeat: pulumi.Output<{
    interval: RepeatInterval;
    options?: { enabledDays?: EnabledDays; type?: string };
    endOn?: string;
  } | null>;
  /** Extra notifications before or after the maintenance, in any order. */
  declare readonly notifications: pulumi.Output<{ offsetInMin: number; offsetType: OffsetType }[]>;
  /** Email address of the author: as far as we know, the owner of the key, if the API created it. */
  declare readonly author: pulumi.Output<string | null>;
  /** Time of its creation, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: MaintenanceArgs, opts?: pulumi.CustomResourceOptions) {
    super(...dynamicResource(shapes.Maintenance, name, args, opts));
    keepKnownId(this, opts);
  }

  /**
   * Reads a maintenance by its ID, such as `"1234"`, without managing it. If the hub has no maintenance with this ID,
   * the preview or `up` fails.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubScopedArgs,
    opts?: pulumi.CustomResourceOptions,
  ): Maintenance {
    return new Maintenance(name, args as MaintenanceArgs, { ...opts, id });
  }

  /** Checks whether an object is a Maintenance of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Maintenance {
    return isKind(object, "Maintenance");
  }
}

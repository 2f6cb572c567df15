// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs, ManagedRecordArgs } from "./arguments.ts";
import { dynamicResource } from "./resource.ts";
import { shapes } from "./shapes.ts";
import { isKind } from "./type.ts";
import type {
  EnabledDays,
  MaintenanceNotification,
  MaintenanceRepeat,
  MaintenanceState,
  OffsetType,
  RepeatInterval,
  ServiceStatus,
  ServiceStatusName,
} from "./types.ts";

/** Arguments of a maintenance. */
export interface MaintenanceArgs extends ManagedRecordArgs {
  /**
   * Title, plain text without HTML tags. It must not be empty.
   *
   * API: `title` (documented).
   */
  title: pulumi.Input<string>;
  /**
   * When it begins: `2026-12-06T02:00:00Z`, with any offset, or `2026-12-06 02:00:00`, which is UTC. Two forms of the
   * same instant are equal, and it is sent in UTC. `utcFrom` makes it from a wall time and a time zone. In a series,
   * the first occurrence. May be in the past.
   *
   * API: `start_time` (documented).
   */
  startTime: pulumi.Input<string>;
  /**
   * When it ends, in the same forms. Preview checks that it is after `startTime`.
   *
   * API: `end_time` (documented).
   */
  endTime: pulumi.Input<string>;
  /**
   * The status of each affected service, in any order: at least one, and each service once.
   *
   * API: `service_statuses` (documented).
   */
  serviceStatuses: pulumi.Input<pulumi.Input<ServiceStatus>[]>;
  /**
   * Text with basic HTML tags. If you remove it from the program, it is reset to an empty text.
   *
   * API: `body` (documented).
   *
   * @default not managed; an empty text on a new record
   */
  body?: pulumi.Input<string | undefined>;
  /**
   * `draft` is visible to your team only, `published` to everybody. If you remove it from the program, it is reset to
   * `published`.
   *
   * API: `state` (documented).
   *
   * @default not managed; `published` on a new record
   */
  state?: pulumi.Input<MaintenanceState | undefined>;
  /**
   * Set to true to skip subscriber notifications; every later change is sent without a notification, too. Notifications
   * of a draft still go to the team. Responses don't carry it, so manual changes go unnoticed. If you remove it from
   * the program, it is reset to false.
   *
   * API: `silent` (documented).
   *
   * @default not managed; false on a new record
   */
  silent?: pulumi.Input<boolean | undefined>;
  /**
   * Whether incidents that automation creates during the maintenance are kept from being published. Responses don't
   * carry it, so manual changes go unnoticed. If you remove it from the program, it is reset to false.
   *
   * API: `suppress_events` (documented).
   *
   * @default not managed; false on a new record
   */
  suppressEvents?: pulumi.Input<boolean | undefined>;
  /**
   * Makes it a series. A change applies to the current occurrence and the later ones. The series is created as a draft
   * and published together with its pattern, so visitors never see a half-made one. Set it to null to clear it;
   * removing it from the program does the same.
   *
   * API: `event_repeat` (documented).
   *
   * @default not managed; once
   */
  repeat?: pulumi.Input<MaintenanceRepeat | null | undefined>;
  /**
   * Extra notifications before or after it, in any order. The API takes it in a second request, after the create. If
   * you remove it from the program, it is reset to an empty list.
   *
   * API: `event_notifications` (documented).
   *
   * @default not managed; an empty list on a new record
   */
  notifications?: pulumi.Input<pulumi.Input<MaintenanceNotification>[] | undefined>;
}

/**
 * Planned work on services, once or in a series. With `repeat`, the resource stands for the whole series: its ID is
 * that of the current occurrence, and the state holds the IDs of the others. Changing the program changes the current
 * occurrence and the later ones; undoing a manual change of one occurrence changes only that one. Occurrences that have
 * ended stay as they are.
 *
 * If a single maintenance is deleted in the control panel, the next `up` creates it again, because the API can't
 * restore it. A series goes on with its next occurrence. Destroying a series deletes every occurrence that hasn't
 * ended.
 *
 * @example
 * ```ts
 * new statushub.Maintenance("weekly-patching", {
 *   hub,
 *   title: "Weekly patching",
 *   startTime: statushub.utcFrom("2026-12-06 03:00", "Europe/Berlin"),
 *   endTime: statushub.utcFrom("2026-12-06 04:00", "Europe/Berlin"),
 *   serviceStatuses: [{ service: api, status: "degraded-performance" }],
 *   repeat: { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2027-12-31T00:00:00Z" },
 *   notifications: [{ offsetInMin: -1440, offsetType: "start" }],
 *   suppressEvents: true,
 * });
 * ```
 */
export class Maintenance extends pulumi.CustomResource {
  /** ID of the hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  declare readonly title: pulumi.Output<string>;
  declare readonly startTime: pulumi.Output<string>;
  declare readonly endTime: pulumi.Output<string>;
  declare readonly serviceStatuses: pulumi.Output<{ service: string | number; status: ServiceStatusName }[]>;
  declare readonly body: pulumi.Output<string>;
  declare readonly state: pulumi.Output<MaintenanceState>;
  /** Null unless the program declares it: responses don't carry it. */
  declare readonly silent: pulumi.Output<boolean | null>;
  /** Null unless the program declares it: responses don't carry it. */
  declare readonly suppressEvents: pulumi.Output<boolean | null>;
  declare readonly repeat: pulumi.Output<{
    interval: RepeatInterval;
    options?: { enabledDays?: EnabledDays; type?: string };
    endOn?: string;
  } | null>;
  declare readonly notifications: pulumi.Output<{ offsetInMin: number; offsetType: OffsetType }[]>;
  /** E-mail address of the owner of the key that created the maintenance. */
  declare readonly author: pulumi.Output<string | null>;
  /** When the record was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: MaintenanceArgs, opts?: pulumi.CustomResourceOptions) {
    super(...dynamicResource(shapes.Maintenance, name, args, opts));
  }

  /**
   * Reads a maintenance that this program does not manage.
   *
   * @param id the maintenance's ID in the API, such as `"1234"`
   * @throws if the hub has no maintenance with this ID
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubScopedArgs,
    opts?: pulumi.CustomResourceOptions,
  ): Maintenance {
    // A look-up only declares the hub, but the constructor has the arguments of a program that manages the record.
    return new Maintenance(name, args as MaintenanceArgs, { ...opts, id });
  }

  /** Whether an object is a Maintenance, of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Maintenance {
    return isKind(object, "Maintenance");
  }
}

// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs } from "../arguments.ts";
import type { MaintenanceArgs } from "../maintenance.ts";
import { shapes } from "../shapes.ts";
import { isKind } from "../type.ts";
import type { EnabledDays, MaintenanceState, OffsetType, RepeatInterval, ServiceStatusName } from "../types.ts";
import { nativeResource } from "./resource.ts";

/**
 * Planned work on services, once or in a series. With `repeat`, one resource manages the whole series: its `id` is that
 * of the current occurrence, and the state contains the IDs of the others. Changes to your program apply to the current
 * occurrence and the later ones. Undoing a manual change only affects the current occurrence, unless somebody changed
 * the pattern of the series. Occurrences that have ended don't change.
 *
 * If a single maintenance is deleted in the control panel, the next `up` with a refresh creates it again, because the
 * API can't restore it. A series continues with its next occurrence. Destroying a series deletes every occurrence that
 * hasn't ended.
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
  /** ID of the record's hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  /** Title in plain text, without HTML tags. */
  declare readonly title: pulumi.Output<string>;
  /** Start time: `2026-12-06T02:00:00Z`, with any offset, or `2026-12-06 02:00:00`, which is read as UTC. */
  declare readonly startTime: pulumi.Output<string>;
  /** End time, in the same format as `startTime`. */
  declare readonly endTime: pulumi.Output<string>;
  /** Status of each affected service, in any order. */
  declare readonly serviceStatuses: pulumi.Output<{ service: string | number; status: ServiceStatusName }[]>;
  /** Text, which can contain basic HTML tags. */
  declare readonly body: pulumi.Output<string>;
  /** A `draft` is only visible to your team; a `published` maintenance is visible to everyone. */
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
  /**
   * E-mail address of the author. If the maintenance was created through the API, that is the owner of the key
   * (inferred).
   */
  declare readonly author: pulumi.Output<string | null>;
  /** When the record was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: MaintenanceArgs, opts?: pulumi.CustomResourceOptions) {
    super(...nativeResource(shapes.Maintenance, name, args, opts));
  }

  /**
   * Reads a maintenance by its ID, without managing it. If the hub has no maintenance with this ID, the preview or `up`
   * fails.
   *
   * @param id the maintenance's ID in the API, such as `"1234"`
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

  /** Checks whether an object is a Maintenance of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Maintenance {
    return isKind(object, "Maintenance");
  }
}

// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs } from "../arguments.ts";
import type { MaintenanceArgs } from "../maintenance.ts";
import { shapes } from "../shapes.ts";
import { isKind } from "../type.ts";
import type { EnabledDays, MaintenanceState, OffsetType, RepeatInterval, ServiceStatusName } from "../types.ts";
import { nativeResource } from "./resource.ts";

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
    super(...nativeResource(shapes.Maintenance, name, args, opts));
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

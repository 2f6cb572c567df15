import * as pulumi from "@pulumi/pulumi";
import { type HubChildArgs, type RecordArgs, withHub } from "./hub-child.ts";
import type { MaintenanceNotification, MaintenanceRepeat } from "./maintenance-schedule.ts";
import { isKind, movedFrom, nativeTypeOf, propertiesOf, type Shape, typeOf } from "./resource.ts";
import { type ServiceStatus, type ServiceStatusName, withServiceIds } from "./service-reference.ts";

/** What a program declares of a maintenance. */
export interface MaintenanceArgs extends RecordArgs {
  /**
   * Title, plain text without HTML tags; must not be empty.
   *
   * Documented: Maintenance, `title`.
   */
  title: pulumi.Input<string>;
  /**
   * When it begins: `2026-12-06T02:00:00Z`, with any offset, or `2026-12-06 02:00:00`, which is UTC; compared as an
   * instant. `utcFrom` makes it from a wall time and a zone. In a series, the first occurrence. May be in the past.
   *
   * Documented: Maintenance, `start_time`.
   */
  startTime: pulumi.Input<string>;
  /**
   * When it ends, in the same forms; after `startTime`, which is checked in preview.
   *
   * Documented: Maintenance, `end_time`.
   */
  endTime: pulumi.Input<string>;
  /**
   * The status of each affected service; at least one, each of them once. Their order means nothing.
   *
   * Documented: Maintenance, `service_statuses`.
   */
  serviceStatuses: pulumi.Input<pulumi.Input<ServiceStatus>[]>;
  /**
   * Text with basic HTML tags. Removing the declaration empties it.
   *
   * Documented: Maintenance, `body`.
   * @default not managed: empty on a new maintenance
   */
  body?: pulumi.Input<string | undefined>;
  /**
   * `draft` is visible to the team alone, `published` to everybody. Removing the declaration publishes it.
   *
   * Documented: Maintenance, `state`.
   * @default not managed: published on a new maintenance
   */
  state?: pulumi.Input<"draft" | "published" | undefined>;
  /**
   * Whether subscribers get no notification of it; those of a draft still go to the team. Responses do not carry it, so a
   * change by hand is not seen. Removing the declaration sets it to false.
   *
   * Documented: Maintenance, `silent`.
   * @default not managed: false on a new maintenance
   */
  silent?: pulumi.Input<boolean | undefined>;
  /**
   * Whether incidents that automation creates during it are kept from being published. Responses do not carry it, so a
   * change by hand is not seen. Removing the declaration sets it to false.
   *
   * Documented: Maintenance, `suppress_events`.
   * @default not managed: false on a new maintenance
   */
  suppressEvents?: pulumi.Input<boolean | undefined>;
  /**
   * Makes it a series; null for none. Removing the declaration ends the series. A change goes to this occurrence and the
   * later ones.
   *
   * Documented: Maintenance, `event_repeat`, which the API takes after the create: a second request.
   * @default not managed: once
   */
  repeat?: pulumi.Input<MaintenanceRepeat | null | undefined>;
  /**
   * Extra notifications before or after it. Their order means nothing. Removing the declaration removes all of them.
   *
   * Documented: Maintenance, `event_notifications`, which the API takes after the create: a second request.
   * @default not managed: none on a new maintenance
   */
  notifications?: pulumi.Input<pulumi.Input<MaintenanceNotification>[] | undefined>;
}

/** What the class hands to Pulumi. */
export const shape: Shape<MaintenanceArgs> = {
  kind: "Maintenance",
  names: [
    "hub",
    "hubId",
    "title",
    "startTime",
    "endTime",
    "serviceStatuses",
    "body",
    "state",
    "silent",
    "suppressEvents",
    "repeat",
    "notifications",
    "author",
    "createdAt",
  ],
  declare: (owner, args) => ({
    ...withHub(owner, args),
    serviceStatuses: withServiceIds(`${owner}: serviceStatuses`, args.serviceStatuses),
  }),
};

/**
 * Planned work on services, once or in a series. Time passing is no change: an occurrence that has ended stays as it is,
 * and those that the service creates from a series are not touched.
 *
 * A maintenance deleted by hand is created again: the API has no restore for it. Destroying a series ends it first, so that
 * its later occurrences go, too.
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
  /** Id of the hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  declare readonly title: pulumi.Output<string>;
  declare readonly startTime: pulumi.Output<string>;
  declare readonly endTime: pulumi.Output<string>;
  declare readonly serviceStatuses: pulumi.Output<{ service: string | number; status: ServiceStatusName }[]>;
  declare readonly body: pulumi.Output<string>;
  declare readonly state: pulumi.Output<"draft" | "published">;
  /** Null where the program does not declare it: no response carries it. */
  declare readonly silent: pulumi.Output<boolean | null>;
  /** Null where the program does not declare it: no response carries it. */
  declare readonly suppressEvents: pulumi.Output<boolean | null>;
  declare readonly repeat: pulumi.Output<pulumi.Unwrap<MaintenanceRepeat> | null>;
  declare readonly notifications: pulumi.Output<pulumi.Unwrap<MaintenanceNotification>[]>;
  /** E-mail address of the owner of the key that created the maintenance. */
  declare readonly author: pulumi.Output<string | null>;
  /** When the maintenance was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: MaintenanceArgs, opts?: pulumi.CustomResourceOptions) {
    super(typeOf(shape.kind), name, propertiesOf(shape, name, args), movedFrom(nativeTypeOf(shape.kind), opts));
  }

  /**
   * Reads a maintenance that this program does not manage.
   *
   * @param id the maintenance's id in the API, such as `"1234"`
   * @throws when the hub has no maintenance with this id
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubChildArgs,
    opts?: pulumi.CustomResourceOptions,
  ): Maintenance {
    // A look-up declares nothing but the hub; the constructor's arguments are those of a program that does.
    return new Maintenance(name, args as MaintenanceArgs, { ...opts, id });
  }

  /** Whether an object is a Maintenance, also one that a second copy of this package made. */
  static override isInstance(object: unknown): object is Maintenance {
    return isKind(object, shape.kind);
  }
}

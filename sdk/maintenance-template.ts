// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import { type LookupResult, lookup } from "./lookup.ts";
import { dynamicResource, isKind, keepKnownId, withHub } from "./resource.ts";
import { shapes } from "./shapes.ts";
import type { HubScopedArgs, ManagedRecordArgs, ServiceStatus, ServiceStatusName } from "./types.ts";

/** Arguments of a maintenance template. */
export interface MaintenanceTemplateArgs extends ManagedRecordArgs {
  /**
   * Title in plain text, without HTML tags. Optional if you set a `body`. @default not managed; null on a new record,
   * and if you remove it
   */
  title?: pulumi.Input<string | null | undefined>;
  /**
   * Text, which can contain basic HTML tags. Optional if you set a `title`. @default not managed; null on a new record,
   * and if you remove it
   */
  body?: pulumi.Input<string | null | undefined>;
  /**
   * Labels for finding the template, in any order. @default not managed; an empty list on a new record, and if you
   * remove it
   */
  labels?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * Status of each affected service, in any order. @default not managed; an empty list on a new record, and if you
   * remove it
   */
  serviceStatuses?: pulumi.Input<pulumi.Input<ServiceStatus>[] | undefined>;
  /**
   * Planned length in whole minutes, 1 to 5999 (99 h 59 min). @default not managed; null on a new record, and if you
   * remove it
   */
  duration?: pulumi.Input<number | null | undefined>;
  /**
   * If true, maintenances made from the template don't notify subscribers. `null` leaves the setting unchanged.
   * @default not managed; null on a new record, and if you remove it
   */
  silent?: pulumi.Input<boolean | null | undefined>;
}

/** Requires title or body, or both. A preview checks that one of them isn't empty. */
export type MaintenanceTemplateRequirement =
  | { title: MaintenanceTemplateArgs["title"] }
  | { body: MaintenanceTemplateArgs["body"] };

/** Filters for listing the maintenance templates of a hub. */
export interface MaintenanceTemplateFilter extends HubScopedArgs {
  /** Only templates with this label. */
  label?: pulumi.Input<string | undefined>;
  /** Only templates with exactly this title. */
  title?: pulumi.Input<string | undefined>;
}

/** A maintenance template that a lookup returns: its ID, and its outputs except secrets. */
export type FoundMaintenanceTemplate = LookupResult<MaintenanceTemplate>;

/**
 * Prefilled text, duration and statuses for maintenances, so that your team can plan them faster. A template only sets
 * the fields that it contains.
 *
 * If somebody deletes it in the control panel, your next `up` with a refresh creates a new one.
 *
 * @example
 * ```ts
 * new statushub.MaintenanceTemplate("deploy", {
 *   hub,
 *   title: "API upgrade",
 *   body: "<p>We are updating the API. Requests may take a little longer.</p>",
 *   duration: 45,
 *   labels: ["api"],
 *   serviceStatuses: [{ service: api, status: "degraded-performance" }],
 * });
 * ```
 */
export class MaintenanceTemplate extends pulumi.CustomResource {
  /** ID of its hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  /** Title in plain text, without HTML tags. */
  declare readonly title: pulumi.Output<string | null>;
  /** Text, which can contain basic HTML tags. */
  declare readonly body: pulumi.Output<string | null>;
  /** Labels for finding the template, in any order. */
  declare readonly labels: pulumi.Output<string[]>;
  /** Status of each affected service, in any order. */
  declare readonly serviceStatuses: pulumi.Output<{ service: string | number; status: ServiceStatusName }[]>;
  /** Planned length in whole minutes, 1 to 5999 (99 h 59 min). */
  declare readonly duration: pulumi.Output<number | null>;
  /** If true, maintenances made from the template don't notify subscribers. */
  declare readonly silent: pulumi.Output<boolean | null>;
  /** Email address of the author: as far as we know, the owner of the key, if the API created it. */
  declare readonly author: pulumi.Output<string | null>;
  /** Time of its creation, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(
    name: string,
    args: MaintenanceTemplateArgs & MaintenanceTemplateRequirement,
    opts?: pulumi.CustomResourceOptions,
  ) {
    super(...dynamicResource(shapes.MaintenanceTemplate, name, args, opts));
    keepKnownId(this, opts);
  }

  /**
   * Reads a maintenance template by its ID, such as `"1234"`, without managing it. If the hub has no maintenance
   * template with this ID, the preview or `up` fails.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubScopedArgs,
    opts?: pulumi.CustomResourceOptions,
  ): MaintenanceTemplate {
    return new MaintenanceTemplate(name, args as MaintenanceTemplateArgs & MaintenanceTemplateRequirement, {
      ...opts,
      id,
    });
  }

  /** Lists the maintenance templates of a hub. All filters have to match. Sorted by ID. Doesn't manage them. */
  static list(
    name: string,
    filter: MaintenanceTemplateFilter,
    opts?: pulumi.CustomResourceOptions,
  ): pulumi.Output<FoundMaintenanceTemplate[]> {
    return lookup<{ maintenanceTemplates: FoundMaintenanceTemplate[] }>(
      "getMaintenanceTemplates",
      name,
      withHub(`MaintenanceTemplate.list("${name}")`, filter),
      opts,
    ).maintenanceTemplates;
  }

  /** Checks whether an object is a MaintenanceTemplate of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is MaintenanceTemplate {
    return isKind(object, "MaintenanceTemplate");
  }
}

// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs } from "../arguments.ts";
import { withHub } from "../declare.ts";
import type {
  FoundMaintenanceTemplate,
  MaintenanceTemplateArgs,
  MaintenanceTemplateFilter,
  MaintenanceTemplateRequirement,
} from "../maintenance-template.ts";
import { shapes } from "../shapes.ts";
import { isKind } from "../type.ts";
import type { ServiceStatusName } from "../types.ts";
import { invoke, nativeResource } from "./resource.ts";

/**
 * Prefilled text, duration and statuses for maintenances, so that your team can plan them faster. Applying a template
 * only sets the fields that it contains.
 *
 * If the template is deleted in the control panel, the next `up` with a refresh creates a new one, because the API
 * can't restore it.
 *
 * @example
 * ```ts
 * new statushub.MaintenanceTemplate("db-upgrade", { hub, title: "Database upgrade", duration: 90, labels: ["db"] });
 * ```
 */
export class MaintenanceTemplate extends pulumi.CustomResource {
  /** ID of the record's hub in the API. */
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
  /** E-mail address of the author. If the template was created through the API, that is the owner of the key (inferred). */
  declare readonly author: pulumi.Output<string | null>;
  /** When the record was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(
    name: string,
    args: MaintenanceTemplateArgs & MaintenanceTemplateRequirement,
    opts?: pulumi.CustomResourceOptions,
  ) {
    super(...nativeResource(shapes.MaintenanceTemplate, name, args, opts));
  }

  /**
   * Reads a maintenance template by its ID, without managing it. If the hub has no maintenance template with this ID,
   * the preview or `up` fails.
   *
   * @param id the maintenance template's ID in the API, such as `"1234"`
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubScopedArgs,
    opts?: pulumi.CustomResourceOptions,
  ): MaintenanceTemplate {
    // A look-up only declares the hub, but the constructor has the arguments of a program that manages the record.
    return new MaintenanceTemplate(name, args as MaintenanceTemplateArgs & MaintenanceTemplateRequirement, {
      ...opts,
      id,
    });
  }

  /**
   * Lists the maintenance templates of a hub. If you pass filters, a template has to match all of them. Sorted by ID.
   * Doesn't manage them.
   *
   * @example
   * ```ts
   * const templates = statushub.MaintenanceTemplate.list("api", { hub: "acme", label: "api" });
   * ```
   */
  static list(
    name: string,
    filter: MaintenanceTemplateFilter,
    opts?: pulumi.CustomResourceOptions,
  ): pulumi.Output<FoundMaintenanceTemplate[]> {
    return invoke<{ maintenanceTemplates: FoundMaintenanceTemplate[] }>(
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

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
 * Predefined values from which a team plans a maintenance faster. Values that the template leaves out stay as they are
 * when it is applied.
 *
 * If the template is deleted in the control panel, the next `up` creates another: the API has no restore for it.
 *
 * @example
 * ```ts
 * new statushub.MaintenanceTemplate("db-upgrade", { hub, title: "Database upgrade", duration: 90, labels: ["db"] });
 * ```
 */
export class MaintenanceTemplate extends pulumi.CustomResource {
  /** ID of the hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  declare readonly title: pulumi.Output<string | null>;
  declare readonly body: pulumi.Output<string | null>;
  declare readonly labels: pulumi.Output<string[]>;
  declare readonly serviceStatuses: pulumi.Output<{ service: string | number; status: ServiceStatusName }[]>;
  declare readonly duration: pulumi.Output<number | null>;
  declare readonly silent: pulumi.Output<boolean | null>;
  /** E-mail address of the owner of the key that created the template. */
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
   * Reads a maintenance template that this program does not manage.
   *
   * @param id the maintenance template's ID in the API, such as `"1234"`
   * @throws if the hub has no maintenance template with this ID
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
   * Lists the maintenance templates of a hub, all of them or those that match every argument. In the order of their
   * IDs; no program needs to manage them.
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

  /** Whether an object is a MaintenanceTemplate, of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is MaintenanceTemplate {
    return isKind(object, "MaintenanceTemplate");
  }
}

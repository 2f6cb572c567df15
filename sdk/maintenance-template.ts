// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs, ManagedRecordArgs } from "./arguments.ts";
import { withHub } from "./declare.ts";
import { lookUp } from "./look-up.ts";
import { dynamicResource } from "./resource.ts";
import { shapes } from "./shapes.ts";
import { isKind } from "./type.ts";
import type { ServiceStatus, ServiceStatusName } from "./types.ts";

/** Arguments of a maintenance template. */
export interface MaintenanceTemplateArgs extends ManagedRecordArgs {
  /**
   * Title, plain text without HTML tags. You can leave it out if there is a `body`. Set it to null to clear it;
   * removing it from the program does the same.
   *
   * API: `title` (documented).
   *
   * @default not managed; null on a new record
   */
  title?: pulumi.Input<string | null | undefined>;
  /**
   * Text with basic HTML tags. You can leave it out if there is a `title`. Set it to null to clear it; removing it from
   * the program does the same.
   *
   * API: `body` (documented).
   *
   * @default not managed; null on a new record
   */
  body?: pulumi.Input<string | null | undefined>;
  /**
   * Labels by which the template is found, in any order. If you remove it from the program, it is reset to an empty
   * list.
   *
   * API: `labels` (documented).
   *
   * @default not managed; an empty list on a new record
   */
  labels?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * The status of each affected service, in any order and each service once. If you remove it from the program, it is
   * reset to an empty list.
   *
   * API: `service_statuses` (documented).
   *
   * @default not managed; an empty list on a new record
   */
  serviceStatuses?: pulumi.Input<pulumi.Input<ServiceStatus>[] | undefined>;
  /**
   * Planned length in whole minutes, 1 to 5999 (99 h 59 min). Set it to null to clear it; removing it from the program
   * does the same.
   *
   * API: `duration` (documented).
   *
   * @default not managed; null on a new record
   */
  duration?: pulumi.Input<number | null | undefined>;
  /**
   * Whether a maintenance made from the template is silent. True and false set it, null leaves it as it is. Set it to
   * null to clear it; removing it from the program does the same.
   *
   * API: `silent` (documented).
   *
   * @default not managed; null on a new record
   */
  silent?: pulumi.Input<boolean | null | undefined>;
}

/** title or body, or both; which of them is not empty is checked in preview. */
export type MaintenanceTemplateRequirement =
  | { title: MaintenanceTemplateArgs["title"] }
  | { body: MaintenanceTemplateArgs["body"] };

/** Selects maintenance templates of a hub. */
export interface MaintenanceTemplateFilter extends HubScopedArgs {
  /** A label that the templates have. */
  label?: pulumi.Input<string | undefined>;
  /** Exact title of the templates. */
  title?: pulumi.Input<string | undefined>;
}

/** A maintenance template that a look-up returns: its ID and its outputs, without secrets. */
export interface FoundMaintenanceTemplate {
  /** ID of the record in the API. */
  readonly id: string;
  /** ID of the hub in the API. */
  readonly hubId: string;
  readonly title: string | null;
  readonly body: string | null;
  readonly labels: string[];
  readonly serviceStatuses: { service: string | number; status: ServiceStatusName }[];
  readonly duration: number | null;
  readonly silent: boolean | null;
  /** E-mail address of the owner of the key that created the template. */
  readonly author: string | null;
  /** When the record was created, in UTC. */
  readonly createdAt: string;
}

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
    super(...dynamicResource(shapes.MaintenanceTemplate, name, args, opts));
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
    return lookUp<{ maintenanceTemplates: FoundMaintenanceTemplate[] }>(
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

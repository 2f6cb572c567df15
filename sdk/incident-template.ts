// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs, ManagedRecordArgs } from "./arguments.ts";
import { withHub } from "./declare.ts";
import { lookUp } from "./look-up.ts";
import { dynamicResource } from "./resource.ts";
import { shapes } from "./shapes.ts";
import { isKind } from "./type.ts";
import type { IncidentType, ServiceStatus, ServiceStatusName } from "./types.ts";

/** Arguments of an incident template. */
export interface IncidentTemplateArgs extends ManagedRecordArgs {
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
   * Type of the update: `investigating`, `identified`, `monitoring` or `resolved`. Set it to null to clear it; removing
   * it from the program does the same.
   *
   * API: `incident_type` (documented).
   *
   * @default not managed; null on a new record
   */
  incidentType?: pulumi.Input<IncidentType | null | undefined>;
  /**
   * Whether an update made from the template is silent. True and false set it, null leaves it as it is. Responses do
   * not distinguish false from null, so a manual change between the two is not seen. Set it to null to clear it;
   * removing it from the program does the same.
   *
   * API: `silent_update` (documented).
   *
   * @default not managed; null on a new record
   */
  silentUpdate?: pulumi.Input<boolean | null | undefined>;
}

/** title or body, or both; which of them is not empty is checked in preview. */
export type IncidentTemplateRequirement =
  | { title: IncidentTemplateArgs["title"] }
  | { body: IncidentTemplateArgs["body"] };

/** Selects incident templates of a hub. */
export interface IncidentTemplateFilter extends HubScopedArgs {
  /** A label that the templates have. */
  label?: pulumi.Input<string | undefined>;
  /** Exact title of the templates. */
  title?: pulumi.Input<string | undefined>;
}

/** An incident template that a look-up returns: its ID and its outputs, without secrets. */
export interface FoundIncidentTemplate {
  /** ID of the record in the API. */
  readonly id: string;
  /** ID of the hub in the API. */
  readonly hubId: string;
  readonly title: string | null;
  readonly body: string | null;
  readonly labels: string[];
  readonly serviceStatuses: { service: string | number; status: ServiceStatusName }[];
  readonly incidentType: IncidentType | null;
  readonly silentUpdate: boolean | null;
  /** E-mail address of the owner of the key that created the template. */
  readonly author: string | null;
  /** When the record was created, in UTC. */
  readonly createdAt: string;
}

/**
 * Predefined values from which a team creates an incident or an update faster. Values that the template leaves out stay
 * as they are when it is applied.
 *
 * If the template is deleted in the control panel, the next `up` creates another: the API has no restore for it.
 *
 * @example
 * ```ts
 * new statushub.IncidentTemplate("api-down", {
 *   hub,
 *   title: "API is down",
 *   body: "<p>We are looking into it.</p>",
 *   incidentType: "investigating",
 *   labels: ["api"],
 *   serviceStatuses: [{ service: api, status: "down" }],
 * });
 * ```
 */
export class IncidentTemplate extends pulumi.CustomResource {
  /** ID of the hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  declare readonly title: pulumi.Output<string | null>;
  declare readonly body: pulumi.Output<string | null>;
  declare readonly labels: pulumi.Output<string[]>;
  declare readonly serviceStatuses: pulumi.Output<{ service: string | number; status: ServiceStatusName }[]>;
  declare readonly incidentType: pulumi.Output<IncidentType | null>;
  declare readonly silentUpdate: pulumi.Output<boolean | null>;
  /** E-mail address of the owner of the key that created the template. */
  declare readonly author: pulumi.Output<string | null>;
  /** When the record was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(
    name: string,
    args: IncidentTemplateArgs & IncidentTemplateRequirement,
    opts?: pulumi.CustomResourceOptions,
  ) {
    super(...dynamicResource(shapes.IncidentTemplate, name, args, opts));
  }

  /**
   * Reads an incident template that this program does not manage.
   *
   * @param id the incident template's ID in the API, such as `"1234"`
   * @throws if the hub has no incident template with this ID
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubScopedArgs,
    opts?: pulumi.CustomResourceOptions,
  ): IncidentTemplate {
    // A look-up only declares the hub, but the constructor has the arguments of a program that manages the record.
    return new IncidentTemplate(name, args as IncidentTemplateArgs & IncidentTemplateRequirement, { ...opts, id });
  }

  /**
   * Lists the incident templates of a hub, all of them or those that match every argument. In the order of their IDs;
   * no program needs to manage them.
   *
   * @example
   * ```ts
   * const templates = statushub.IncidentTemplate.list("api", { hub: "acme", label: "api" });
   * ```
   */
  static list(
    name: string,
    filter: IncidentTemplateFilter,
    opts?: pulumi.CustomResourceOptions,
  ): pulumi.Output<FoundIncidentTemplate[]> {
    return lookUp<{ incidentTemplates: FoundIncidentTemplate[] }>(
      "getIncidentTemplates",
      name,
      withHub(`IncidentTemplate.list("${name}")`, filter),
      opts,
    ).incidentTemplates;
  }

  /** Whether an object is a IncidentTemplate, of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is IncidentTemplate {
    return isKind(object, "IncidentTemplate");
  }
}

// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs } from "../arguments.ts";
import { withHub } from "../declare.ts";
import type {
  FoundIncidentTemplate,
  IncidentTemplateArgs,
  IncidentTemplateFilter,
  IncidentTemplateRequirement,
} from "../incident-template.ts";
import { shapes } from "../shapes.ts";
import { isKind } from "../type.ts";
import type { IncidentType, ServiceStatusName } from "../types.ts";
import { invoke, nativeResource } from "./resource.ts";

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
    super(...nativeResource(shapes.IncidentTemplate, name, args, opts));
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
    return invoke<{ incidentTemplates: FoundIncidentTemplate[] }>(
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

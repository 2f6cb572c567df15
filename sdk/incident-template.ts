import * as pulumi from "@pulumi/pulumi";
import { type HubChildArgs, withHub } from "./hub-child.ts";
import { type Found, lookUp } from "./look-up.ts";
import { isKind, movedFrom, nativeTypeOf, propertiesOf, type Shape, typeOf } from "./resource.ts";
import { type ServiceStatusName, withServiceIds } from "./service-reference.ts";
import type { TemplateArgs, TemplateFilter, TitleOrBody } from "./template.ts";

/** How far the handling of an incident is. */
export type IncidentType = "investigating" | "identified" | "monitoring" | "resolved";

/** What an incident template holds beside its title and body. */
export interface IncidentTemplateSettings extends TemplateArgs {
  /**
   * Type of the update: `investigating`, `identified`, `monitoring` or `resolved`; null for none. Removing the
   * declaration sets it to null.
   *
   * Documented: Incident Update Template, `incident_type`.
   * @default not managed: none on a new template
   */
  incidentType?: pulumi.Input<IncidentType | null | undefined>;
  /**
   * Whether an update made from the template is silent: true and false set it, null leaves it as it is. Removing the
   * declaration sets it to null.
   *
   * Documented: Incident Update Template, `silent_update`. Responses do not distinguish false from null, so a
   * change by hand between the two is not seen.
   * @default not managed: null on a new template
   */
  silentUpdate?: pulumi.Input<boolean | null | undefined>;
}

/** What a program declares of an incident template. */
export type IncidentTemplateArgs = IncidentTemplateSettings & TitleOrBody;

/** A template as `IncidentTemplate.list` returns it. */
export type FoundIncidentTemplate = Found<IncidentTemplate>;

/** What the class hands to Pulumi. */
export const shape: Shape<IncidentTemplateArgs> = {
  kind: "IncidentTemplate",
  names: [
    "hub",
    "hubId",
    "title",
    "body",
    "labels",
    "serviceStatuses",
    "incidentType",
    "silentUpdate",
    "author",
    "createdAt",
  ],
  declare: (owner, args) => ({
    ...withHub(owner, args),
    serviceStatuses: withServiceIds(`${owner}: serviceStatuses`, args.serviceStatuses),
  }),
};

/**
 * Predefined values from which a team creates an incident or an update faster. What the template leaves out stays as it
 * is when the template is applied.
 *
 * A template deleted by hand is created again: the API has no restore for it.
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
  /** Id of the hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  declare readonly title: pulumi.Output<string | null>;
  declare readonly body: pulumi.Output<string | null>;
  declare readonly labels: pulumi.Output<string[]>;
  declare readonly serviceStatuses: pulumi.Output<{ service: string | number; status: ServiceStatusName }[]>;
  declare readonly incidentType: pulumi.Output<IncidentType | null>;
  declare readonly silentUpdate: pulumi.Output<boolean | null>;
  /** E-mail address of the owner of the key that created the template. */
  declare readonly author: pulumi.Output<string | null>;
  /** When the template was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: IncidentTemplateArgs, opts?: pulumi.CustomResourceOptions) {
    super(typeOf(shape.kind), name, propertiesOf(shape, name, args), movedFrom(nativeTypeOf(shape.kind), opts));
  }

  /**
   * Reads an incident template that this program does not manage.
   *
   * @param id the template's id in the API, such as `"1234"`
   * @throws when the hub has no incident template with this id
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubChildArgs,
    opts?: pulumi.CustomResourceOptions,
  ): IncidentTemplate {
    // A look-up declares nothing but the hub; the constructor's arguments are those of a program that does.
    return new IncidentTemplate(name, args as IncidentTemplateArgs, { ...opts, id });
  }

  /**
   * Lists the incident templates of a hub, or those that match, in the order of their ids. They need not be managed by any program.
   *
   * @example
   * ```ts
   * const templates = statushub.IncidentTemplate.list("api", { hub: "acme", label: "api" });
   * ```
   */
  static list(
    name: string,
    filter: TemplateFilter,
    opts?: pulumi.CustomResourceOptions,
  ): pulumi.Output<FoundIncidentTemplate[]> {
    const args = withHub(`IncidentTemplate.list("${name}")`, filter);
    return lookUp<{ incidentTemplates: FoundIncidentTemplate[] }>("getIncidentTemplates", name, args, opts)
      .incidentTemplates;
  }

  /** Whether an object is an IncidentTemplate, also one that a second copy of this package made. */
  static override isInstance(object: unknown): object is IncidentTemplate {
    return isKind(object, shape.kind);
  }
}

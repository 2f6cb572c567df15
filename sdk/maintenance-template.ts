import * as pulumi from "@pulumi/pulumi";
import { type HubChildArgs, withHub } from "./hub-child.ts";
import { type Found, lookUp } from "./look-up.ts";
import { isKind, movedFrom, nativeTypeOf, propertiesOf, type Shape, typeOf } from "./resource.ts";
import { type ServiceStatusName, withServiceIds } from "./service-reference.ts";
import type { TemplateArgs, TemplateFilter, TitleOrBody } from "./template.ts";

/** What a maintenance template holds beside its title and body. */
export interface MaintenanceTemplateSettings extends TemplateArgs {
  /**
   * Planned length in whole minutes, 1 to 5999 (99 h 59 min); null for none. A value outside fails in preview, before any
   * request. Removing the declaration sets it to null.
   *
   * Documented: Maintenance Template, `duration`.
   * @default not managed: none on a new template
   */
  duration?: pulumi.Input<number | null | undefined>;
  /**
   * Whether a maintenance made from the template is silent: true and false set it, null leaves it as it is. Removing the
   * declaration sets it to null.
   *
   * Documented: Maintenance Template, `silent`.
   * @default not managed: null on a new template
   */
  silent?: pulumi.Input<boolean | null | undefined>;
}

/** What a program declares of a maintenance template. */
export type MaintenanceTemplateArgs = MaintenanceTemplateSettings & TitleOrBody;

/** A template as `MaintenanceTemplate.list` returns it. */
export type FoundMaintenanceTemplate = Found<MaintenanceTemplate>;

/** What the class hands to Pulumi. */
export const shape: Shape<MaintenanceTemplateArgs> = {
  kind: "MaintenanceTemplate",
  names: ["hub", "hubId", "title", "body", "labels", "serviceStatuses", "duration", "silent", "author", "createdAt"],
  declare: (owner, args) => ({
    ...withHub(owner, args),
    serviceStatuses: withServiceIds(`${owner}: serviceStatuses`, args.serviceStatuses),
  }),
};

/**
 * Predefined values from which a team plans a maintenance faster. What the template leaves out stays as it is when the
 * template is applied.
 *
 * A template deleted by hand is created again: the API has no restore for it.
 *
 * @example
 * ```ts
 * new statushub.MaintenanceTemplate("db-upgrade", { hub, title: "Database upgrade", duration: 90, labels: ["db"] });
 * ```
 */
export class MaintenanceTemplate extends pulumi.CustomResource {
  /** Id of the hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  declare readonly title: pulumi.Output<string | null>;
  declare readonly body: pulumi.Output<string | null>;
  declare readonly labels: pulumi.Output<string[]>;
  declare readonly serviceStatuses: pulumi.Output<{ service: string | number; status: ServiceStatusName }[]>;
  declare readonly duration: pulumi.Output<number | null>;
  declare readonly silent: pulumi.Output<boolean | null>;
  /** E-mail address of the owner of the key that created the template. */
  declare readonly author: pulumi.Output<string | null>;
  /** When the template was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: MaintenanceTemplateArgs, opts?: pulumi.CustomResourceOptions) {
    super(typeOf(shape.kind), name, propertiesOf(shape, name, args), movedFrom(nativeTypeOf(shape.kind), opts));
  }

  /**
   * Reads a maintenance template that this program does not manage.
   *
   * @param id the template's id in the API, such as `"1234"`
   * @throws when the hub has no maintenance template with this id
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubChildArgs,
    opts?: pulumi.CustomResourceOptions,
  ): MaintenanceTemplate {
    // A look-up declares nothing but the hub; the constructor's arguments are those of a program that does.
    return new MaintenanceTemplate(name, args as MaintenanceTemplateArgs, { ...opts, id });
  }

  /**
   * Lists the maintenance templates of a hub, or those that match, in the order of their ids. They need not be managed by any program.
   *
   * @example
   * ```ts
   * const templates = statushub.MaintenanceTemplate.list("api", { hub: "acme", label: "api" });
   * ```
   */
  static list(
    name: string,
    filter: TemplateFilter,
    opts?: pulumi.CustomResourceOptions,
  ): pulumi.Output<FoundMaintenanceTemplate[]> {
    const args = withHub(`MaintenanceTemplate.list("${name}")`, filter);
    return lookUp<{ maintenanceTemplates: FoundMaintenanceTemplate[] }>("getMaintenanceTemplates", name, args, opts)
      .maintenanceTemplates;
  }

  /** Whether an object is a MaintenanceTemplate, also one that a second copy of this package made. */
  static override isInstance(object: unknown): object is MaintenanceTemplate {
    return isKind(object, shape.kind);
  }
}

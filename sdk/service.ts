import * as pulumi from "@pulumi/pulumi";
import { type HubChildArgs, type RecordArgs, withHub } from "./hub-child.ts";
import { type Found, lookUp } from "./look-up.ts";
import { isKind, movedFrom, nativeTypeOf, propertiesOf, type Shape, typeOf } from "./resource.ts";
import { declareUnique } from "./unique.ts";

/** What a program declares of a service. */
export interface ServiceArgs extends RecordArgs {
  /**
   * Id of the group that the service belongs to, from 1. Changing it moves the service in place. The API has no operation
   * for groups: create them in the control panel.
   *
   * Documented: Service, `group_id`.
   */
  groupId: pulumi.Input<number>;
  /**
   * Name of the service; must not be empty.
   *
   * Documented: Service, `name`.
   */
  name: pulumi.Input<string>;
  /**
   * Name that visitors and subscribers see instead; null for none. Removing the declaration sets it to null.
   *
   * Documented: Service, `public_name`.
   * @default not managed: none on a new service
   */
  publicName?: pulumi.Input<string | null | undefined>;
  /**
   * Text of the tooltip on the page; null for none. Removing the declaration sets it to null.
   *
   * Documented: Service, `description`.
   * @default not managed: none on a new service
   */
  description?: pulumi.Input<string | null | undefined>;
  /**
   * Identifier of your own, unique within the hub; null for none. Removing the declaration sets it to null. With one, the
   * service is found again whatever happens to the response of its create, and `adopt: true` works.
   *
   * Documented: Service, `custom_id`.
   * @default not managed: none on a new service
   */
  customId?: pulumi.Input<string | null | undefined>;
}

/** What finds one service of a hub. */
export interface ServiceQuery extends HubChildArgs {
  /** Identifier of your own that the service has. */
  customId?: pulumi.Input<string | undefined>;
  /** Exact name of the service. With `customId`, both must match. */
  name?: pulumi.Input<string | undefined>;
}

/** What selects services of a hub; without more than the hub, all of them. */
export interface ServiceFilter extends HubChildArgs {
  /** Id of the group that they belong to. */
  groupId?: pulumi.Input<number | undefined>;
  /** Whether they were archived in the control panel. @default both */
  archived?: pulumi.Input<boolean | undefined>;
}

/** A service as `Service.list` returns it. */
export type FoundService = Found<Service, "token">;

/** What the class hands to Pulumi. */
export const shape: Shape<ServiceArgs> = {
  kind: "Service",
  unique: ["customId"],
  names: ["hub", "hubId", "groupId", "name", "publicName", "description", "customId", "token", "archived", "createdAt"],
  declare: (owner, args) => withHub(owner, args),
};

/**
 * A component of a status page. Its status is not a property: it follows from incidents and maintenances, so a deploy
 * never changes what visitors see of a running incident.
 *
 * An archived service stays managed: it is read and updated like any other, and `archived` is true.
 *
 * @example
 * ```ts
 * const api = new statushub.Service("api", { hub, groupId: 3, name: "API", customId: "api" });
 * ```
 */
export class Service extends pulumi.CustomResource {
  /** Id of the hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  declare readonly groupId: pulumi.Output<number>;
  declare readonly name: pulumi.Output<string>;
  declare readonly publicName: pulumi.Output<string | null>;
  declare readonly description: pulumi.Output<string | null>;
  declare readonly customId: pulumi.Output<string | null>;
  /** Credential by which integrations create events on this service. Secret. */
  declare readonly token: pulumi.Output<string>;
  /** Whether the service was archived in the control panel. */
  declare readonly archived: pulumi.Output<boolean>;
  /** When the service was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: ServiceArgs, opts?: pulumi.CustomResourceOptions) {
    super(typeOf(shape.kind), name, propertiesOf(shape, name, args), movedFrom(nativeTypeOf(shape.kind), opts));
    declareUnique(this, shape, { name, args, opts });
  }

  /**
   * Reads a service that this program does not manage.
   *
   * @param id the service's id in the API, such as `"1234"`
   * @throws when the hub has no service with this id
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubChildArgs,
    opts?: pulumi.CustomResourceOptions,
  ): Service {
    // A look-up declares nothing but the hub; the constructor's arguments are those of a program that does.
    return new Service(name, args as ServiceArgs, { ...opts, id });
  }

  /**
   * Finds the one service with a custom id or a name, which this program does not manage.
   *
   * @throws when the hub has no such service, or several
   * @example
   * ```ts
   * const database = statushub.Service.find("db", { hub: "acme", customId: "db" });
   * ```
   */
  static find(name: string, query: ServiceQuery, opts?: pulumi.CustomResourceOptions): Service {
    const { id } = lookUp<FoundService>("getService", name, withHub(`Service.find("${name}")`, query), opts);
    return Service.get(name, id, { hub: query.hub }, opts);
  }

  /**
   * Lists the services of a hub, or those that match, in the order of their ids. They need not be managed by any program.
   *
   * @example
   * ```ts
   * const services = statushub.Service.list("databases", { hub: "acme", groupId: 3 });
   * export const names = services.apply((all) => all.map(({ name }) => name));
   * ```
   */
  static list(name: string, filter: ServiceFilter, opts?: pulumi.CustomResourceOptions): pulumi.Output<FoundService[]> {
    const args = withHub(`Service.list("${name}")`, filter);
    return lookUp<{ services: FoundService[] }>("getServices", name, args, opts).services;
  }

  /** Whether an object is a Service, also one that a second copy of this package made. */
  static override isInstance(object: unknown): object is Service {
    return isKind(object, shape.kind);
  }
}

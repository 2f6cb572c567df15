// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs, ManagedRecordArgs } from "./arguments.ts";
import { withHub } from "./declare.ts";
import { lookUp } from "./look-up.ts";
import { dynamicResource } from "./resource.ts";
import { shapes } from "./shapes.ts";
import { isKind } from "./type.ts";
import { declareUnique } from "./unique.ts";

/** Arguments of a service. */
export interface ServiceArgs extends ManagedRecordArgs {
  /**
   * ID of the group that the service belongs to. Changing it moves the service in place. The API has no operation for
   * groups, so create them in the control panel.
   *
   * API: `group_id` (documented).
   */
  groupId: pulumi.Input<number>;
  /**
   * Name of the service. It must not be empty.
   *
   * API: `name` (documented).
   */
  name: pulumi.Input<string>;
  /**
   * Name that visitors and subscribers see instead of `name`. Set it to null to clear it; removing it from the program
   * does the same.
   *
   * API: `public_name` (documented).
   *
   * @default not managed; null on a new record
   */
  publicName?: pulumi.Input<string | null | undefined>;
  /**
   * Tooltip on the page. Set it to null to clear it; removing it from the program does the same.
   *
   * API: `description` (documented).
   *
   * @default not managed; null on a new record
   */
  description?: pulumi.Input<string | null | undefined>;
  /**
   * Your own identifier, unique within the hub. With one, the provider finds the service again if the response to its
   * create gets lost, and `adopt: true` works. Set it to null to clear it; removing it from the program does the same.
   *
   * API: `custom_id` (documented).
   *
   * @default not managed; null on a new record
   */
  customId?: pulumi.Input<string | null | undefined>;
}

/** Finds one service. */
export interface ServiceQuery extends HubScopedArgs {
  /** Your own identifier of the service. */
  customId?: pulumi.Input<string | undefined>;
  /** Exact name of the service. With `customId`, both must match. */
  name?: pulumi.Input<string | undefined>;
}

/** Selects services of a hub. */
export interface ServiceFilter extends HubScopedArgs {
  /** ID of the group that the services belong to. */
  groupId?: pulumi.Input<number | undefined>;
  /** Whether the services were archived in the control panel. */
  archived?: pulumi.Input<boolean | undefined>;
}

/** A service that a look-up returns: its ID and its outputs, without secrets. */
export interface FoundService {
  /** ID of the record in the API. */
  readonly id: string;
  /** ID of the hub in the API. */
  readonly hubId: string;
  readonly groupId: number;
  readonly name: string;
  readonly publicName: string | null;
  readonly description: string | null;
  readonly customId: string | null;
  /** Whether the service was archived in the control panel. */
  readonly archived: boolean;
  /** When the record was created, in UTC. */
  readonly createdAt: string;
}

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
  /** ID of the hub in the API. */
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
  /** When the record was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: ServiceArgs, opts?: pulumi.CustomResourceOptions) {
    super(...dynamicResource(shapes.Service, name, args, opts));
    declareUnique(this, shapes.Service, { name, args, opts });
  }

  /**
   * Reads a service that this program does not manage.
   *
   * @param id the service's ID in the API, such as `"1234"`
   * @throws if the hub has no service with this ID
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubScopedArgs,
    opts?: pulumi.CustomResourceOptions,
  ): Service {
    // A look-up only declares the hub, but the constructor has the arguments of a program that manages the record.
    return new Service(name, args as ServiceArgs, { ...opts, id });
  }

  /**
   * Finds the only service with a custom ID or a name. Fails if none or several match. This program does not manage it.
   *
   * @throws if there is no such service, or several
   * @example
   * ```ts
   * const database = statushub.Service.find("db", { hub: "acme", customId: "db" });
   * ```
   */
  static find(name: string, query: ServiceQuery, opts?: pulumi.CustomResourceOptions): Service {
    const { id } = lookUp<FoundService>("getService", name, withHub(`Service.find("${name}")`, query), opts);
    // With the query as inputs, Pulumi keeps the query's secrets secret in the outputs.
    return Service.get(name, id, query, opts);
  }

  /**
   * Lists the services of a hub, all of them or those that match every argument. In the order of their IDs; no program
   * needs to manage them.
   *
   * @example
   * ```ts
   * const services = statushub.Service.list("databases", { hub: "acme", groupId: 3 });
   * export const names = services.apply((all) => all.map(({ name }) => name));
   * ```
   */
  static list(name: string, filter: ServiceFilter, opts?: pulumi.CustomResourceOptions): pulumi.Output<FoundService[]> {
    return lookUp<{ services: FoundService[] }>("getServices", name, withHub(`Service.list("${name}")`, filter), opts)
      .services;
  }

  /** Whether an object is a Service, of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Service {
    return isKind(object, "Service");
  }
}

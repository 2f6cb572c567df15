// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import { type LookupResult, lookup } from "./lookup.ts";
import { dynamicResource, isKind, keepKnownId, withHub } from "./resource.ts";
import { shapes } from "./shapes.ts";
import type { HubScopedArgs, ManagedRecordArgs } from "./types.ts";

/** Arguments of a service. */
export interface ServiceArgs extends ManagedRecordArgs {
  /**
   * ID of the group, which you create in the control panel. If you change it, the service moves to that group.
   * `pulumi-statushub adopt <hub> --json` shows it as `group_id` of the services in the group; in an empty one, first
   * create a service in the control panel.
   */
  groupId: pulumi.Input<number>;
  /** Name of the service. Can't be empty. */
  name: pulumi.Input<string>;
  /**
   * Name that your visitors and subscribers see instead of `name`. @default not managed; null on a new record, and if
   * you remove it
   */
  publicName?: pulumi.Input<string | null | undefined>;
  /** Text that the page shows as a tooltip. @default not managed; null on a new record, and if you remove it */
  description?: pulumi.Input<string | null | undefined>;
  /**
   * Your own identifier, unique within the hub. Set it: with it, the provider finds your service after a lost response,
   * and with `adopt: true`. @default not managed; null on a new record, and if you remove it
   */
  customId?: pulumi.Input<string | null | undefined>;
}

/** Filters for finding one service. */
export interface ServiceQuery extends HubScopedArgs {
  /** Your own identifier of the service. */
  customId?: pulumi.Input<string | undefined>;
  /** Exact name of the service. */
  name?: pulumi.Input<string | undefined>;
}

/** Filters for listing the services of a hub. */
export interface ServiceFilter extends HubScopedArgs {
  /** Only services of the group with this ID. */
  groupId?: pulumi.Input<number | undefined>;
  /** Only services that are archived, or with `false`, only those that aren't. */
  archived?: pulumi.Input<boolean | undefined>;
}

/** A service that a lookup returns: its ID, and its outputs except secrets. */
export type FoundService = LookupResult<Service, "token">;

/**
 * A component of your status page. You don't set its status: open incidents and maintenances that have begun determine
 * it.
 *
 * If you archive a service in the control panel, Pulumi still manages it, `archived` is true, and `drift` reports it.
 *
 * Visitors see each name once in a group: a service that would show them one twice isn't created, unless you declare
 * `adopt: false`.
 *
 * @example
 * ```ts
 * const api = new statushub.Service("api", { hub, groupId: 3, name: "API", customId: "api" });
 * export const token = api.token;
 * ```
 */
export class Service extends pulumi.CustomResource {
  /** ID of its hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  /** ID of the group, which you create in the control panel. */
  declare readonly groupId: pulumi.Output<number>;
  /** Name of the service. */
  declare readonly name: pulumi.Output<string>;
  /** Name that your visitors and subscribers see instead of `name`. */
  declare readonly publicName: pulumi.Output<string | null>;
  /** Text that the page shows as a tooltip. */
  declare readonly description: pulumi.Output<string | null>;
  /** Your own identifier, unique within the hub. */
  declare readonly customId: pulumi.Output<string | null>;
  /** Secret that integrations use to create events on this service. */
  declare readonly token: pulumi.Output<string>;
  /** Whether somebody archived the service in the control panel. */
  declare readonly archived: pulumi.Output<boolean>;
  /** Time of its creation, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: ServiceArgs, opts?: pulumi.CustomResourceOptions) {
    super(...dynamicResource(shapes.Service, name, args, opts));
    keepKnownId(this, opts);
  }

  /**
   * Reads a service by its ID, such as `"1234"`, without managing it. If the hub has no service with this ID, the
   * preview or `up` fails.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubScopedArgs,
    opts?: pulumi.CustomResourceOptions,
  ): Service {
    return new Service(name, args as ServiceArgs, { ...opts, id });
  }

  /**
   * Finds a service. Fails unless exactly one service matches. Doesn't manage it.
   *
   * @example
   * ```ts
   * const web = statushub.Service.find("web", { hub: "globex", customId: "web" });
   * export const webId = web.id;
   * ```
   */
  static find(name: string, query: ServiceQuery, opts?: pulumi.CustomResourceOptions): Service {
    const { id } = lookup<FoundService>("getService", name, withHub(`Service.find("${name}")`, query), opts);
    return Service.get(name, id, query, opts);
  }

  /**
   * Lists the services of a hub. All filters have to match. Sorted by ID. Doesn't manage them.
   *
   * @example
   * ```ts
   * export const platformServices = statushub.Service.list("platform", { hub: "globex", groupId: 10 });
   * ```
   */
  static list(name: string, filter: ServiceFilter, opts?: pulumi.CustomResourceOptions): pulumi.Output<FoundService[]> {
    return lookup<{ services: FoundService[] }>("getServices", name, withHub(`Service.list("${name}")`, filter), opts)
      .services;
  }

  /** Checks whether an object is a Service of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Service {
    return isKind(object, "Service");
  }
}

// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs } from "../arguments.ts";
import { withHub } from "../declare.ts";
import type { FoundService, ServiceArgs, ServiceFilter, ServiceQuery } from "../service.ts";
import { shapes } from "../shapes.ts";
import { isKind } from "../type.ts";
import { invoke, nativeResource } from "./resource.ts";

/**
 * A component of a status page. You don't set its status: incidents and maintenances determine it, so a deployment
 * doesn't change an open incident.
 *
 * If you archive a service in the control panel, Pulumi still manages it, and `archived` is true.
 *
 * @example
 * ```ts
 * const api = new statushub.Service("api", { hub, groupId: 3, name: "API", customId: "api" });
 * ```
 */
export class Service extends pulumi.CustomResource {
  /** ID of the record's hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  /** ID of the service's group. */
  declare readonly groupId: pulumi.Output<number>;
  /** Name of the service. */
  declare readonly name: pulumi.Output<string>;
  /** Name that visitors and subscribers see instead of `name`. */
  declare readonly publicName: pulumi.Output<string | null>;
  /** Text that the page shows as a tooltip. */
  declare readonly description: pulumi.Output<string | null>;
  /** Your own identifier, unique within the hub. */
  declare readonly customId: pulumi.Output<string | null>;
  /** Secret that integrations use to create events on this service. */
  declare readonly token: pulumi.Output<string>;
  /** Whether the service was archived in the control panel. */
  declare readonly archived: pulumi.Output<boolean>;
  /** When the record was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: ServiceArgs, opts?: pulumi.CustomResourceOptions) {
    super(...nativeResource(shapes.Service, name, args, opts));
  }

  /**
   * Reads a service by its ID, without managing it. If the hub has no service with this ID, the preview or `up` fails.
   *
   * @param id the service's ID in the API, such as `"1234"`
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
   * Finds a service by its custom ID or name. Fails unless exactly one service matches. Doesn't manage it.
   *
   * @example
   * ```ts
   * const database = statushub.Service.find("db", { hub: "acme", customId: "db" });
   * ```
   */
  static find(name: string, query: ServiceQuery, opts?: pulumi.CustomResourceOptions): Service {
    const { id } = invoke<FoundService>("getService", name, withHub(`Service.find("${name}")`, query), opts);
    // With the query as inputs, Pulumi keeps the query's secrets secret in the outputs.
    return Service.get(name, id, query, opts);
  }

  /**
   * Lists the services of a hub. If you pass filters, a service has to match all of them. Sorted by ID. Doesn't manage
   * them.
   *
   * @example
   * ```ts
   * const services = statushub.Service.list("databases", { hub: "acme", groupId: 3 });
   * export const names = services.apply((all) => all.map(({ name }) => name));
   * ```
   */
  static list(name: string, filter: ServiceFilter, opts?: pulumi.CustomResourceOptions): pulumi.Output<FoundService[]> {
    return invoke<{ services: FoundService[] }>("getServices", name, withHub(`Service.list("${name}")`, filter), opts)
      .services;
  }

  /** Checks whether an object is a Service of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Service {
    return isKind(object, "Service");
  }
}

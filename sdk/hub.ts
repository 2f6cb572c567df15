// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import { type LookupResult, lookup } from "./lookup.ts";
import { dynamicResource, isKind, keepKnownId } from "./resource.ts";
import { shapes } from "./shapes.ts";

/** Arguments of a hub. */
export interface HubArgs {
  /**
   * Subdomain of an existing hub, such as `acme` for `acme.statushub.io`. If you change it later, Pulumi renames the
   * hub in place.
   */
  subdomain: pulumi.Input<string>;
  /** Name that visitors see. Can't be empty. @default not managed; the name that the hub has */
  name?: pulumi.Input<string | undefined>;
  /** URL that the hub's name and logo link to. @default not managed; the link that the hub has; null if you remove it */
  productUrl?: pulumi.Input<string | null | undefined>;
}

/** Filters for finding one hub. */
export interface HubQuery {
  /** Subdomain of the hub. */
  subdomain: pulumi.Input<string>;
}

/** A hub that a lookup returns: its ID, and its outputs except secrets. */
export type FoundHub = LookupResult<Hub>;

/**
 * A status page, which you create in the control panel. This resource adopts the hub with your subdomain and updates it
 * to match your program. If you remove it from your program, the hub stays as it is.
 *
 * @example
 * ```ts
 * const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme status" });
 * export const address = hub.subdomain;
 * ```
 */
export class Hub extends pulumi.CustomResource {
  /** Subdomain of an existing hub, such as `acme` for `acme.statushub.io`. */
  declare readonly subdomain: pulumi.Output<string>;
  /** Name that visitors see. */
  declare readonly name: pulumi.Output<string>;
  /** URL that the hub's name and logo link to. */
  declare readonly productUrl: pulumi.Output<string | null>;
  /** Type of the hub: `primary` or `connected`. */
  declare readonly type: pulumi.Output<string>;
  /** The hub's own domain, if it has one. Only StatusHub support can set it. */
  declare readonly customDomain: pulumi.Output<string | null>;
  /** ID of the primary hub, if this is a connected hub. */
  declare readonly parentId: pulumi.Output<number | null>;
  /** Time of its creation, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: HubArgs, opts?: pulumi.CustomResourceOptions) {
    super(...dynamicResource(shapes.Hub, name, args, opts));
    keepKnownId(this, opts);
  }

  /**
   * Reads a hub by its ID, such as `"1234"`, without managing it. If the key can't see a hub with this ID, the preview
   * or `up` fails.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Hub {
    return new Hub(name, {} as HubArgs, { ...opts, id });
  }

  /** Finds a hub. Fails unless the key can see it. Doesn't manage it. */
  static find(name: string, query: HubQuery, opts?: pulumi.CustomResourceOptions): Hub {
    const { id } = lookup<FoundHub>("getHub", name, { ...query }, opts);
    return new Hub(name, { subdomain: query.subdomain }, { ...opts, id });
  }

  /** Checks whether an object is a Hub of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Hub {
    return isKind(object, "Hub");
  }
}

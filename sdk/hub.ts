// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import { lookUp } from "./look-up.ts";
import { dynamicResource } from "./resource.ts";
import { shapes } from "./shapes.ts";
import { isKind } from "./type.ts";
import { declareUnique } from "./unique.ts";

/** Arguments of a hub. */
export interface HubArgs {
  /**
   * Name of the hub in its address and in the paths of the API: two or more of `a-z`, `0-9`, `-` and `_`, beginning and
   * ending with a letter or digit. The hub must exist, and is adopted. Changing it later renames the hub in place.
   *
   * API: `subdomain` (documented).
   */
  subdomain: pulumi.Input<string>;
  /**
   * Name that visitors see. It must not be empty.
   *
   * API: `name` (documented).
   *
   * @default not managed; the hub keeps its name
   */
  name?: pulumi.Input<string | undefined>;
  /**
   * Where the hub's name and logo link to. Set it to null to clear it; removing it from the program does the same.
   *
   * API: `product_url` (documented).
   *
   * @default not managed; the hub keeps its link
   */
  productUrl?: pulumi.Input<string | null | undefined>;
}

/** Finds one hub. */
export interface HubQuery {
  /** Subdomain that the hub has now. */
  subdomain: pulumi.Input<string>;
}

/** A hub that a look-up returns: its ID and its outputs, without secrets. */
export interface FoundHub {
  /** ID of the record in the API. */
  readonly id: string;
  readonly subdomain: string;
  readonly name: string;
  readonly productUrl: string | null;
  /** `primary` or `connected`. */
  readonly type: string;
  /** Alternative domain of the hub, which only StatusHub's support can set. */
  readonly customDomain: string | null;
  /** ID of the primary hub, if this is a connected one. */
  readonly parentId: number | null;
  /** When the record was created, in UTC. */
  readonly createdAt: string;
}

/**
 * A status page. The API can neither create nor delete a hub, so this resource adopts the hub with the given subdomain
 * and brings it to the declared values. Removing it from the program leaves the hub as it is.
 *
 * @example
 * ```ts
 * const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme status" });
 * ```
 */
export class Hub extends pulumi.CustomResource {
  declare readonly subdomain: pulumi.Output<string>;
  declare readonly name: pulumi.Output<string>;
  declare readonly productUrl: pulumi.Output<string | null>;
  /** `primary` or `connected`. */
  declare readonly type: pulumi.Output<string>;
  /** Alternative domain of the hub, which only StatusHub's support can set. */
  declare readonly customDomain: pulumi.Output<string | null>;
  /** ID of the primary hub, if this is a connected one. */
  declare readonly parentId: pulumi.Output<number | null>;
  /** When the record was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: HubArgs, opts?: pulumi.CustomResourceOptions) {
    super(...dynamicResource(shapes.Hub, name, args, opts));
    declareUnique(this, shapes.Hub, { name, args, opts });
  }

  /**
   * Reads a hub that this program does not manage.
   *
   * @param id the hub's ID in the API, such as `"1234"`
   * @throws if the key can see no hub with this ID
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Hub {
    // A look-up only declares the hub, but the constructor has the arguments of a program that manages the record.
    return new Hub(name, {} as HubArgs, { ...opts, id });
  }

  /**
   * Finds a hub by its subdomain or its ID. This program does not manage it.
   *
   * @throws if there is no such hub
   * @example
   * ```ts
   * const hub = statushub.Hub.find("acme", { subdomain: "acme" });
   * ```
   */
  static find(name: string, query: HubQuery, opts?: pulumi.CustomResourceOptions): Hub {
    const { id } = lookUp<FoundHub>("getHub", name, { ...query }, opts);
    // With the query as inputs, Pulumi keeps the query's secrets secret in the outputs.
    return new Hub(name, { subdomain: query.subdomain }, { ...opts, id });
  }

  /** Whether an object is a Hub, of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Hub {
    return isKind(object, "Hub");
  }
}

import * as pulumi from "@pulumi/pulumi";
import { lookUp } from "./look-up.ts";
import { isKind, movedFrom, nativeTypeOf, propertiesOf, type Shape, typeOf } from "./resource.ts";
import { declareUnique } from "./unique.ts";

/** What a program declares of a status page. */
export interface HubArgs {
  /**
   * Name of the hub in its address and in the paths of the API: two or more of `a-z`, `0-9`, `-` and `_`, beginning and
   * ending with a letter or digit. The hub must exist: it is adopted. Changing it later renames the hub in place.
   *
   * Documented: Hub, `subdomain`.
   */
  subdomain: pulumi.Input<string>;
  /**
   * Name that visitors see.
   *
   * Documented: Hub, `name`.
   * @default not managed: the hub keeps the name it has
   */
  name?: pulumi.Input<string | undefined>;
  /**
   * Where the hub's name and logo link to; null for nowhere. Removing the declaration sets it to null.
   *
   * Documented: Hub, `product_url`.
   * @default not managed: the hub keeps the link it has
   */
  productUrl?: pulumi.Input<string | null | undefined>;
}

/** What finds a hub. */
export interface HubQuery {
  /** Subdomain that the hub has now. */
  subdomain: pulumi.Input<string>;
}

/** What the class hands to Pulumi. */
export const shape: Shape<HubArgs> = {
  kind: "Hub",
  unique: ["subdomain"],
  names: ["subdomain", "name", "productUrl", "type", "customDomain", "parentId", "createdAt"],
  declare: (_, args) => ({ ...args }),
};

/**
 * A status page. The API can neither create nor delete a hub, so this adopts the one with the given subdomain and
 * brings it to the declared values; removing it from the program leaves the hub as it is.
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
  /** Alternative domain, which only the vendor's support can set. */
  declare readonly customDomain: pulumi.Output<string | null>;
  /** Id of the primary hub, on a connected hub. */
  declare readonly parentId: pulumi.Output<number | null>;
  /** When the hub was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: HubArgs, opts?: pulumi.CustomResourceOptions) {
    super(typeOf(shape.kind), name, propertiesOf(shape, name, args), movedFrom(nativeTypeOf(shape.kind), opts));
    declareUnique(this, shape, { name, args, opts });
  }

  /**
   * Reads a hub that this program does not manage.
   *
   * @param id the hub's id in the API, such as `"17"`
   * @throws when the key can see no hub with this id
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Hub {
    // A look-up declares nothing; the constructor's arguments are those of a program that does.
    return new Hub(name, {} as HubArgs, { ...opts, id });
  }

  /**
   * Finds a hub that this program does not manage.
   *
   * @throws when the key can see no hub with this subdomain
   * @example
   * ```ts
   * const hub = statushub.Hub.find("acme", { subdomain: "acme" });
   * ```
   */
  static find(name: string, query: HubQuery, opts?: pulumi.CustomResourceOptions): Hub {
    return Hub.get(name, lookUp<{ id: string }>("getHub", name, { ...query }, opts).id, opts);
  }

  /** Whether an object is a Hub, also one that a second copy of this package made. */
  static override isInstance(object: unknown): object is Hub {
    return isKind(object, shape.kind);
  }
}

// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs } from "../arguments.ts";
import { shapes } from "../shapes.ts";
import type { SubscriptionArgs } from "../subscription.ts";
import { isKind } from "../type.ts";
import type { SubscriptionMethod } from "../types.ts";
import { nativeResource } from "./resource.ts";

/**
 * A recipient of notifications: where they go, and about which services. Only declared subscriptions are managed; the
 * ones that visitors sign up for on the page are never touched, and `adopt` and `export` leave them out.
 *
 * If a subscription is deleted outside Pulumi, a refresh shows it as `deleted` and the next `up` restores it in place,
 * perhaps under a new `recordId`. If you declare an address that a deleted subscription has and StatusHub rejects a
 * second one, the deleted subscription is restored.
 *
 * @example
 * ```ts
 * new statushub.Subscription("on-call", {
 *   hub,
 *   method: "slack",
 *   address: config.requireSecret("slackUrl"),
 *   services: [api],
 * });
 * ```
 */
export class Subscription extends pulumi.CustomResource {
  /** ID of the hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  declare readonly method: pulumi.Output<SubscriptionMethod>;
  declare readonly address: pulumi.Output<string>;
  declare readonly services: pulumi.Output<"all" | (string | number)[]>;
  declare readonly configuration: pulumi.Output<Record<string, unknown>>;
  declare readonly label: pulumi.Output<string | null>;
  declare readonly lessVerbose: pulumi.Output<boolean>;
  declare readonly protected: pulumi.Output<boolean>;
  declare readonly subscriberId: pulumi.Output<number>;
  /** ID of the record in the API. It differs from the resource's ID if the subscription was restored under a new one. */
  declare readonly recordId: pulumi.Output<string>;
  /** When the record was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: SubscriptionArgs, opts?: pulumi.CustomResourceOptions) {
    super(...nativeResource(shapes.Subscription, name, args, opts));
  }

  /**
   * Reads a subscription that this program does not manage.
   *
   * @param id the subscription's ID in the API, such as `"1234"`
   * @throws if the hub has no subscription with this ID
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubScopedArgs,
    opts?: pulumi.CustomResourceOptions,
  ): Subscription {
    // A look-up only declares the hub, but the constructor has the arguments of a program that manages the record.
    return new Subscription(name, args as SubscriptionArgs, { ...opts, id });
  }

  /** Whether an object is a Subscription, of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Subscription {
    return isKind(object, "Subscription");
  }
}

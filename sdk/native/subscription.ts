// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs } from "../arguments.ts";
import { shapes } from "../shapes.ts";
import type { SubscriptionArgs } from "../subscription.ts";
import { isKind } from "../type.ts";
import type { SubscriptionMethod } from "../types.ts";
import { nativeResource } from "./resource.ts";

/**
 * Sends notifications about some or all services to an address. Only the subscriptions that you declare are managed.
 * Those of visitors who signed up on the page aren't changed, and `adopt` and `export` leave them out by default.
 *
 * If a subscription is deleted outside Pulumi, a refresh shows it as `deleted` and the next `up` restores it in place,
 * perhaps under a new `recordId`. If you declare the method and address of a deleted subscription, and StatusHub
 * rejects the create with 409, which we infer to mean a conflict, the deleted subscription is restored. After any other
 * rejection, the error tells you how to restore it with `adopt`.
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
  /** ID of the record's hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  /** Channel for notifications: `email`, `sms`, `webhook`, `slack` or `teams`. */
  declare readonly method: pulumi.Output<SubscriptionMethod>;
  /** Destination of the notifications, unique within the hub. */
  declare readonly address: pulumi.Output<string>;
  /** Services whose events trigger notifications: `"all"`, or a list of at least one, in any order. */
  declare readonly services: pulumi.Output<"all" | (string | number)[]>;
  /** Extra settings of the method, such as `{ content_type: "application/json" }` for a webhook. */
  declare readonly configuration: pulumi.Output<Record<string, unknown>>;
  /** Owner of the address, such as a person or a team. */
  declare readonly label: pulumi.Output<string | null>;
  /** If true, StatusHub sends as few notifications per incident as possible, typically the first and the last. */
  declare readonly lessVerbose: pulumi.Output<boolean>;
  /** If true, the recipient can't edit or end the subscription. */
  declare readonly protected: pulumi.Output<boolean>;
  /**
   * ID of an existing subscriber, to add a second method for the same recipient: pass the `subscriberId` of the first
   * subscription.
   */
  declare readonly subscriberId: pulumi.Output<number>;
  /** Current ID of the record in the API. Differs from `id` if the subscription was restored under a new one. */
  declare readonly recordId: pulumi.Output<string>;
  /** When the record was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: SubscriptionArgs, opts?: pulumi.CustomResourceOptions) {
    super(...nativeResource(shapes.Subscription, name, args, opts));
  }

  /**
   * Reads a subscription by its ID, without managing it. If the hub has no subscription with this ID, the preview or
   * `up` fails.
   *
   * @param id the subscription's ID in the API, such as `"1234"`
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

  /** Checks whether an object is a Subscription of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Subscription {
    return isKind(object, "Subscription");
  }
}

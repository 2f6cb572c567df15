// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import { dynamicResource, isKind, keepKnownId } from "./resource.ts";
import { shapes } from "./shapes.ts";
import type { HubScopedArgs, ManagedRecordArgs, ServiceSelection, SubscriptionMethod } from "./types.ts";

/** Arguments of a subscription. */
export interface SubscriptionArgs extends ManagedRecordArgs {
  /** Channel for notifications. If you change it, Pulumi replaces the subscription. API: `method_name`. */
  method: pulumi.Input<SubscriptionMethod>;
  /**
   * Destination of the notifications, unique within the hub: an email address for `email`, a phone number (digits,
   * spaces and `+ ( ) - .`) for `sms`, and an http or https URL for the other methods.
   */
  address: pulumi.Input<string>;
  /**
   * Services whose events trigger notifications: `"all"`, or your list of at least one, in any order. API:
   * `services_selection`.
   */
  services: pulumi.Input<ServiceSelection>;
  /**
   * Extra settings of the method, such as `{ content_type: "application/json" }` for a webhook. StatusHub documents no
   * other keys; the provider sends yours unchanged, in place of all others, and compares only them. @default not
   * managed; an empty object on a new record, and if you remove it
   */
  configuration?: pulumi.Input<Record<string, unknown> | undefined>;
  /**
   * Owner of the address, such as a person or your team. Not available for email. @default not managed; null on a new
   * record, and if you remove it
   */
  label?: pulumi.Input<string | null | undefined>;
  /**
   * If true, StatusHub sends as few notifications per incident as possible, typically the first and the last. @default
   * not managed; false on a new record, and if you remove it
   */
  lessVerbose?: pulumi.Input<boolean | undefined>;
  /**
   * If true, the recipient can't edit or end the subscription. Useful for a shared mailbox. @default not managed; false
   * on a new record, and if you remove it
   */
  protected?: pulumi.Input<boolean | undefined>;
  /**
   * ID of an existing subscriber, to add another method for the same recipient: pass the `subscriberId` of the first
   * subscription. A subscriber can have one subscription of each method. If you change it, Pulumi replaces the
   * subscription. @default not managed; a new subscriber
   */
  subscriberId?: pulumi.Input<number | undefined>;
}

/**
 * Sends notifications about some or all services to an address of your team. Visitors sign up on the page; `adopt`
 * leaves theirs out.
 *
 * If somebody deletes it outside Pulumi, your next `up` with a refresh restores it in place, perhaps under a new
 * `recordId`. Declaring a deleted one's method and address also restores it, if StatusHub returns 409, as far as we
 * know.
 *
 * @example
 * ```ts
 * new statushub.Subscription("on-call", {
 *   hub,
 *   method: "slack",
 *   address: new pulumi.Config().requireSecret("slackUrl"),
 *   services: [api],
 * });
 * ```
 */
export class Subscription extends pulumi.CustomResource {
  /** ID of its hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  /** Channel for notifications. */
  declare readonly method: pulumi.Output<SubscriptionMethod>;
  /**
   * Destination of the notifications, unique within the hub: an email address for `email`, a phone number (digits,
   * spaces and `+ ( ) - .`) for `sms`, and an http or https URL for the other methods.
   */
  declare readonly address: pulumi.Output<string>;
  /** Services whose events trigger notifications: `"all"`, or your list of at least one, in any order. */
  declare readonly services: pulumi.Output<"all" | (string | number)[]>;
  /** Extra settings of the method, such as `{ content_type: "application/json" }` for a webhook. */
  declare readonly configuration: pulumi.Output<Record<string, unknown>>;
  /** Owner of the address, such as a person or your team. */
  declare readonly label: pulumi.Output<string | null>;
  /** If true, StatusHub sends as few notifications per incident as possible, typically the first and the last. */
  declare readonly lessVerbose: pulumi.Output<boolean>;
  /** If true, the recipient can't edit or end the subscription. */
  declare readonly protected: pulumi.Output<boolean>;
  /**
   * ID of an existing subscriber, to add another method for the same recipient: pass the `subscriberId` of the first
   * subscription.
   */
  declare readonly subscriberId: pulumi.Output<number>;
  /** ID of the record in the API. Differs from `id` if StatusHub restored the subscription under a new one. */
  declare readonly recordId: pulumi.Output<string>;
  /** Time of its creation, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: SubscriptionArgs, opts?: pulumi.CustomResourceOptions) {
    super(...dynamicResource(shapes.Subscription, name, args, opts));
    keepKnownId(this, opts);
  }

  /**
   * Reads a subscription by its ID, such as `"1234"`, without managing it. If the hub has no subscription with this ID,
   * the preview or `up` fails.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubScopedArgs,
    opts?: pulumi.CustomResourceOptions,
  ): Subscription {
    return new Subscription(name, args as SubscriptionArgs, { ...opts, id });
  }

  /** Checks whether an object is a Subscription of either provider, even from a second copy of this package. */
  static override isInstance(object: unknown): object is Subscription {
    return isKind(object, "Subscription");
  }
}

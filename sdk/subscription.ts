// Written by `npm run generate` from kinds/. Edit the kind instead.
import * as pulumi from "@pulumi/pulumi";
import type { HubScopedArgs, ManagedRecordArgs } from "./arguments.ts";
import { dynamicResource } from "./resource.ts";
import { shapes } from "./shapes.ts";
import { isKind } from "./type.ts";
import type { ServiceSelection, SubscriptionMethod } from "./types.ts";
import { declareUnique } from "./unique.ts";

/** Arguments of a subscription. */
export interface SubscriptionArgs extends ManagedRecordArgs {
  /**
   * How notifications are sent: `email`, `sms`, `webhook`, `slack` or `teams`. The API cannot change it, so another
   * method replaces the subscription.
   *
   * API: `method_name` (documented).
   */
  method: pulumi.Input<SubscriptionMethod>;
  /**
   * Where notifications go, unique within the hub: an e-mail address for `email`, a phone number (digits, and
   * `+ ( ) - .` or spaces) for `sms`, an http or https URL for the others. Kept as a secret.
   *
   * API: `address` (documented).
   */
  address: pulumi.Input<string>;
  /**
   * The services whose events trigger notifications: `"all"`, or a list in any order that is not empty.
   *
   * API: `services_selection` (documented).
   */
  services: pulumi.Input<ServiceSelection>;
  /**
   * Extra settings of the method, such as `{ content_type: "application/json" }` for a webhook. The API does not say
   * what else it may hold, so every key is sent as it is. Only the declared keys are compared, and the others are kept.
   * Kept as a secret. If you remove it from the program, it is reset to an empty object.
   *
   * API: `configuration` (documented).
   *
   * @default not managed; an empty object on a new record
   */
  configuration?: pulumi.Input<Record<string, unknown> | undefined>;
  /**
   * Who is behind the address, such as a person or a team. Not available for e-mail, which is checked in preview. Set
   * it to null to clear it; removing it from the program does the same.
   *
   * API: `label` (documented).
   *
   * @default not managed; null on a new record
   */
  label?: pulumi.Input<string | null | undefined>;
  /**
   * Whether an incident sends as few notifications as possible, typically the first and the last one. If you remove it
   * from the program, it is reset to false.
   *
   * API: `less_verbose` (documented).
   *
   * @default not managed; false on a new record
   */
  lessVerbose?: pulumi.Input<boolean | undefined>;
  /**
   * Whether the recipient can neither edit nor end the subscription, as for a group's mailbox. If you remove it from
   * the program, it is reset to false.
   *
   * API: `protected` (documented).
   *
   * @default not managed; false on a new record
   */
  protected?: pulumi.Input<boolean | undefined>;
  /**
   * ID of the subscriber to whom the subscription is added: the `subscriberId` of another subscription, for a second
   * method of the same recipient. A subscriber has at most one subscription of each method. Another ID replaces the
   * subscription, because we infer that the API only takes it on create.
   *
   * API: `subscriber_id` (documented).
   *
   * @default not managed; a new subscriber
   */
  subscriberId?: pulumi.Input<number | undefined>;
}

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
    super(...dynamicResource(shapes.Subscription, name, args, opts));
    declareUnique(this, shapes.Subscription, { name, args, opts });
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

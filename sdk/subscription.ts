import * as pulumi from "@pulumi/pulumi";
import { type HubChildArgs, type RecordArgs, withHub } from "./hub-child.ts";
import { isKind, movedFrom, nativeTypeOf, propertiesOf, type Shape, typeOf } from "./resource.ts";
import { type ServiceReference, withServiceIds } from "./service-reference.ts";
import { declareUnique } from "./unique.ts";

/** How notifications are sent. */
export type SubscriptionMethod = "email" | "sms" | "webhook" | "slack" | "teams";

/** The services that a subscription covers: all of the hub, or those in a list that is not empty. */
export type ServiceSelection = "all" | pulumi.Input<ServiceReference>[];

/** What a program declares of a subscription. */
export interface SubscriptionArgs extends RecordArgs {
  /**
   * How notifications are sent: `email`, `sms`, `webhook`, `slack` or `teams`. The API cannot change it, so another method
   * replaces the subscription.
   *
   * Documented: Subscription, `method_name`.
   */
  method: pulumi.Input<SubscriptionMethod>;
  /**
   * Where notifications go; unique within the hub. For `email` an e-mail address, for `sms` a phone number (digits, and
   * `+ ( ) - .` or spaces), for the others an http or https URL. Kept as a secret, and shown nowhere.
   *
   * Documented: Subscription, `address`.
   */
  address: pulumi.Input<string>;
  /**
   * The services whose events trigger notifications: `"all"`, or a list that is not empty, which is checked in preview.
   * Their order means nothing.
   *
   * Documented: Subscription, `services_selection`.
   */
  services: pulumi.Input<ServiceSelection>;
  /**
   * Extra settings of the method, such as `{ content_type: "application/json" }` of a webhook. The API does not say what
   * else it may hold, so anything passes as it is; the declared keys are compared, and a key that only the API has is no
   * drift. Kept as a secret. Removing the declaration empties it.
   *
   * Documented: Subscription, `configuration`.
   * @default not managed: empty on a new subscription
   */
  configuration?: pulumi.Input<Record<string, unknown> | undefined>;
  /**
   * Who is behind the address, such as a person or a team; null for nobody. Not available for e-mail, which is checked in
   * preview. Removing the declaration sets it to null.
   *
   * Documented: Subscription, `label`.
   * @default not managed: none on a new subscription
   */
  label?: pulumi.Input<string | null | undefined>;
  /**
   * Whether an incident sends as few notifications as possible, typically the first and the final one. Removing the
   * declaration sets it to false.
   *
   * Documented: Subscription, `less_verbose`.
   * @default not managed: false on a new subscription
   */
  lessVerbose?: pulumi.Input<boolean | undefined>;
  /**
   * Whether the recipient can neither edit the subscription nor end it, as for a group's mailbox. Removing the declaration
   * sets it to false.
   *
   * Documented: Subscription, `protected`.
   * @default not managed: false on a new subscription
   */
  protected?: pulumi.Input<boolean | undefined>;
  /**
   * Id of the subscriber to whom the subscription is added, from 1: `subscriberId` of another subscription, for a second
   * method of the same recipient. The API takes it on create only, so another id replaces the subscription.
   *
   * Documented: Subscription, `subscriber_id`; a subscriber has at most one subscription of a method.
   * @default a subscriber of its own
   */
  subscriberId?: pulumi.Input<number | undefined>;
}

/** What the class hands to Pulumi. */
export const shape: Shape<SubscriptionArgs> = {
  kind: "Subscription",
  unique: ["method", "address"],
  names: [
    "hub",
    "hubId",
    "method",
    "address",
    "services",
    "configuration",
    "label",
    "lessVerbose",
    "protected",
    "subscriberId",
    "recordId",
    "createdAt",
  ],
  declare: (owner, args) => ({
    ...withHub(owner, args),
    services: withServiceIds(`${owner}: services`, args.services),
    // Else it would lie in the state as plain text wherever the program does not say that it is secret.
    address: args.address === undefined ? undefined : pulumi.secret(args.address),
    configuration: args.configuration === undefined ? undefined : pulumi.secret(args.configuration),
  }),
};

/**
 * Who gets notifications of events, where, and of which services. Only declared subscriptions are managed: what visitors sign
 * up for on the page is never touched.
 *
 * A subscription deleted by hand shows as `deleted`, and the next `up` restores it in place, perhaps under a new
 * `recordId`. Declaring an address that a deleted subscription has, where the API refuses a second one, restores that.
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
  /** Id of the hub in the API. */
  declare readonly hubId: pulumi.Output<string>;
  declare readonly method: pulumi.Output<SubscriptionMethod>;
  declare readonly address: pulumi.Output<string>;
  declare readonly services: pulumi.Output<"all" | (string | number)[]>;
  declare readonly configuration: pulumi.Output<Record<string, unknown>>;
  declare readonly label: pulumi.Output<string | null>;
  declare readonly lessVerbose: pulumi.Output<boolean>;
  declare readonly protected: pulumi.Output<boolean>;
  /** Id of the subscriber that the subscription belongs to, declared or created by the API. */
  declare readonly subscriberId: pulumi.Output<number>;
  /** Id of the record in the API. It is not the resource's id where the subscription was restored under a new one. */
  declare readonly recordId: pulumi.Output<string>;
  /** When the subscription was created, in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: SubscriptionArgs, opts?: pulumi.CustomResourceOptions) {
    super(typeOf(shape.kind), name, propertiesOf(shape, name, args), movedFrom(nativeTypeOf(shape.kind), opts));
    declareUnique(this, shape, { name, args, opts });
  }

  /**
   * Reads a subscription that this program does not manage.
   *
   * @param id the subscription's id in the API, such as `"1234"`
   * @throws when the hub has no subscription with this id
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: HubChildArgs,
    opts?: pulumi.CustomResourceOptions,
  ): Subscription {
    // A look-up declares nothing but the hub; the constructor's arguments are those of a program that does.
    return new Subscription(name, args as SubscriptionArgs, { ...opts, id });
  }

  /** Whether an object is a Subscription, also one that a second copy of this package made. */
  static override isInstance(object: unknown): object is Subscription {
    return isKind(object, shape.kind);
  }
}

import * as pulumi from "@pulumi/pulumi";
import { invalidHub } from "../errors/program.ts";
import { Hub } from "./hub.ts";

/** A hub by its ID, by its subdomain, or by both. */
export interface HubReference {
  /** ID of the hub in the API. With it, a renamed hub keeps its records. */
  id?: pulumi.Input<string>;
  /** Subdomain of the hub. */
  subdomain?: pulumi.Input<string>;
}

/** What names the hub of a record. */
export interface HubChildArgs {
  /**
   * The hub that the record belongs to: a `Hub`, or a subdomain. With a `Hub`, renaming it keeps its records; with a
   * subdomain, another subdomain is another hub, and the record is replaced. A number may be an ID or a subdomain, so it
   * is written as `{ id: "17" }` or as `{ subdomain: "17" }`.
   */
  hub: pulumi.Input<Hub | HubReference | string>;
}

/** What every record that a program declares has in common. */
export interface RecordArgs extends HubChildArgs {
  /**
   * Adopts a record that exists, instead of creating one: the one with this ID, such as `"1234"`; or with `true` the one
   * with exactly the same `customId` (services) or `address` (subscriptions) if there is one. Differences are sent in one
   * request, and a deleted subscription is restored by its ID. Only used on create; you can remove it afterwards.
   *
   * Fails if the record does not exist on this hub, is deleted for good, or belongs to another resource of the stack; with
   * `true` also if the `customId` or `address` of a record is only similar.
   *
   * @default a record is created
   */
  adopt?: pulumi.Input<boolean | string | undefined>;
}

/**
 * What a program declares of a record on a hub, with the hub as the provider takes it.
 *
 * @param owner names the resource in an error
 */
export function withHub<Args extends HubChildArgs>(owner: string, args: Args): object {
  return { ...args, hub: hubInput(owner, args.hub) };
}

function hubInput(owner: string, hub: HubChildArgs["hub"]): pulumi.Input<unknown> {
  if (pulumi.Output.isInstance(hub) || hub instanceof Promise) {
    return pulumi.output(hub as pulumi.Input<string>).apply((value: unknown) => addressOf(owner, value));
  }
  return addressOf(owner, hub);
}

// The id travels along because it stays known while a preview shows the hub as renamed.
function addressOf(owner: string, hub: unknown): unknown {
  if (Hub.isInstance(hub)) return { id: hub.id, subdomain: hub.subdomain };
  if (pulumi.Resource.isInstance(hub)) {
    // Pulumi would pass the resource's id, which may look like a subdomain.
    const type = (hub as unknown as { __pulumiType?: unknown }).__pulumiType;
    throw new pulumi.RunError(invalidHub.resource({ owner, type: String(type) }));
  }
  return hub;
}

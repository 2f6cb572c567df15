import * as pulumi from "@pulumi/pulumi";
import { Hub } from "./hub.ts";
import { StatusHubResource } from "./resource.ts";

/** What every record on a hub has in common. */
export interface HubChildArgs {
  /**
   * The hub that the record belongs to: a `Hub`, or a subdomain. With a `Hub`, renaming it keeps its records; with a
   * subdomain, another subdomain is another hub, and the record is replaced.
   */
  hub: pulumi.Input<Hub | string>;
}

/** A record on a hub. */
export abstract class HubChild extends StatusHubResource {
  /** Id of the hub in the API. */
  declare readonly hubId: pulumi.Output<string>;

  protected constructor(
    kind: string,
    name: string,
    settings: { names: readonly string[]; properties: HubChildArgs },
    opts?: pulumi.CustomResourceOptions,
  ) {
    const { names, properties } = settings;
    const hub = hubInput(`statushub.${kind} "${name}"`, properties.hub);
    super(kind, name, { names: ["hub", "hubId", ...names], properties: { ...properties, hub } }, opts);
  }
}

function hubInput(owner: string, hub: pulumi.Input<Hub | string>): pulumi.Input<unknown> {
  if (pulumi.Output.isInstance(hub) || hub instanceof Promise) {
    return pulumi.output(hub as pulumi.Input<string>).apply((value: unknown) => addressOf(owner, value));
  }
  return addressOf(owner, hub);
}

// The id travels along because it stays known while a preview shows the hub as renamed.
function addressOf(owner: string, hub: unknown): unknown {
  if (Hub.isInstance(hub)) return { id: hub.id, subdomain: hub.subdomain };
  if (pulumi.Resource.isInstance(hub)) {
    // Pulumi would pass the resource's id, which could be taken for a subdomain.
    const type = (hub as unknown as { __pulumiType?: unknown }).__pulumiType;
    throw new pulumi.RunError(`${owner}: hub must be a statushub.Hub or the subdomain of one, and not a ${type}.`);
  }
  return hub;
}

import * as pulumi from "@pulumi/pulumi";

/**
 * The pointer that every resource carries in the state, in place of code. Pulumi's dynamic-provider process evaluates it
 * in the folder of the program, so the installed version of this package is what runs, always.
 *
 * A wire format: it lies in users' states and must never change, not by a byte.
 */
const pointer = (kind: string) =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${kind}")`;

const typeOf = (kind: string) => `pulumi-nodejs:dynamic/statushub:${kind}`;

/** What all resources of this package share: how Pulumi finds the code behind them. */
export abstract class StatusHubResource extends pulumi.CustomResource {
  /**
   * @param kind the resource's kind, part of its Pulumi type
   * @param names every property that the resource shows; Pulumi sets only those that are named
   */
  protected constructor(
    kind: string,
    name: string,
    settings: { names: readonly string[]; properties: object },
    opts?: pulumi.CustomResourceOptions,
  ) {
    const unset = Object.fromEntries(settings.names.map((property) => [property, undefined]));
    super(typeOf(kind), name, { ...unset, ...settings.properties, __provider: pointer(kind) }, opts);
  }
}

/** Whether an object is a resource of this kind, also one that a second copy of this package made. */
export function isKind(object: unknown, kind: string): boolean {
  return (
    pulumi.CustomResource.isInstance(object) && (object as { __pulumiType?: unknown }).__pulumiType === typeOf(kind)
  );
}

import * as pulumi from "@pulumi/pulumi";
import { kindIn } from "../provider/resource-type.ts";

/**
 * Adds aliases, so that a resource that a stack has under another type moves in place, without a request, even if its name
 * or its parent changes in the same program.
 */
export function withTypeAlias(type: string, opts: pulumi.CustomResourceOptions = {}): pulumi.CustomResourceOptions {
  const given = opts.aliases ?? [];
  const moved = given.map((alias) =>
    isKnown(alias) ? ofType(type, alias) : pulumi.output(alias).apply((known) => ofType(type, known)),
  );
  return { ...opts, aliases: [...given, { type }, ...moved.filter((alias) => typeof alias !== "string")] };
}

/** An alias names what differs: the name, the parent, the project or the stack. A URN already contains a type. */
const ofType = (type: string, alias: pulumi.URN | pulumi.Alias) =>
  typeof alias === "string" ? alias : { type, ...alias };

const isKnown = (alias: pulumi.Input<pulumi.URN | pulumi.Alias>): alias is pulumi.URN | pulumi.Alias =>
  !pulumi.Output.isInstance(alias) && !(alias instanceof Promise);

/** Whether an object is a resource of this kind, from either provider, even from a second copy of this package. */
export function isKind(object: unknown, kind: string): boolean {
  const { __pulumiType: type } = (object ?? {}) as { __pulumiType?: unknown };
  return pulumi.CustomResource.isInstance(object) && kindIn(String(type)) === kind;
}

/** The outputs of a Hub by which its records name it. */
interface HubOutputs {
  readonly id: pulumi.Output<pulumi.ID>;
  readonly subdomain: pulumi.Output<string>;
}

/** Whether an object is a Hub, without its class, which depends on the modules that ask. */
export const isHub = (object: unknown): object is HubOutputs => isKind(object, "Hub");

/** Rejects resources of the wrong kind, because Pulumi would pass their ID, which may look like a valid one. */
export function rejectResource(value: unknown, describe: (type: string) => string): void {
  if (!pulumi.Resource.isInstance(value)) return;
  const type = (value as unknown as { __pulumiType?: unknown }).__pulumiType;
  throw new pulumi.RunError(describe(String(type)));
}

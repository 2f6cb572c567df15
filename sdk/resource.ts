import * as pulumi from "@pulumi/pulumi";

/**
 * The pointer that every resource carries in the state, in place of code. Pulumi's dynamic-provider process evaluates it
 * in the folder of the program, so the installed version of this package is what runs, always.
 *
 * A wire format: it lies in users' states and must never change, not by a byte.
 */
const pointer = (kind: string) =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${kind}")`;

/** The Pulumi type of a kind of resource. A wire format, too. */
export const typeOf = (kind: string) => `pulumi-nodejs:dynamic/statushub:${kind}`;

/**
 * What a resource hands to Pulumi: what the program declares, and the pointer to the code behind it.
 *
 * The classes call this and extend `CustomResource` directly: Pulumi takes the line that calls the class for the place of
 * the resource in the program, and a class between the two would stand there instead.
 *
 * @param names every property that the resource shows; Pulumi sets only those that are named
 */
export function propertiesOf(kind: string, names: readonly string[], declared: object): pulumi.Inputs {
  const unset = Object.fromEntries(names.map((name) => [name, undefined]));
  return { ...unset, ...declared, __provider: pointer(kind) };
}

/** Whether an object is a resource of this kind, also one that a second copy of this package made. */
export function isKind(object: unknown, kind: string): boolean {
  return (
    pulumi.CustomResource.isInstance(object) && (object as { __pulumiType?: unknown }).__pulumiType === typeOf(kind)
  );
}

import * as pulumi from "@pulumi/pulumi";
import { pointerKey, pointerTo } from "../model/pulumi/pointer.ts";
import { dynamicTypeOf } from "../model/pulumi/resource-type.ts";
import { keepKnownId } from "./resource.ts";

/** Asks the API for records that needn't be managed by a stack. Pulumi reads it in every preview and every `up`. */
class Lookup extends pulumi.CustomResource {
  declare readonly found: pulumi.Output<unknown>;

  constructor(functionName: string, name: string, args: object, opts: pulumi.CustomResourceOptions = {}) {
    // Pulumi reads resources that have an ID. If an argument or a dependency isn't known yet, the ID isn't either, so
    // nothing is read: in a preview, the same program may be about to create the record.
    const known = pulumi.output(args);
    const after = [resourcesBehind(known), pulumi.output(opts.dependsOn)];
    const id = pulumi.all([known, pulumi.output(after).apply(idsOf)]).apply(() => functionName);
    super(
      dynamicTypeOf(functionName),
      name,
      { ...args, found: undefined, [pointerKey]: pointerTo(functionName) },
      // Pulumi doesn't know yet whether an argument is secret, and the result repeats it, so the state encrypts it.
      { ...opts, id, additionalSecretOutputs: ["found"] },
    );
    keepKnownId(this, { id });
  }
}

/** The outputs of a class as a lookup returns them, without secrets. */
export type LookupResult<Resource extends pulumi.CustomResource, Secret extends keyof Resource = never> = {
  readonly [Name in keyof Resource as Exclude<
    Name,
    Exclude<keyof pulumi.CustomResource, "id"> | Secret
  >]: Resource[Name] extends pulumi.Output<infer Value> ? Value : never;
};

/** Returns the resources that a value depends on, which the SDK's types don't expose. */
const resourcesBehind = (value: pulumi.Output<unknown>): Promise<pulumi.Resource[]> =>
  (value as { allResources?: () => Promise<Set<pulumi.Resource>> }).allResources?.().then((all) => [...all]) ??
  Promise.resolve([]);

/** Returns the IDs of resources, and of the children of components. */
function idsOf(value: unknown): pulumi.Output<string>[] {
  if (Array.isArray(value)) return value.flatMap(idsOf);
  if (pulumi.CustomResource.isInstance(value)) return [value.id];
  const { __childResources: children = [] } = (value ?? {}) as { __childResources?: Iterable<pulumi.Resource> };
  return [...children].filter((child) => !(child instanceof Lookup)).flatMap(idsOf);
}

/**
 * Returns the result of a provider function such as `getService`.
 *
 * @param name logical name of the lookup; a resource created from the result may have the same one
 */
export function lookup<Result>(
  functionName: string,
  name: string,
  args: object,
  opts?: pulumi.CustomResourceOptions,
): pulumi.Output<Result> {
  const found = pulumi.unsecret(new Lookup(functionName, name, args, opts).found as pulumi.Output<Result>);
  // For the program, the result is secret if an argument is.
  return pulumi.all([found, args]).apply(([result]) => result as Result);
}

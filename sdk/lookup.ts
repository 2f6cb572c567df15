import * as pulumi from "@pulumi/pulumi";
import { pointerKey, pointerTo } from "../model/pulumi/pointer.ts";
import { dynamicTypeOf } from "../model/pulumi/resource-type.ts";
import { keepKnownId } from "./resource.ts";

/** Asks the API for records that needn't be managed by a stack. Pulumi reads it in every preview and every `up`. */
class Lookup extends pulumi.CustomResource {
  declare readonly found: pulumi.Output<unknown>;

  constructor(functionName: string, name: string, args: object, opts: pulumi.CustomResourceOptions = {}) {
    // Pulumi reads resources that have an ID. As long as an argument or a dependency isn't known, the ID isn't either, so
    // nothing is read: in a preview, the same program may be about to create the record.
    const query = pulumi.output(args);
    const dependencies = pulumi.output([resourcesBehind(query), pulumi.output(opts.dependsOn)]).apply(idsOf);
    const id = pulumi.all([query, dependencies]).apply(() => functionName);
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

/** The members that every resource has. A lookup only returns the ID of them. */
type CommonMember = Exclude<keyof pulumi.CustomResource, "id">;

/** The outputs of a class as a lookup returns them, without secrets. */
export type LookupResult<Resource extends pulumi.CustomResource, Secret extends keyof Resource = never> = {
  readonly [Name in keyof Resource as Exclude<Name, CommonMember | Secret>]: Resource[Name] extends pulumi.Output<
    infer Value
  >
    ? Value
    : never;
};

/** Returns the resources that a value depends on, which the SDK's types don't expose. */
async function resourcesBehind(value: pulumi.Output<unknown>): Promise<pulumi.Resource[]> {
  const resources = await (value as { allResources?: () => Promise<Set<pulumi.Resource>> }).allResources?.();
  return [...(resources ?? [])];
}

/** Returns the IDs of resources, and of the children of components. A lookup among these may be the one that asks, which would wait for itself. */
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
  const { found } = new Lookup(functionName, name, args, opts);
  // The state encrypts every result. For the program, it is only secret if an argument is.
  return pulumi.all([pulumi.unsecret(found), args]).apply(([result]) => result as Result);
}

import * as pulumi from "@pulumi/pulumi";
import { pointerTo } from "./resource.ts";
import { dynamicTypeOf } from "./type.ts";

/** Asks the API for records that no stack needs to manage: Pulumi reads it in every preview and every `up`. */
class LookUp extends pulumi.CustomResource {
  declare readonly found: pulumi.Output<unknown>;

  constructor(token: string, name: string, args: object, opts: pulumi.CustomResourceOptions = {}) {
    // Pulumi reads what has an id. While an argument or a resource that it comes after is not known yet, neither is this
    // one, and nothing is read: in a preview, the record may be one that the same program makes.
    const known = pulumi.output(args);
    const after = [resourcesBehind(known), pulumi.output(opts.dependsOn)];
    const id = pulumi.all([known, pulumi.output(after).apply(idsOf)]).apply(() => token);
    super(
      dynamicTypeOf(token),
      name,
      { ...args, found: undefined, __provider: pointerTo(token) },
      // Pulumi cannot know yet whether an argument is secret, and what was found repeats it: so it is encrypted in the state.
      { ...opts, id, additionalSecretOutputs: ["found"] },
    );
  }
}

/** The resources that a value comes from, which the SDK does not show in its own types. */
const resourcesBehind = (value: pulumi.Output<unknown>): Promise<pulumi.Resource[]> =>
  (value as { allResources?: () => Promise<Set<pulumi.Resource>> }).allResources?.().then((all) => [...all]) ??
  Promise.resolve([]);

/** The ids of resources, and of the children of components. */
function idsOf(value: unknown): pulumi.Output<string>[] {
  if (Array.isArray(value)) return value.flatMap(idsOf);
  if (pulumi.CustomResource.isInstance(value)) return [value.id];
  const { __childResources: children = [] } = (value ?? {}) as { __childResources?: Iterable<pulumi.Resource> };
  return [...children].filter((child) => !(child instanceof LookUp)).flatMap(idsOf);
}

/**
 * What a function of the provider returns, such as `getService`.
 *
 * @param name logical name of the look-up; a resource that is made of the result may have the same
 */
export function lookUp<Result>(
  token: string,
  name: string,
  args: object,
  opts?: pulumi.CustomResourceOptions,
): pulumi.Output<Result> {
  const found = pulumi.unsecret(new LookUp(token, name, args, opts).found as pulumi.Output<Result>);
  // For the program, what was found is secret if an argument is.
  return pulumi.all([found, args]).apply(([result]) => result as Result);
}

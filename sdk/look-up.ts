import * as pulumi from "@pulumi/pulumi";
import { pointerTo, typeOf } from "./resource.ts";

/** A record that a look-up returns: its id and its outputs, without what is secret. */
export type Found<Resource extends pulumi.CustomResource, Secret extends keyof Resource = never> = {
  readonly id: string;
} & {
  readonly [Name in Exclude<
    keyof Resource,
    keyof pulumi.CustomResource | Secret
  >]: Resource[Name] extends pulumi.Output<infer Value> ? Value : never;
};

/** Asks the API for records that no stack needs to manage: Pulumi reads it in every preview and every `up`. */
class LookUp extends pulumi.CustomResource {
  declare readonly found: pulumi.Output<unknown>;

  constructor(lookup: string, name: string, args: object, opts?: pulumi.CustomResourceOptions) {
    // Pulumi reads what has an id. While an argument is not known yet, neither is this one, and nothing is read.
    const id = pulumi.output(args).apply(() => lookup);
    super(typeOf(lookup), name, { ...args, found: undefined, __provider: pointerTo(lookup) }, { ...opts, id });
  }
}

/**
 * What a function of the provider returns, such as `getService`.
 *
 * @param name logical name of the look-up; a resource that is made of the result may have the same
 */
export function lookUp<Result>(
  lookup: string,
  name: string,
  args: object,
  opts?: pulumi.CustomResourceOptions,
): pulumi.Output<Result> {
  return new LookUp(lookup, name, args, opts).found as pulumi.Output<Result>;
}

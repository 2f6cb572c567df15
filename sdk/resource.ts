import type * as pulumi from "@pulumi/pulumi";
import { declaredProperties, type Shape } from "./declare.ts";
import { dynamicTypeOf, nativeTypeOf, withTypeAlias } from "./type.ts";

/**
 * Returns the pointer that every resource and look-up has in the state instead of code. Pulumi's dynamic-provider
 * process evaluates it in the folder of the program, so the installed version of this package always runs.
 *
 * This is a wire format in users' states and must never change, not even by a byte.
 */
export const pointerTo = (name: string) =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${name}")`;

/** The arguments of `CustomResource`. */
export type Registration = [type: string, name: string, properties: pulumi.Inputs, opts: pulumi.CustomResourceOptions];

/**
 * Returns the arguments for a resource of the dynamic provider.
 *
 * The classes call this and extend `CustomResource` directly: Pulumi reports the line that calls the class as the
 * resource's place in the program, and with a class in between it would report that one.
 */
export const dynamicResource = (
  shape: Shape,
  name: string,
  args: object,
  opts?: pulumi.CustomResourceOptions,
): Registration => [
  dynamicTypeOf(shape.kind),
  name,
  { ...declaredProperties(shape, name, args), __provider: pointerTo(shape.kind) },
  withTypeAlias(nativeTypeOf(shape.kind), opts),
];

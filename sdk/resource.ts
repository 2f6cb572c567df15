import type * as pulumi from "@pulumi/pulumi";
import { pointerKey, pointerTo } from "../provider/pointer.ts";
import { dynamicTypeOf, nativeTypeOf } from "../provider/resource-type.ts";
import { declaredProperties, type Shape } from "./declare.ts";
import { withTypeAlias } from "./resource-kind.ts";

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
  args: object | undefined,
  opts?: pulumi.CustomResourceOptions,
): Registration => [
  dynamicTypeOf(shape.kind),
  name,
  { ...declaredProperties(shape, name, args), [pointerKey]: pointerTo(shape.kind) },
  withTypeAlias(nativeTypeOf(shape.kind), opts),
];

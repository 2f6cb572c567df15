import type * as pulumi from "@pulumi/pulumi";
import { declaredProperties, type Shape } from "./declare.ts";
import { dynamicTypeOf, nativeTypeOf, withTypeAlias } from "./type.ts";

/**
 * The pointer that every resource and look-up carries in the state, in place of code. Pulumi's dynamic-provider process evaluates it
 * in the folder of the program, so the installed version of this package is what runs, always.
 *
 * A wire format: it lies in users' states and must never change, not by a byte.
 */
export const pointerTo = (name: string) =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${name}")`;

/** The arguments of `CustomResource`. */
export type Registration = [type: string, name: string, properties: pulumi.Inputs, opts: pulumi.CustomResourceOptions];

/**
 * A resource of the dynamic provider.
 *
 * The classes call this and extend `CustomResource` directly: Pulumi takes the line that calls the class for the place of
 * the resource in the program, and a class between the two would stand there instead.
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

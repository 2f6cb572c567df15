import * as pulumi from "@pulumi/pulumi";
import { dynamicTypeOf, nativeTypeOf } from "../../provider/resource-type.ts";
import { declaredProperties, type Shape } from "../declare.ts";
import type { Registration } from "../resource.ts";
import { withTypeAlias } from "../type.ts";
import { pluginDownloadURL, version } from "./release.ts";

/** The release of the native provider that runs a resource. The caller's options win. */
export const release = { version, ...(pluginDownloadURL !== undefined && { pluginDownloadURL }) };

/** Registers a resource of the native provider. If a stack has it with the dynamic provider, it moves in place. */
export const nativeResource = (
  shape: Shape,
  name: string,
  args: object | undefined,
  opts?: pulumi.CustomResourceOptions,
): Registration => [
  nativeTypeOf(shape.kind),
  name,
  declaredProperties(shape, name, args),
  withTypeAlias(dynamicTypeOf(shape.kind), { ...release, ...opts }),
];

/** Calls a function of the native provider. */
export const invoke = <Result>(
  functionName: string,
  _name: string,
  args: object,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<Result> =>
  pulumi.runtime.invokeOutput<Result>(nativeTypeOf(functionName), { ...args }, { ...release, ...opts });

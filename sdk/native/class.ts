import * as pulumi from "@pulumi/pulumi";
import { dynamicTypeOf, nativeTypeOf } from "../../model/pulumi/resource-type.ts";
import { declaredProperties, isKind, keepKnownId, type Shape, withHub, withTypeAlias } from "../resource.ts";
import type { ProviderArgs } from "../types.ts";
import { pluginDownloadURL, version } from "./release.ts";

/** The release of the native provider that runs a resource. The caller's options win. */
const release = { version, ...(pluginDownloadURL !== undefined && { pluginDownloadURL }) };

/**
 * Returns the class of a kind for the native provider. It has the interface of the dynamic provider's class, which has
 * the documentation: only the type of the resource and the way to call functions differ.
 *
 * It extends `CustomResource` directly: Pulumi reports the line that calls the class as the resource's place in the
 * program, and with a class in between it would report that one.
 */
export function nativeClass<Class>(shape: Shape): Class {
  const { kind, inputs, found, listed } = shape;
  const isOnHub = inputs.includes("hub");
  const Native = class extends pulumi.CustomResource {
    constructor(name: string, args: object | undefined, opts?: Options) {
      // If a stack has the resource with the dynamic provider, it moves in place.
      const moving = withTypeAlias(dynamicTypeOf(kind), { ...release, ...opts });
      super(nativeTypeOf(kind), name, declaredProperties(shape, name, args), moving);
      keepKnownId(this, opts);
    }

    /** Takes `(name, id, args, opts)`; for a Hub, which needs no arguments to be read, `(name, id, opts)`. */
    static get(name: string, id: pulumi.Input<pulumi.ID>, ...rest: object[]) {
      const [args, opts] = isOnHub ? rest : [{}, ...rest];
      return new Native(name, args, { ...opts, id });
    }

    static override isInstance(object: unknown): object is pulumi.CustomResource {
      return isKind(object, kind);
    }
  };
  const withHubOf = (method: "find" | "list", name: string, query: Query) =>
    isOnHub ? withHub(`${kind}.${method}("${name}")`, query) : query;

  const find = (name: string, query: Query, opts?: Options) => {
    const { id } = invoke<{ id: string }>(`get${kind}`, withHubOf("find", name, query), opts);
    // With the query as inputs, Pulumi keeps the query's secrets secret in the outputs.
    return new Native(name, query, { ...opts, id });
  };
  if (found) Object.assign(Native, { find });

  if (listed !== undefined) {
    const list = (name: string, filter: Query, opts?: Options) =>
      invoke<Record<string, unknown>>(`get${kind}s`, withHubOf("list", name, filter), opts)[listed];
    Object.assign(Native, { list });
  }
  // Only the dynamic provider's class says which properties a kind has.
  return Native as Class;
}

type Options = pulumi.CustomResourceOptions;
type Query = { readonly hub: unknown };

const invoke = <Result>(functionName: string, args: object, opts?: pulumi.InvokeOutputOptions): pulumi.Output<Result> =>
  pulumi.runtime.invokeOutput<Result>(nativeTypeOf(functionName), { ...args }, { ...release, ...opts });

/**
 * Another account than the one in the stack configuration. Omitted arguments are taken from the environment.
 *
 * @example
 * ```ts
 * const europe = new statushub.Provider("europe", { account: "acme", region: "eu", apiKey: config.requireSecret("euKey") });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const apiKey = args.apiKey === undefined ? undefined : pulumi.secret(args.apiKey);
    super("statushub", name, { ...args, apiKey }, { ...release, ...opts });
  }
}

import * as pulumi from "@pulumi/pulumi";
import type { HubQuery } from "../hub.ts";
import { type HubChildArgs, withHub } from "../hub-child.ts";
import { declaredProperties, isKind, movedFrom, nativeTypeOf, type Shape, typeOf } from "../resource.ts";
import type { ServiceQuery } from "../service.ts";
import { pluginDownloadURL, version } from "./release.ts";

/** Which plugin runs a resource. What the caller says wins. */
export const release = { version, ...(pluginDownloadURL !== undefined && { pluginDownloadURL }) };

interface LookUp {
  readonly query: HubQuery | HubChildArgs;
  readonly opts: pulumi.InvokeOutputOptions;
}

/** What a function of the plugin returns. */
function lookUp<Result>(name: string, owner: string, { query, opts }: LookUp): pulumi.Output<Result> {
  const args = "hub" in query ? withHub(owner, query) : query;
  return pulumi.runtime.invokeOutput<Result>(nativeTypeOf(name), { ...args }, { ...release, ...opts });
}

/**
 * The class of a kind on the native plugin. It is used as its namesake on the dynamic way, whose type it has; a resource
 * that a stack has on that way moves over in place.
 */
export function nativeClass<Class>(shape: Shape<never>): Class {
  const { kind } = shape;
  const native = class extends pulumi.CustomResource {
    constructor(name: string, args: never, opts: pulumi.CustomResourceOptions = {}) {
      const options = movedFrom(typeOf(kind), { ...release, ...opts });
      super(nativeTypeOf(kind), name, declaredProperties(shape, name, args), options);
    }

    static get(
      name: string,
      id: pulumi.Input<pulumi.ID>,
      ...rest: [never, pulumi.CustomResourceOptions?]
    ): pulumi.CustomResource {
      // Of a hub the id says all; a record stands with its hub, which comes before the options.
      const [args, opts] = shape.names.includes("hub") ? rest : [{} as never, rest[0]];
      return new native(name, args, { ...opts, id });
    }

    static find(name: string, query: HubQuery | ServiceQuery, opts: pulumi.CustomResourceOptions = {}) {
      const { id } = lookUp<{ id: string }>(`get${kind}`, `${kind}.find("${name}")`, { query, opts });
      return "hub" in query
        ? native.get(name, id, { hub: query.hub } as never, opts)
        : // Beside its subdomain an ID of digits cannot be taken for another hub's.
          new native(name, { subdomain: query.subdomain } as never, { ...opts, id });
    }

    static list(name: string, query: HubChildArgs, opts: pulumi.CustomResourceOptions = {}): pulumi.Output<unknown> {
      const found = lookUp<Record<string, unknown>>(`get${kind}s`, `${kind}.list("${name}")`, { query, opts });
      // The one list of the result, whose name is that of the kind.
      return found.apply((lists) => Object.values(lists)[0]);
    }

    static override isInstance(object: unknown): object is pulumi.CustomResource {
      return isKind(object, kind);
    }
  };
  Object.defineProperty(native, "name", { value: kind });
  // The outputs are named in `shape`, where the compiler does not see them; a test compares the two ways.
  return native as unknown as Class;
}

import * as pulumi from "@pulumi/pulumi";

/**
 * The pointer that every resource and look-up carries in the state, in place of code. Pulumi's dynamic-provider process evaluates it
 * in the folder of the program, so the installed version of this package is what runs, always.
 *
 * A wire format: it lies in users' states and must never change, not by a byte.
 */
export const pointerTo = (name: string) =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${name}")`;

/** The Pulumi type of a kind of resource, or of a look-up. A wire format, too. */
export const typeOf = (name: string) => `pulumi-nodejs:dynamic/statushub:${name}`;

/** What a class of this package is made of, whichever way its resources go. */
export interface Shape<Args> {
  readonly kind: string;
  /** Every property that the resource shows; Pulumi sets only those that are named. */
  readonly names: readonly string[];
  /**
   * What a program declares, as the provider takes it.
   *
   * @param owner names the resource in an error
   */
  readonly declare: (owner: string, args: Args) => object;
  /** Properties whose values together only one resource of a program can have, on one hub. @default none */
  readonly unique?: readonly string[];
}

/** What a resource hands to Pulumi: every property that it shows, with what the program declares. */
export function declaredProperties<Args>(
  { kind, names, declare }: Shape<Args>,
  name: string,
  args: Args,
): pulumi.Inputs {
  const declared = Object.entries(declare(`statushub.${kind} "${name}"`, args));
  return Object.fromEntries([
    ...names.map((property) => [property, undefined]),
    ...declared.map(([property, value]) => [property, openIfNothing(value)]),
  ]);
}

/** Pulumi sends a secret of `undefined` as null, which is a value: takes the mark off, at any depth. */
function openIfNothing(value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) {
    const isSecret = pulumi.isSecret(value);
    return pulumi
      .unsecret(value)
      .apply(async (known: unknown) => (known !== undefined && (await isSecret) ? pulumi.secret(known) : known));
  }
  if (Array.isArray(value)) return value.map(openIfNothing);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, openIfNothing(item)]));
}

/**
 * The same, with the pointer to the code behind it.
 *
 * The classes call this and extend `CustomResource` directly: Pulumi takes the line that calls the class for the place of
 * the resource in the program, and a class between the two would stand there instead.
 */
export function propertiesOf<Args>(shape: Shape<Args>, name: string, args: Args): pulumi.Inputs {
  return { ...declaredProperties(shape, name, args), __provider: pointerTo(shape.kind) };
}

/** The type of a kind of resource on the native plugin. */
export const nativeTypeOf = (kind: string) => `statushub:index:${kind}`;

/** Options by which a resource that a stack has under another type moves over in place, with nothing sent. */
export function movedFrom(type: string, opts: pulumi.CustomResourceOptions = {}): pulumi.CustomResourceOptions {
  return { ...opts, aliases: [...(opts.aliases ?? []), { type }] };
}

/** Whether an object is a resource of this kind, of either way, also one that a second copy of this package made. */
export function isKind(object: unknown, kind: string): boolean {
  const { __pulumiType: type } = (object ?? {}) as { __pulumiType?: unknown };
  return pulumi.CustomResource.isInstance(object) && (type === typeOf(kind) || type === nativeTypeOf(kind));
}

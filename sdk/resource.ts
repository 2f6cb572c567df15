import * as pulumi from "@pulumi/pulumi";
import { pointerKey, pointerTo } from "../model/pulumi/pointer.ts";
import { dynamicTypeOf, kindIn, nativeTypeOf } from "../model/pulumi/resource-type.ts";
import { invalidHub, invalidService } from "../provider/errors/program.ts";

/** The names of a kind's properties that its classes need to register a resource. */
export interface Shape {
  readonly kind: string;
  /** What a program declares, and what only the API sets. Pulumi only sets properties that are named. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Whether a program can find one record that it doesn't manage. */
  readonly found?: true;
  /** The result's key for a list of records; undefined if a program can't list them. */
  readonly listed?: string;
  /** Properties whose combined values only one resource of a program can have on one hub. */
  readonly unique?: readonly string[];
  readonly references?: readonly string[];
  readonly secrets?: readonly string[];
}

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
): [type: string, name: string, properties: pulumi.Inputs, opts: pulumi.CustomResourceOptions] => [
  dynamicTypeOf(shape.kind),
  name,
  { ...declaredProperties(shape, name, args), [pointerKey]: pointerTo(shape.kind) },
  withTypeAlias(nativeTypeOf(shape.kind), opts),
];

/**
 * Keeps an ID known in a preview, of a record that the program only reads.
 *
 * Since 3.271, Pulumi's SDK takes it from the response of the engine, and engines before 3.271 return none. An `up` then
 * uses the ID that the program asked for, so a preview must show the same.
 */
export function keepKnownId(resource: pulumi.CustomResource, opts?: pulumi.CustomResourceOptions): void {
  if (!opts?.id) return;
  const { id } = resource;
  const isKnown = knownness(id);
  const idOr = async (asked: string): Promise<pulumi.Input<pulumi.ID>> => ((await isKnown) ? id : asked);
  // The URN makes what uses the ID depend on the resource.
  const known = pulumi.all([resource.urn, opts.id]).apply(([, asked]) => idOr(asked));
  Object.assign(resource, { id: known });
}

/** Returns whether an output is known, which the SDK's types don't expose. */
const knownness = (output: pulumi.Output<unknown>) => (output as unknown as { isKnown: Promise<boolean> }).isKnown;

/**
 * Returns every property of a resource, with the program's arguments in the provider's form.
 *
 * @param args JavaScript programs can leave them out; the provider then names the missing properties
 */
export function declaredProperties(shape: Shape, name: string, args: object = {}): pulumi.Inputs {
  const properties: pulumi.Inputs = {};
  for (const property of [...shape.inputs, ...shape.outputs]) properties[property] = undefined;
  for (const [property, value] of Object.entries(args))
    properties[property] = openIfNothing(inputOf(shape, name, property, value));
  return properties;
}

function inputOf({ kind, inputs, references, secrets }: Shape, name: string, property: string, value: unknown) {
  const owner = `statushub.${kind} "${name}"`;
  if (property === "hub" && inputs.includes("hub")) return hubInput(owner, value);
  if (references?.includes(property)) return withServiceIds(`${owner}: ${property}`, value);
  // Otherwise the state would hold it as plain text if the program doesn't mark it as a secret.
  const isSecret = secrets?.includes(property) === true && value !== undefined;
  return isSecret ? pulumi.secret(value) : value;
}

/** Returns the arguments of a lookup, with the hub in the provider's form. */
export const withHub = (owner: string, args: { readonly hub: unknown }): object => ({
  ...args,
  hub: hubInput(owner, args.hub),
});

function hubInput(owner: string, hub: unknown): pulumi.Input<unknown> {
  if (pulumi.Output.isInstance(hub) || hub instanceof Promise) {
    return pulumi.output(hub).apply((known: unknown) => hubInput(owner, known));
  }
  // The ID is included because it stays known while a preview shows the hub as renamed.
  if (isHub(hub)) return { id: hub.id, subdomain: hub.subdomain };
  rejectResource(hub, (type) => invalidHub.resource({ owner, type }));
  return hub;
}

/** Replaces services with their IDs, at any depth. In a preview the ID stays known, unlike other outputs. */
function withServiceIds(owner: string, value: unknown): unknown {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    return pulumi.output(value).apply((known: unknown) => withServiceIds(owner, known));
  }
  if (isKind(value, "Service")) return (value as pulumi.CustomResource).id;
  rejectResource(value, (type) => invalidService.resource({ owner, type }));
  if (Array.isArray(value)) return value.map((item) => withServiceIds(owner, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withServiceIds(owner, item)]));
}

/**
 * Removes the secret mark from `undefined` at any depth, because Pulumi sends a secret `undefined` as null, which is a
 * value.
 */
function openIfNothing(value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) {
    const isSecret = pulumi.isSecret(value);
    return pulumi.unsecret(value).apply(async (known: unknown) => {
      const staysSecret = known !== undefined && (await isSecret);
      return staysSecret ? pulumi.secret(known) : known;
    });
  }
  if (Array.isArray(value)) return value.map(openIfNothing);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, openIfNothing(item)]));
}

/**
 * Adds aliases, so that a resource that a stack has under another type moves in place, without a request, even if its name
 * or its parent changes in the same program.
 *
 *     given        aliases: [{ name: "old" }]
 *     returned     aliases: [{ name: "old" }, { type }, { type, name: "old" }]
 */
export function withTypeAlias(type: string, opts: pulumi.CustomResourceOptions = {}): pulumi.CustomResourceOptions {
  const given = opts.aliases ?? [];
  const ofType = (alias: pulumi.URN | pulumi.Alias) => (isUrn(alias) ? alias : { type, ...alias });
  const moved = given.map((alias) => (isKnown(alias) ? ofType(alias) : pulumi.output(alias).apply(ofType)));
  // A URN already contains a type, and is given already.
  return { ...opts, aliases: [...given, { type }, ...moved.filter((alias) => typeof alias !== "string")] };
}

const isUrn = (alias: pulumi.URN | pulumi.Alias): alias is pulumi.URN => typeof alias === "string";

const isKnown = (alias: pulumi.Input<pulumi.URN | pulumi.Alias>): alias is pulumi.URN | pulumi.Alias =>
  !pulumi.Output.isInstance(alias) && !(alias instanceof Promise);

/** Whether an object is a resource of this kind, from either provider, even from a second copy of this package. */
export function isKind(object: unknown, kind: string): boolean {
  const { __pulumiType: type } = (object ?? {}) as { __pulumiType?: unknown };
  return pulumi.CustomResource.isInstance(object) && kindIn(String(type)) === kind;
}

/** Whether an object is a Hub, without its class, which depends on the modules that ask. */
export const isHub = (object: unknown): object is pulumi.CustomResource & { subdomain: pulumi.Output<string> } =>
  isKind(object, "Hub");

/** Rejects resources of the wrong kind, because Pulumi would pass their ID, which may look like a valid one. */
function rejectResource(value: unknown, describe: (type: string) => string): void {
  if (!pulumi.Resource.isInstance(value)) return;
  const type = (value as unknown as { __pulumiType?: unknown }).__pulumiType;
  throw new pulumi.RunError(describe(String(type)));
}

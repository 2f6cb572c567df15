import * as pulumi from "@pulumi/pulumi";
import { invalidHub, invalidService } from "../provider/errors/program.ts";
import { isHub, isKind, rejectResource } from "./resource-kind.ts";

/** The names of a kind's properties that its classes need to register a resource. */
export interface Shape {
  readonly kind: string;
  /** Every property of the resource. Pulumi only sets those that are named. */
  readonly names: readonly string[];
  /** Whether a program can find one record that it doesn't manage. */
  readonly found?: true;
  /** The result's key for a list of records; undefined if a program can't list them. */
  readonly listed?: string;
  /** Properties whose combined values only one resource of a program can have on one hub. */
  readonly unique?: readonly string[];
  /** Properties that refer to services. */
  readonly references?: readonly string[];
  readonly secrets?: readonly string[];
}

/**
 * Returns every property of a resource, with the program's arguments in the provider's form.
 *
 * @param args JavaScript programs can leave them out; the provider then names the missing properties
 */
export function declaredProperties(shape: Shape, name: string, args: object = {}): pulumi.Inputs {
  const { kind, names, references = [], secrets = [] } = shape;
  const owner = `statushub.${kind} "${name}"`;
  const declared = Object.entries(args).map(([property, value]): [string, unknown] => {
    if (property === "hub" && names.includes("hub")) return [property, hubInput(owner, value)];
    if (references.includes(property)) return [property, withServiceIds(`${owner}: ${property}`, value)];
    // Otherwise the state would hold it as plain text if the program doesn't mark it as a secret.
    return [property, secrets.includes(property) && value !== undefined ? pulumi.secret(value) : value];
  });
  return {
    ...Object.fromEntries(names.map((property) => [property, undefined])),
    ...Object.fromEntries(declared.map(([property, value]) => [property, openIfNothing(value)])),
  };
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
    return pulumi
      .unsecret(value)
      .apply(async (known: unknown) => (known !== undefined && (await isSecret) ? pulumi.secret(known) : known));
  }
  if (Array.isArray(value)) return value.map(openIfNothing);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, openIfNothing(item)]));
}

/*
 * Types of our resources, which are part of users' states and never change. Programs and policies load this file, so it
 * imports nothing.
 */

/** Returns the type of a kind of resource, or of a look-up, of the dynamic provider. */
export const dynamicTypeOf = (name: string): string => `pulumi-nodejs:dynamic/statushub:${name}`;

/** Returns the type of a kind of resource, or of a function, of the native provider. */
export const nativeTypeOf = (name: string): string => `statushub:index:${name}`;

/** Returns the type in a resource's URN: `urn:pulumi:stack::project::parent$type::name`. */
export const typeIn = (urn: string): string => urn.split("::")[2]?.split("$").at(-1) ?? "";

/** Returns the kind of a type of either provider; undefined for other packages. It may also name a look-up or a component. */
export const kindIn = (type: string): string | undefined =>
  /^(?:pulumi-nodejs:dynamic\/statushub|statushub:index):(\w+)$/.exec(type)?.[1];

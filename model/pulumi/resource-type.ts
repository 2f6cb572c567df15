/*
 * Types of our resources, which are part of users' states and never change, and the parts of a URN, which contains one:
 * `urn:pulumi:stack::project::parent$type::name`. Programs load this file, so it imports nothing.
 */

/** Name of the package in other languages and in configuration keys. */
export const packageName = "statushub";

/** Returns the type of a kind of resource, or of a lookup, of the dynamic provider. */
export const dynamicTypeOf = (name: string): string => `pulumi-nodejs:dynamic/statushub:${name}`;

/** Returns the type of a kind of resource, or of a function, of the native provider. */
export const nativeTypeOf = (name: string): string => `statushub:index:${name}`;

/** Whether a URN is for a resource of this kind, from either provider, because a program may move between them. */
export const isOfKind = (urn: string, kind: string): boolean => kindIn(typeIn(urn)) === kind;

/** Whether a URN names the stack, which contains the resources that are in no component. */
export const isStack = (urn: string): boolean => typeIn(urn) === "pulumi:pulumi:Stack";

/** Returns the type without those of the resource's parents. */
export const typeIn = (urn: string): string => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";

/** A name may contain colons. */
export const nameIn = (urn: string): string => urn.split("::").slice(3).join("::");

/** Returns the kind of a type of either provider; undefined for other packages. It may also name a lookup or a component. */
export const kindIn = (type: string): string | undefined =>
  /^(?:pulumi-nodejs:dynamic\/statushub|statushub:index):(\w+)$/.exec(type)?.[1];

/**
 * Whether the engine has made a provider itself, or there is none. The engine names it `default`, followed by the version and
 * the download address that the program asks for: `default_0_1_0`, `default_https_/example.com/plugins`.
 */
export const isDefaultProvider = (urn: string): boolean => /^(default(_\d+_\d+_\d+.*|_\w+_\/.*)?)?$/.test(nameIn(urn));

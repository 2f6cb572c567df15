/** The name of the package in other languages, and of its configuration. */
export const packageName = "statushub";

const prefix = `${packageName}:index:`;

/** The kind, or the name of the function, in a type of this package. */
export const nameIn = (type: string): string => (type.startsWith(prefix) ? type.slice(prefix.length) : type);

/** The type of a resource, out of its URN: `urn:pulumi:stack::project::parent$type::name`. */
export const typeIn = (urn: string): string => urn.split("::")[2]?.split("$").at(-1) ?? "";

/** Whether a URN is that of a resource of this kind, of either provider: a program may move from one to the other. */
export const isOfKind = (urn: string, kind: string): boolean =>
  [`${prefix}${kind}`, `pulumi-nodejs:dynamic/statushub:${kind}`].includes(typeIn(urn));

import { kindIn, typeIn } from "../resource-type.ts";

/** Name of the package in other languages and in configuration keys. */
export const packageName = "statushub";

const prefix = `${packageName}:index:`;

/** Returns the kind or function name in a type of this package. */
export const kindOrFunctionIn = (type: string): string => (type.startsWith(prefix) ? type.slice(prefix.length) : type);

/** Whether a URN is for a resource of this kind, from either provider, because a program may move between them. */
export const isOfKind = (urn: string, kind: string): boolean => kindIn(typeIn(urn)) === kind;

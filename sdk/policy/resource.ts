import { markKey, secretMark, unknownMark } from "../../provider/mark-keys.ts";
import { kindIn } from "../../provider/resource-type.ts";

/** A resource of a program, as a policy sees it. */
export interface PolicyResource {
  readonly type: string;
  readonly name: string;
  /** Inputs or outputs. Secrets may carry Pulumi's mark, as in mocks and in an exported state. */
  readonly props: Readonly<Record<string, unknown>>;
  readonly urn?: string;
  readonly id?: string;
  /** Resources that each property depends on, if known. */
  readonly propertyDependencies?: Readonly<Record<string, readonly { readonly type: string }[]>>;
}

/** A value that a preview doesn't know yet. Pulumi's policy runner throws instead, mocks have an object or a text. */
export const unknownValue: unique symbol = Symbol("unknown");

/** A value that is marked as secret, so that the state encrypts it. */
export class Marked {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/**
 * Returns the kind of a resource of this package, from the dynamic or the native provider; undefined for any other
 * resource.
 */
export const kindOf = ({ type }: { readonly type: string }): string | undefined => kindIn(type);

/** Key of the outputs with the names of the declared properties. */
const declaredKey = "__declared";

/**
 * Returns the declared properties as plain values, with unknown and secret ones recognizable at any depth. A program can't
 * change what only the API sets, such as the author of a template.
 */
export const valuesOf = ({ props }: PolicyResource): Readonly<Record<string, unknown>> =>
  Object.fromEntries(declaredNamesIn(props).map((name) => [name, readIn(props, name)]));

function declaredNamesIn(props: PolicyResource["props"]): string[] {
  const names = Object.keys(props);
  if (declaredKey in props) {
    const declared = readIn(props, declaredKey);
    return Array.isArray(declared) ? names.filter((name) => declared.includes(name)) : names;
  }
  // Only the API sets a creation time. Without a list, these are the outputs of a lookup, which declares nothing.
  return "createdAt" in props ? [] : names;
}

/** Whether the program only looks the service up. A program that declares one gives its group. */
export const isLookedUp = (service: PolicyResource): boolean => !("groupId" in valuesOf(service));

/** Reads a property, declared or not, as a plain value. */
export function readIn(holder: object, name: string): unknown {
  try {
    return plain((holder as Record<string, unknown>)[name]);
  } catch (error) {
    // Pulumi's policy runner throws if a policy reads a value that a preview doesn't know yet.
    if (error instanceof Error && error.constructor.name === "UnknownValueError") return unknownValue;
    throw error;
  }
}

function plain(value: unknown): unknown {
  if (value === unknownMark) return unknownValue;
  if (typeof value !== "object" || value === null) return value;
  if ("__pulumiUnknown" in value) return unknownValue;
  const names = Object.keys(value);
  if (Array.isArray(value)) return names.map((name) => readIn(value, name));
  if (readIn(value, markKey) === secretMark) return new Marked(readIn(value, "value"));
  return Object.fromEntries(names.map((name) => [name, readIn(value, name)]));
}

/** Returns a value without the mark of a secret. */
export const openIn = (value: unknown): unknown => (value instanceof Marked ? value.value : value);

/** A function of the user's has read a value that a preview doesn't know yet. */
export class UnknownValueError extends Error {}

/**
 * Returns a resource whose secrets are read without their mark, and whose unknown values throw if they are read.
 *
 * @param noteSecret called for each secret that is read
 */
export const openOf = (resource: PolicyResource, noteSecret: () => void): PolicyResource => ({
  ...resource,
  props: opened(plain(resource.props), noteSecret) as PolicyResource["props"],
});

function opened(value: unknown, noteSecret: () => void): unknown {
  if (value instanceof Marked) noteSecret();
  const open = openIn(value);
  if (open === unknownValue) throw new UnknownValueError();
  if (typeof open !== "object" || open === null) return open;
  return new Proxy(open, { get: (holder, name) => opened(Reflect.get(holder, name), noteSecret) });
}

/** Returns the text in a value, secret or not; undefined if it isn't text or isn't known. */
export function textIn(value: unknown): string | undefined {
  const open = openIn(value);
  return typeof open === "string" ? open : undefined;
}

export const quoted = (text: unknown): string => JSON.stringify(text);

/** Returns the name of a resource for messages: `Service "api"`. */
export const nameOf = ({ type, name }: PolicyResource): string => `${type.split(":").at(-1)} ${quoted(name)}`;

/** A resource of a program, as a policy sees it. */
export interface PolicyResource {
  readonly type: string;
  readonly name: string;
  /** Inputs or outputs. What is secret may carry Pulumi's mark, as it does in mocks and in an exported state. */
  readonly props: Readonly<Record<string, unknown>>;
  readonly urn?: string;
  readonly id?: string;
  /** The resources that each property depends on, where that is known. */
  readonly propertyDependencies?: Readonly<Record<string, readonly { readonly type: string }[]>>;
}

/** A value that a preview does not know yet. */
export const unknown: unique symbol = Symbol("unknown");

/** A value that is marked as secret, so that it lies encrypted in the state. */
export class Marked {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

const types = /^(?:pulumi-nodejs:dynamic\/statushub|statushub:index):(\w+)$/;

/** The kind of a resource of this package, on the dynamic or the native way; undefined for any other resource. */
export const kindOf = ({ type }: { readonly type: string }): string | undefined => types.exec(type)?.[1];

const markKey = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";
const unknownMark = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The properties as plain values, with unknown and secret ones recognizable at any depth. */
export const valuesOf = ({ props }: PolicyResource): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.keys(props).map((name) => [name, read(props, name)]));

function read(holder: object, name: string): unknown {
  try {
    return plain((holder as Record<string, unknown>)[name]);
  } catch (error) {
    // Pulumi's policy runner throws where a preview asks for a value that is not known yet.
    if (error instanceof Error && error.constructor.name === "UnknownValueError") return unknown;
    throw error;
  }
}

function plain(value: unknown): unknown {
  if (value === unknownMark) return unknown;
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value);
  if (Array.isArray(value)) return names.map((name) => read(value, name));
  if (read(value, markKey) === secretMark) return new Marked(read(value, "value"));
  return Object.fromEntries(names.map((name) => [name, read(value, name)]));
}

/** A value without the mark of a secret. */
export const openIn = (value: unknown): unknown => (value instanceof Marked ? value.value : value);

/** The text in a value, secret or not; undefined where it is no text, or not known. */
export function textIn(value: unknown): string | undefined {
  const open = openIn(value);
  return typeof open === "string" ? open : undefined;
}

/*
 * The four forms of a record's values, from the program to the state. Each is plain JSON by name. The mark only exists
 * for the compiler, so that one form can't be passed as another; whatever converts a form builds a new object.
 */

declare const form: unique symbol;

/** Values of one form by name. */
export type Form<Name extends string> = Readonly<Record<string, unknown>> & { readonly [form]?: Name };

/** What the program says: camelCase keys. May hold unknown values. */
export type Declared = Form<"declared">;

/** What is sent: snake_case keys, as in the API's description. */
export type Wire = Form<"wire">;

/** What the API returned: snake_case keys, those of the whole record or of a part of it. */
export type Live = Form<"live">;

/**
 * What the state holds: camelCase keys. The values of all properties and outputs, in the declared form if they mean the
 * same, and keys that only the provider reads.
 */
export type Stored = Form<"stored">;

/**
 * A value that isn't known yet: in a preview, an output of a resource that doesn't exist yet. It can appear at any
 * depth of the inputs, for a property of any type.
 */
export const unknown: unique symbol = Symbol("unknown");

export function holdsUnknown(value: unknown): boolean {
  if (value === unknown) return true;
  if (Array.isArray(value)) return value.some(holdsUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUnknown);
}

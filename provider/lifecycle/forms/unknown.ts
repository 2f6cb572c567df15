/**
 * A value that isn't known yet: in a preview, an output of a resource that doesn't exist yet. It can appear at any
 * depth of the inputs, for a property of any type.
 */
export const unknown: unique symbol = Symbol("unknown");

/** Whether a value is unknown or contains an unknown value. */
export function holdsUnknown(value: unknown): boolean {
  if (value === unknown) return true;
  if (Array.isArray(value)) return value.some(holdsUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUnknown);
}

/**
 * A value that is not known yet: in a preview, an output of a resource that doesn't exist yet. It stands for
 * itself at any depth of the inputs, whatever type the property has.
 */
export const unknown: unique symbol = Symbol("unknown");

/** Whether a value is unknown, or holds something that is. */
export function holdsUnknown(value: unknown): boolean {
  if (value === unknown) return true;
  if (Array.isArray(value)) return value.some(holdsUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUnknown);
}

/**
 * A value that is not known yet: in a preview, whatever comes from a resource that is still to be made. It stands for
 * itself at any depth of the inputs, whatever type the property has.
 */
export const unknown: unique symbol = Symbol("unknown");

/** Whether a value is unknown, or holds something that is. */
export function holdsUnknown(value: unknown): boolean {
  if (value === unknown) return true;
  if (Array.isArray(value)) return value.some(holdsUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUnknown);
}

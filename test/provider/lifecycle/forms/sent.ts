import type { Property } from "../../../../model/kinds/property.ts";

/** A declared value, and how a write has sent it; `undefined` resets the property. */
export const asSent = (property: Property, declared: unknown) => ({
  declared,
  wire: declared === undefined ? undefined : property.type.toWire(declared),
});

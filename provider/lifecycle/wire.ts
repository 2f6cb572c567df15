import type { Property, Wire } from "../resources/define.ts";

/*
 * The value of one property on the wire, and whether two of them mean the same.
 */

/**
 * The wire value of one in the state; `undefined` where that has no form of the property, as another version of this
 * package may have written it.
 */
export const findWire = ({ type }: Property, value: unknown): unknown =>
  value !== undefined && type.schema.safeParse(value).success ? type.toWire(value) : undefined;

/**
 * The live value on the wire, `undefined` where the response does not carry it.
 *
 * @param declared the wire value that it is compared with, where there is one: only that part of it counts
 */
export function liveValue(property: Property, record: Wire, declared: unknown): unknown {
  if (property.writeOnly) return undefined;
  const live = property.read ? property.read(record, declared) : record[property.wire];
  return live === undefined ? undefined : comparable(property, live, declared);
}

/** The part of a live wire value that a declared one is compared with. */
export const comparable = ({ type }: Property, live: unknown, declared: unknown): unknown =>
  declared === undefined || type.project === undefined ? live : type.project(live, declared);

export const canonicalText = (property: Property, wire: unknown) => JSON.stringify(property.type.canonical(wire));

/** Two wire values mean the same. */
export const sameMeaning = (property: Property, one: unknown, other: unknown) =>
  canonicalText(property, one) === canonicalText(property, other);

/** Whether a program has to declare a live wire value to keep it: what is cleared it leaves out. */
export function isWorthDeclaring(property: Property, live: unknown): boolean {
  if (property.required) return true;
  // It can be chosen on create only, and says nothing of a record that is there.
  if (property.replaces) return false;
  return property.cleared === undefined || !sameMeaning(property, live, property.cleared);
}

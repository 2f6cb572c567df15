import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import type { Definition, Property } from "../../../model/kinds/kind.ts";
import { declaredIn, unconfirmedIn } from "./state.ts";
import { holdsUnknown } from "./unknown.ts";

/*
 * Decides what counts as different, between the state and the program, and between two values on the wire.
 */

/**
 * How a program changes a property:
 *
 * - `removed`: declared in the state, or perhaps changed by a write whose outcome isn't known, and no longer in the program
 * - `newly declared`: not declared before; the record may already have the value
 * - `changed`: declared with another value before
 *
 * Any other property that the program doesn't declare is unmanaged, so it never counts as a change.
 */
type ChangeKind = "removed" | "newly declared" | "changed";

export interface Change {
  readonly name: string;
  readonly property: Property;
  readonly kind: ChangeKind;
  /** The value to send; `undefined` if the record already has it, or nothing would clear the property. */
  readonly wire: unknown;
}

/**
 * Compares the state with the program. The diff, the preview, the request bodies and the warning about overwriting
 * adoptions all use this comparison.
 */
export function compare(definition: Definition, stored: Stored, declared: Declared): Change[] {
  const previous = declaredIn(definition, stored);
  const unconfirmed = unconfirmedIn(stored);
  return Object.entries(definition.properties).flatMap(([name, property]) => {
    const forms = { previous: previous[name], stored: stored[name], declared: declared[name] };
    const change = unconfirmed.includes(name) ? changeUnconfirmed(property, forms) : compareProperty(property, forms);
    return change === undefined ? [] : [{ name, property, ...change }];
  });
}

interface PropertyForms {
  /** As declared before. */
  readonly previous: unknown;
  readonly stored: unknown;
  readonly declared: unknown;
}

function compareProperty(
  property: Property,
  { previous, stored, declared }: PropertyForms,
): Pick<Change, "kind" | "wire"> | undefined {
  if (declared === undefined) {
    return previous === undefined ? undefined : { kind: "removed", wire: valueToClear(property, previous) };
  }
  const kind = previous === undefined ? "newly declared" : "changed";
  if (holdsUnknown(declared)) return { kind, wire: declared };
  const wire = property.type.toWire(declared);
  const current = findWire(property, stored);
  if (kind === "newly declared") {
    const isSo = current !== undefined && sameMeaning(property, wire, comparable(property, current, wire));
    return { kind, wire: isSo ? undefined : wire };
  }
  return current !== undefined && sameMeaning(property, wire, current) ? undefined : { kind, wire };
}

/** Nobody knows the value of a property whose write may have taken effect, so it is sent even if it looks the same. */
function changeUnconfirmed(
  property: Property,
  { previous, declared }: PropertyForms,
): Pick<Change, "kind" | "wire"> | undefined {
  if (declared !== undefined) {
    const kind = previous === undefined ? "newly declared" : "changed";
    return { kind, wire: holdsUnknown(declared) ? declared : property.type.toWire(declared) };
  }
  const isKnownToReset = previous !== undefined || property.cleared !== undefined;
  return isKnownToReset ? { kind: "removed", wire: property.cleared } : undefined;
}

/** Returns the value that resets a property whose declaration was removed, if it has one and needs resetting. */
function valueToClear(property: Property, previous: unknown): unknown {
  const { cleared } = property;
  const current = findWire(property, previous);
  return cleared !== undefined && current !== undefined && sameMeaning(property, cleared, current)
    ? undefined
    : cleared;
}

/**
 * Encodes a stored value; `undefined` if it doesn't fit the property's type, because another version of this package
 * may have written it.
 */
export const findWire = ({ type }: Property, stored: unknown): unknown =>
  stored !== undefined && type.schema.safeParse(stored).success ? type.toWire(stored) : undefined;

/**
 * Returns the live value of a property, `undefined` if the response doesn't carry it.
 *
 * @param wire the value to compare with, if any: only the same part of the live value counts
 */
export function liveValue(property: Property, live: Live, wire: unknown): unknown {
  if (property.writeOnly) return undefined;
  const value = property.read ? property.read(live, wire) : live[property.wire];
  return value === undefined ? undefined : comparable(property, value, wire);
}

/** Returns the part of a live value that a wire value is compared with. */
const comparable = ({ type }: Property, live: unknown, wire: unknown): unknown =>
  wire === undefined || type.project === undefined ? live : type.project(live, wire);

export const canonicalText = (property: Property, wire: unknown) => JSON.stringify(property.type.canonical(wire));

/** Whether two values mean the same, as they are sent or as the API returns them. */
export const sameMeaning = (property: Property, one: unknown, other: unknown) =>
  canonicalText(property, one) === canonicalText(property, other);

/** Whether a program has to declare a live value to keep it. Cleared values can be left out. */
export function isWorthDeclaring(property: Property, live: unknown): boolean {
  if (property.required) return true;
  // It can only be set on create, so it doesn't matter for an existing record.
  if (property.replaces) return false;
  return property.cleared === undefined || !sameMeaning(property, live, property.cleared);
}

import { type Declared, holdsUnknown, type Live } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { Property } from "../../../model/kinds/property.ts";
import { declaredIn, type State } from "./state.ts";

/*
 * Decides what counts as different, between the state and the program, and between two values on the wire.
 */

/** Any other property that the program doesn't declare is unmanaged, so it never counts as a change. */
export interface Change {
  readonly name: string;
  readonly property: Property;
  /**
   * - `removed`: declared in the state, or perhaps changed by a write whose outcome isn't known, and no longer in the program
   * - `newly declared`: not declared before; the record may already have the value
   * - `changed`: declared with another value before
   */
  readonly kind: "removed" | "newly declared" | "changed";
  /** The value to send; `undefined` if the record already has it, or nothing would clear the property. */
  readonly wire: unknown;
}

/**
 * Compares the state with the program. The diff, the preview, the request bodies and the warning about overwriting
 * adoptions all use this comparison.
 */
export function compare(definition: Definition, state: State, declared: Declared): Change[] {
  const previous = declaredIn(definition, state);
  return Object.entries(definition.properties).flatMap(([name, property]) => {
    const forms = { previous: previous[name], stored: state.values[name], declared: declared[name] };
    const change = compareProperty(property, forms, state.unconfirmed.includes(name));
    return change === undefined ? [] : [{ name, property, ...change }];
  });
}

/**
 * @param isUnconfirmed whether a write of it may have taken effect: nobody knows the value, so it is sent even if it looks the same
 */
function compareProperty(
  property: Property,
  { previous, stored, declared }: { previous: unknown; stored: unknown; declared: unknown },
  isUnconfirmed: boolean,
): Pick<Change, "kind" | "wire"> | undefined {
  if (declared === undefined) return compareUndeclared(property, previous, isUnconfirmed);
  const kind = previous === undefined ? "newly declared" : "changed";
  if (holdsUnknown(declared)) return { kind, wire: declared };
  const wire = property.type.toWire(declared);
  const current = isUnconfirmed ? undefined : findWire(property, stored);
  if (current === undefined) return { kind, wire };
  if (kind === "changed") return sameMeaning(property, wire, current) ? undefined : { kind, wire };
  return { kind, wire: showsExactly(property, current, wire) ? undefined : wire };
}

function compareUndeclared(
  property: Property,
  previous: unknown,
  isUnconfirmed: boolean,
): Pick<Change, "kind" | "wire"> | undefined {
  const { cleared } = property;
  const isRemoved = previous !== undefined;
  // Undeclared before, too, but a write may have set it.
  const isLeftOver = isUnconfirmed && cleared !== undefined;
  if (!isRemoved && !isLeftOver) return undefined;
  return { kind: "removed", wire: isUnconfirmed ? cleared : valueToClear(property, previous) };
}

/** Whether a record certainly has a value, so that it needn't be sent. A key of a configuration that isn't declared isn't compared. */
function showsExactly(property: Property, shown: unknown, wire: unknown): boolean {
  const { shownAlike = [] } = property;
  const isAmbiguous = shownAlike.some((value) => sameMeaning(property, value, wire));
  return !isAmbiguous && sameMeaning(property, comparable(property, shown, wire), wire);
}

/** Returns the value that resets a property whose declaration was removed, if it has one and needs resetting. */
function valueToClear(property: Property, previous: unknown): unknown {
  const { cleared } = property;
  const current = cleared === undefined ? undefined : findWire(property, previous);
  return current !== undefined && sameMeaning(property, cleared, current) ? undefined : cleared;
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
  const value = property.read ? property.read(live, wire) : live[property.key];
  return value === undefined ? undefined : comparable(property, value, wire);
}

/** Returns the part of a live value that a wire value is compared with. */
export const comparable = ({ type }: Property, live: unknown, wire: unknown): unknown =>
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

import type { Definition, Property, Values, Wire } from "../../kinds/kind.ts";
import { declaredIn, unconfirmedIn } from "./state.ts";
import { holdsUnknown } from "./unknown.ts";

/*
 * Decides what counts as different, between the state and the desired values, and between two values on the wire.
 */

/**
 * How a program changes a property:
 *
 * - `removed`: declared in the state, no longer in the program
 * - `newly declared`: not declared before; the record may already have the value
 * - `changed`: declared with another value before
 *
 * A property that is declared neither before nor now is unmanaged, so it never counts as a change.
 */
type ChangeKind = "removed" | "newly declared" | "changed";

export interface Change {
  readonly name: string;
  readonly property: Property;
  readonly kind: ChangeKind;
  /** The wire value to send; `undefined` if the record already has it. */
  readonly send: unknown;
}

/**
 * Compares the outputs in the state with the desired values. The diff, the preview, the request bodies and the warning
 * about overwriting adoptions all use this comparison.
 */
export function compare(definition: Definition, outputs: Values, desired: Values): Change[] {
  const declared = declaredIn(definition, outputs);
  const unconfirmed = unconfirmedIn(outputs);
  return Object.entries(definition.properties).flatMap(([name, property]) => {
    const values = { declared: declared[name], live: outputs[name], desired: desired[name] };
    const change = unconfirmed.includes(name) ? changeUnconfirmed(property, values) : compareProperty(property, values);
    return change === undefined ? [] : [{ name, property, ...change }];
  });
}

/** One property: as declared before, as it is now, and as desired. */
interface Compared {
  readonly declared: unknown;
  readonly live: unknown;
  readonly desired: unknown;
}

function compareProperty(
  property: Property,
  { declared, live, desired }: Compared,
): Pick<Change, "kind" | "send"> | undefined {
  if (desired === undefined) {
    return declared === undefined ? undefined : { kind: "removed", send: valueToClear(property, declared) };
  }
  const kind = declared === undefined ? "newly declared" : "changed";
  if (holdsUnknown(desired)) return { kind, send: desired };
  const wire = property.type.toWire(desired);
  const current = findWire(property, live);
  if (kind === "newly declared") {
    const isSo = current !== undefined && sameMeaning(property, wire, comparable(property, current, wire));
    return { kind, send: isSo ? undefined : wire };
  }
  return current !== undefined && sameMeaning(property, wire, current) ? undefined : { kind, send: wire };
}

/** Nobody knows the value of a property whose write may have taken effect, so it is sent even if it looks the same. */
function changeUnconfirmed(
  property: Property,
  { declared, desired }: Compared,
): Pick<Change, "kind" | "send"> | undefined {
  if (desired !== undefined) {
    const kind = declared === undefined ? "newly declared" : "changed";
    return { kind, send: holdsUnknown(desired) ? desired : property.type.toWire(desired) };
  }
  const isKnownToReset = declared !== undefined || property.cleared !== undefined;
  return isKnownToReset ? { kind: "removed", send: property.cleared } : undefined;
}

/** Returns the value that resets a property whose declaration was removed, if it has one and needs resetting. */
function valueToClear(property: Property, declared: unknown): unknown {
  const { cleared } = property;
  const current = findWire(property, declared);
  return cleared !== undefined && current !== undefined && sameMeaning(property, cleared, current)
    ? undefined
    : cleared;
}

/**
 * Encodes a value from the state; `undefined` if it doesn't fit the property's type, because another version of this
 * package may have written it.
 */
export const findWire = ({ type }: Property, value: unknown): unknown =>
  value !== undefined && type.schema.safeParse(value).success ? type.toWire(value) : undefined;

/**
 * Returns the live value on the wire, `undefined` if the response doesn't carry it.
 *
 * @param declared the wire value to compare with, if any: only the same part of the live value counts
 */
export function liveValue(property: Property, record: Wire, declared: unknown): unknown {
  if (property.writeOnly) return undefined;
  const live = property.read ? property.read(record, declared) : record[property.wire];
  return live === undefined ? undefined : comparable(property, live, declared);
}

/** Returns the part of a live wire value that a declared one is compared with. */
export const comparable = ({ type }: Property, live: unknown, declared: unknown): unknown =>
  declared === undefined || type.project === undefined ? live : type.project(live, declared);

export const canonicalText = (property: Property, wire: unknown) => JSON.stringify(property.type.canonical(wire));

/** Whether two wire values mean the same. */
export const sameMeaning = (property: Property, one: unknown, other: unknown) =>
  canonicalText(property, one) === canonicalText(property, other);

/** Whether a program has to declare a live wire value to keep it. Cleared values can be left out. */
export function isWorthDeclaring(property: Property, live: unknown): boolean {
  if (property.required) return true;
  // It can only be set on create, so it doesn't matter for an existing record.
  if (property.replaces) return false;
  return property.cleared === undefined || !sameMeaning(property, live, property.cleared);
}

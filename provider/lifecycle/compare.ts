import type { Definition, Property, Values, Wire } from "../../kinds/kind.ts";
import { declaredIn } from "./state.ts";
import { holdsUnknown } from "./unknown.ts";

/*
 * What counts as different: the desired values from the state, and one value on the wire from another.
 */

/**
 * What a program changes of a property:
 *
 * - `removed`: it was declared until now
 * - `newly declared`: it was not declared until now, and the record may have the value already
 * - `changed`: it was declared with another value
 *
 * A property that is declared neither now nor until now is unmanaged: it is no change, whatever its live value.
 */
type ChangeKind = "removed" | "newly declared" | "changed";

export interface Change {
  readonly name: string;
  readonly property: Property;
  readonly kind: ChangeKind;
  /** The wire value that makes the record as desired; `undefined` where it already is. */
  readonly send: unknown;
}

/**
 * Compares the outputs in the state with the desired values. The diff, the preview, the request bodies and the remark on what
 * an adoption overwrites all follow from this comparison.
 */
export function compare(definition: Definition, outputs: Values, desired: Values): Change[] {
  const declared = declaredIn(definition, outputs);
  return Object.entries(definition.properties).flatMap(([name, property]) => {
    const values = { declared: declared[name], live: outputs[name], desired: desired[name] };
    const change = compareProperty(property, values);
    return change === undefined ? [] : [{ name, property, ...change }];
  });
}

/** One property: as it was declared until now, as it is, and as it is to be. */
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

/** Removing a declaration resets the property, where there is something to reset and a value to reset it to. */
function valueToClear(property: Property, declared: unknown): unknown {
  const { cleared } = property;
  const current = findWire(property, declared);
  return cleared !== undefined && current !== undefined && sameMeaning(property, cleared, current)
    ? undefined
    : cleared;
}

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

import type { Live } from "../../../model/api/form.ts";
import { isObject } from "../../../model/api/object.ts";
import type { Property } from "../../../model/kinds/property.ts";
import { findWire, liveValue, sameMeaning } from "./compare.ts";
import { fingerprint, isIgnored } from "./server-form.ts";

/*
 * Decides whether a response shows a property as declared, in the server's form, or otherwise.
 *
 *     read      declared " Down "    state: fingerprint of "Down"     shows "Down"     as declared
 *     read      declared "Down"                                       shows "Slow"     otherwise: drift
 *     write     declared " Down "    shows "Down"                     in the server's form: the state gets its fingerprint
 *     write     declared "Down"      shows "Up", as before the write  ignored
 */

interface PropertyInState {
  /** As declared before; `undefined` if it wasn't. */
  readonly previous?: unknown;
  readonly stored?: unknown;
  readonly serverForm?: string | undefined;
}

/** A property in a response, compared with the program. */
interface Comparison {
  /** The declared value if the live one means the same, otherwise the live value in the declared form. */
  readonly value: unknown;
  readonly serverForm?: string;
  /** The API accepted a write of this property but kept another value. */
  readonly ignored?: true;
}

/** Compares a property with a response that doesn't come from writing it. Undeclared properties get the live value. */
export function compareWithRead(
  property: Property,
  live: Live,
  declared: unknown,
  { stored, serverForm }: PropertyInState,
): Comparison {
  const wire = findWire(property, declared);
  const shown = liveValue(property, live, wire);
  if (declared === undefined) return { value: shown === undefined ? stored : property.type.fromWire(shown, undefined) };
  const form = serverForm === undefined ? {} : { serverForm };
  if (shown === undefined) return { value: declared, ...form };
  if (wire === undefined) return { value: property.type.fromWire(shown, undefined) };
  if (sameMeaning(property, wire, shown)) return { value: declared };
  if (serverForm === fingerprint(property, shown)) return { value: declared, ...form };
  return { value: property.type.fromWire(shown, declared) };
}

/**
 * Compares a property with the response to its write.
 *
 * @param declared `undefined` if the write cleared the property
 */
export function compareWithWrite(
  property: Property,
  live: Live,
  declared: unknown,
  inState: PropertyInState,
): Comparison {
  const { type } = property;
  const wire = declared === undefined ? property.cleared : type.toWire(declared);
  const previous = findWire(property, inState.previous ?? inState.stored);
  // Keys that are no longer declared must be gone.
  const expected = isObject(property.cleared) && isObject(previous) && isObject(wire) ? { ...previous, ...wire } : wire;
  const found = liveValue(property, live, expected);
  const shown = found === undefined ? wire : found;
  const value =
    declared === undefined ? type.fromWire(liveValue(property, live, undefined) ?? wire, undefined) : declared;
  if (sameMeaning(property, wire, shown)) return { value };
  if (isIgnored(property, { wire, live: shown, previous, form: inState.serverForm }))
    return { value: type.fromWire(shown, declared), ignored: true };
  return declared === undefined ? { value } : { value, serverForm: fingerprint(property, shown) };
}

import type { Live } from "../../../model/api/form.ts";
import { isObject } from "../../../model/api/object.ts";
import type { Property } from "../../../model/kinds/property.ts";
import { comparable, findWire, liveValue, sameMeaning } from "./compare.ts";
import { type Before, fingerprint, isIgnored, isUnchanged } from "./server-form.ts";

/*
 * Decides whether a response shows a property as declared, in the server's form, or otherwise.
 *
 *     read      declared " Down "    state: fingerprint of "Down"     shows "Down"     as declared
 *     read      declared "Down"                                       shows "Slow"     otherwise: drift
 *     write     declared " Down "    shows "Down"                     in the server's form: the state gets its fingerprint
 *     write     declared "Down"      shows "Up", as before the write  ignored
 *     reset                          shows "Up", as before the write  still shown
 */

interface PropertyInState {
  /** As declared before; `undefined` if it wasn't. */
  readonly previous?: unknown;
  readonly stored?: unknown;
  readonly serverForm?: string | undefined;
}

/** A property in a response, compared with the program. */
export interface Comparison {
  /** The declared value if the live one means the same, otherwise the live value in the declared form. */
  readonly value: unknown;
  readonly serverForm?: string;
  /** The API accepted a write of this property but kept another value. */
  readonly ignored?: true;
  /** The API accepted a reset of this property, or of some of its keys, but still shows the value from before. */
  readonly stillShown?: true;
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
 * @param written what was declared, `undefined` if the write reset the property, and how that was sent
 */
export function compareWithWrite(
  property: Property,
  live: Live,
  { declared, wire }: { readonly declared: unknown; readonly wire: unknown },
  inState: PropertyInState,
): Comparison {
  const { type } = property;
  const previous = findWire(property, inState.previous ?? inState.stored);
  const { serverForm: form } = inState;
  if (declared === undefined) return compareWithReset(property, live, { previous, form });
  const found = liveValue(property, live, wire);
  const shown = found === undefined ? wire : found;
  const reset = showsRemovedKey(property, live, { previous, wire }) ? { stillShown: true as const } : {};
  if (sameMeaning(property, wire, shown)) return { value: declared, ...reset };
  const comparedPart = previous === undefined ? undefined : comparable(property, previous, wire);
  if (isIgnored(property, { wire, live: shown, previous: comparedPart, form }))
    return { value: type.fromWire(shown, declared), ignored: true };
  return { value: declared, serverForm: fingerprint(property, shown), ...reset };
}

/** A service may replace a reset by a default of its own, so it never counts as ignored. */
function compareWithReset(property: Property, live: Live, before: Before): Comparison {
  const { type, cleared } = property;
  const shown = liveValue(property, live, undefined) ?? cleared;
  const value = type.fromWire(shown, undefined);
  if (sameMeaning(property, cleared, shown) || !isUnchanged(property, shown, before)) return { value };
  return { value, stillShown: true };
}

/** Whether a response shows the earlier value of a key that the program no longer declares. */
function showsRemovedKey(
  property: Property,
  live: Live,
  { previous, wire }: { readonly previous: unknown; readonly wire: unknown },
): boolean {
  if (property.type.project === undefined || !isObject(previous) || !isObject(wire)) return false;
  const removed = Object.entries(previous).filter(([key, value]) => value !== null && !(key in wire));
  return removed.some(([key, value]) => {
    const part = { [key]: value };
    const shown = liveValue(property, live, part);
    return shown !== undefined && sameMeaning(property, shown, part);
  });
}

import type { Declared, Live, Stored, Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { type Change, compare, findWire } from "./compare.ts";
import { declaredIn } from "./state.ts";

/*
 * Builds request bodies.
 */

/** A request body and the names of the properties in it. */
export interface Request {
  readonly wire: Wire;
  readonly sent: ReadonlySet<string>;
}

export function wireOf(changes: readonly Change[]): Request {
  const sent = changes.filter(({ wire }) => wire !== undefined);
  return {
    wire: Object.fromEntries(sent.map(({ property, wire }) => [property.wire, wire])),
    sent: new Set(sent.map(({ name }) => name)),
  };
}

/** Returns the body of a POST. The API takes some properties only in a PUT. */
export const wireOfPost = (definition: Definition, declared: Declared): Request =>
  wireOf(compare(definition, {}, declared).filter(({ property }) => !property.putOnly));

/** What a program changes. */
export interface Update {
  readonly declared: Declared;
  readonly changes: readonly Change[];
}

/** Whether a PUT needs the live record. Documented: it replaces an object as a whole, also the keys that others have set. */
export const mergesKeys = (changes: readonly Change[]): boolean =>
  changes.some(({ property, wire }) => property.type.merge !== undefined && wire !== undefined);

/**
 * Returns the body of a PUT with the changed properties, with the keys that others have set in them, and with the fields
 * that it needs besides. `masked` names a property in which it would overwrite values of others with the masks that the API
 * shows of them.
 */
export function wireOfPut(definition: Definition, stored: Stored, { declared, changes }: Update, live: Live) {
  const previous = declaredIn(definition, stored);
  const merged = changes.map((change) => {
    const { name, property, wire } = change;
    const { merge, mergesMasks } = property.type;
    const before = findWire(property, previous[name]);
    const isMasked = mergesMasks?.(live[property.wire], wire, before);
    return { ...change, isMasked, wire: merge && wire !== undefined ? merge(live[property.wire], wire, before) : wire };
  });
  const masked = merged.find(({ isMasked }) => isMasked)?.name;
  return { wire: withRepeated(definition, wireOf(merged).wire, declared), masked };
}

export const wireIn = ({ properties }: Definition, values: Declared | Stored): Wire =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [property.wire, findWire(property, values[name])]),
  );

/** Adds declared values that every PUT of the record repeats. */
export function withRepeated({ properties }: Definition, wire: Wire, declared: Declared): Wire {
  const repeated = Object.entries(properties).filter(
    ([name, property]) => property.repeated !== undefined && declared[name] === property.repeated,
  );
  return { ...Object.fromEntries(repeated.map(([, property]) => [property.wire, property.repeated])), ...wire };
}

import type { Declared, Stored, Wire } from "../../../api/form.ts";
import type { Definition, Reach } from "../../../kinds/kind.ts";
import type { ExistingRecord } from "../record/find.ts";
import { asOccurrence, offsetIn } from "../series/series.ts";
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

/** Returns a body with exactly the changed properties. */
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

/** The context of a PUT. */
interface Put {
  readonly stored: Stored;
  readonly declared: Declared;
  /** For a series: the occurrences that it changes. */
  readonly reach?: Reach | undefined;
}

/**
 * Returns the body of a PUT with the changed properties, with the keys that others have set in them, and with the fields
 * that it needs besides.
 */
export async function wireOfPut(
  record: ExistingRecord,
  changed: Wire,
  { stored, declared, reach }: Put,
): Promise<Wire> {
  const { definition } = record;
  const merged = await mergedIn(record, changed, declaredIn(definition, stored));
  const wire = withRepeated(definition, { ...changed, ...merged }, declared);
  if (definition.series === undefined || reach === undefined) return wire;
  return definition.series.reaching(asOccurrence(definition, wire, offsetIn(stored, record.recordId)), reach);
}

/** Adds declared values that every PUT of the record repeats. */
export function withRepeated({ properties }: Definition, wire: Wire, declared: Declared): Wire {
  const repeated = Object.entries(properties).filter(
    ([name, property]) => property.repeated !== undefined && declared[name] === property.repeated,
  );
  return { ...Object.fromEntries(repeated.map(([, property]) => [property.wire, property.repeated])), ...wire };
}

/** Documented: a PUT replaces a property as a whole. So an object is sent with the keys that others have set in it. */
async function mergedIn(
  { definition, collection, recordId }: ExistingRecord,
  wire: Wire,
  previous: Declared,
): Promise<Wire> {
  const merging = Object.entries(definition.properties).filter(
    ([, property]) => property.type.merge && property.wire in wire,
  );
  if (merging.length === 0) return {};
  const live = (await collection.get(recordId)) ?? {};
  return Object.fromEntries(
    merging.map(([name, property]) => {
      const { wire: key, type } = property;
      return [key, type.merge?.(live[key], wire[key], findWire(property, previous[name]))];
    }),
  );
}

import type { Definition, Reach, Values, Wire } from "../../kinds/kind.ts";
import { type Change, compare, findWire } from "./compare.ts";
import type { ExistingRecord } from "./find.ts";
import { asOccurrence, offsetIn } from "./series.ts";
import { declaredIn } from "./state.ts";

/** A request body and the names of the properties in it. */
export interface Body {
  readonly body: Wire;
  readonly sent: ReadonlySet<string>;
}

/** Builds a body with exactly the changed properties. */
export function bodyOf(changes: readonly Change[]): Body {
  const sent = changes.filter(({ send }) => send !== undefined);
  return {
    body: Object.fromEntries(sent.map(({ property, send }) => [property.wire, send])),
    sent: new Set(sent.map(({ name }) => name)),
  };
}

/** Builds the body of a POST. The API takes some properties only in a PUT. */
export const bodyOfPost = (definition: Definition, desired: Values): Body =>
  bodyOf(compare(definition, {}, desired).filter(({ property }) => !property.putOnly));

/** The context of a PUT. */
interface Put {
  readonly outputs: Values;
  readonly desired: Values;
  /** For a series: the occurrences that it changes. */
  readonly reach?: Reach | undefined;
}

/** Adds to a PUT the keys that others have set, and the fields that it needs besides the changed properties. */
export async function completed(record: ExistingRecord, body: Wire, { outputs, desired, reach }: Put): Promise<Wire> {
  const { definition } = record;
  const merged = { ...body, ...(await mergedIn(record, body, declaredIn(definition, outputs))) };
  const whole = withRepeated(definition, merged, desired);
  if (definition.series === undefined || reach === undefined) return whole;
  return definition.series.reaching(asOccurrence(definition, whole, offsetIn(outputs, record.recordId)), reach);
}

/** Adds declared values that every write of the record repeats. */
export function withRepeated({ properties }: Definition, body: Wire, declared: Values): Wire {
  const repeated = Object.entries(properties).filter(
    ([name, property]) => property.repeated !== undefined && declared[name] === property.repeated,
  );
  return { ...Object.fromEntries(repeated.map(([, { wire, repeated }]) => [wire, repeated])), ...body };
}

/** Documented: a PUT replaces a property as a whole. So an object is sent with the keys that others have set in it. */
async function mergedIn(
  { definition, collection, recordId }: ExistingRecord,
  body: Wire,
  declared: Values,
): Promise<Wire> {
  const merging = Object.entries(definition.properties).filter(([, { wire, type }]) => type.merge && wire in body);
  if (merging.length === 0) return {};
  const live = (await collection.get(recordId)) ?? {};
  return Object.fromEntries(
    merging.map(([name, property]) => {
      const { wire, type } = property;
      return [wire, type.merge?.(live[wire], body[wire], findWire(property, declared[name]))];
    }),
  );
}

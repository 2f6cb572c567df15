import type { Definition, Values, Wire } from "../../kinds/kind.ts";
import { type Change, compare, findWire } from "./compare.ts";
import type { ExistingRecord } from "./find.ts";
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

/** Adds the fields that the API requires in a PUT besides the changed properties. */
export async function completed(
  record: ExistingRecord,
  body: Wire,
  { outputs, desired }: { outputs: Values; desired: Values },
): Promise<Wire> {
  const { definition } = record;
  const declared = declaredIn(definition, outputs);
  const merged = { ...body, ...(await mergedIn(record, body, declared)) };
  return definition.completeUpdate?.(merged, { previous: declared, desired }) ?? merged;
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

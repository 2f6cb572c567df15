import type { Declared } from "../model/api/form.ts";
import { definitions } from "../model/kinds/index.ts";
import { type Definition, isAdoptOnly } from "../model/kinds/kind.ts";

/** Whether records of the kind are hubs, which all other records belong to. */
export function isHub(kind: string): boolean {
  const definition = definitions[kind];
  return definition !== undefined && isAdoptOnly(definition);
}

export const kinds: readonly Definition[] = Object.values(definitions);

/** A record that a declared value names. */
interface Reference {
  readonly kind: string;
  readonly id: unknown;
}

/** The records that a resource refers to, such as the services of a subscription. */
export const referencesIn = ({ properties }: Definition, values: Declared): Reference[] =>
  Object.entries(properties).flatMap(([name, { type }]) =>
    (type.references?.idsIn(values[name]) ?? []).map((id) => ({ kind: type.references?.kind ?? "", id })),
  );

/** Replaces the IDs of records in a declared value. */
export function withReferences(
  { properties }: Definition,
  [name, value]: [name: string, value: unknown],
  replace: (reference: Reference) => unknown,
): unknown {
  const references = properties[name]?.type.references;
  if (references === undefined) return value;
  const ids = new Set(references.idsIn(value));
  const inside = (part: unknown): unknown => {
    if (ids.has(part)) return replace({ kind: references.kind, id: part });
    if (Array.isArray(part)) return part.map(inside);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, inside(item)]));
  };
  return inside(value);
}

const referable = new Set(
  kinds.flatMap(({ properties }) => Object.values(properties).flatMap(({ type }) => type.references?.kind ?? [])),
);

export const isReferable = (kind: string): boolean => isHub(kind) || referable.has(kind);

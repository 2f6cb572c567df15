import type { Declared, Live, Stored } from "../model/api/form.ts";
import { definitions } from "../model/kinds/index.ts";
import { type Definition, isAdoptOnly } from "../model/kinds/kind.ts";
import { unknownMark } from "../model/pulumi/mark-keys.ts";

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

/** A record as reports name it. */
export interface ReportedRecord {
  readonly stack: string;
  readonly kind: string;
  /** Name of the resource in the program. */
  readonly name: string;
  /** ID of the record; empty if it doesn't exist yet. */
  readonly id: string;
}

const kindOrder = Object.keys(definitions);

export const byKind = (one: Pick<ReportedRecord, "kind">, other: Pick<ReportedRecord, "kind">): number =>
  kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind);

type OrderedRecord = Pick<ReportedRecord, "kind" | "id"> & Partial<ReportedRecord>;

/**
 * Sorts by kind and ID, so that references point backwards and older records come first. Those without an ID come last, by
 * name. Pulumi's own order differs from run to run, because it works in parallel.
 */
export const inOrder = (one: OrderedRecord, other: OrderedRecord): number =>
  byKind(one, other) ||
  Number(one.id === "") - Number(other.id === "") ||
  Number(one.id) - Number(other.id) ||
  one.id.localeCompare(other.id) ||
  (one.name ?? "").localeCompare(other.name ?? "") ||
  (one.stack ?? "").localeCompare(other.stack ?? "");

/** What readers call a record: never an address. */
export function labelOf(kind: string, values: Stored): string {
  const { title, label = [] } = definitions[kind] ?? {};
  const names = title ?? label;
  const texts = names.map((name) => values[name]).filter((value) => typeof value === "string" && value);
  const shown = texts.map(shownOf);
  // The name is the first of the titles that a record has. A label consists of all its parts.
  return title === undefined ? shown.join(" ") : String(shown[0] ?? "");
}

export const labelOfLive = ({ kind, properties }: Definition, record: Live): string =>
  labelOf(kind, Object.fromEntries(Object.entries(properties).map(([name, { key }]) => [name, record[key]])));

export const shownOf = (value: unknown): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value).replaceAll(unknownMark, "[unknown]"));

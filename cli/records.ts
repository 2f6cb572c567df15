import type { Live, Stored } from "../model/api/form.ts";
import { definitions } from "../model/kinds/index.ts";
import type { Definition } from "../model/kinds/kind.ts";
import { unknownMark } from "../provider/mark-keys.ts";

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
  const texts = (title ?? label).map((name) => values[name]).filter((value) => typeof value === "string" && value);
  const shown = texts.map(shownOf);
  return title === undefined ? shown.join(" ") : String(shown[0] ?? "");
}

export const labelOfLive = ({ kind, properties }: Definition, record: Live): string =>
  labelOf(kind, Object.fromEntries(Object.entries(properties).map(([name, { wire }]) => [name, record[wire]])));

/** A value as a report may show it. */
export const shownOf = (value: unknown): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value).replaceAll(unknownMark, "[unknown]"));

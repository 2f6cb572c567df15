import type { Values } from "../resources/define.ts";

/** A function by which a program finds records that it does not manage. */
export interface Lookup {
  /** The kind of the records. */
  readonly kind: string;
  readonly description: string;
  /** Arguments that a record has to match, by their names: an output of the record, or a test of its own. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Where all matching records are returned: under which name. @default exactly one record must match, and is returned */
  readonly all?: string;
}

export interface Filter {
  readonly description: string;
  readonly type: "string" | "integer" | "boolean";
  /** @default the output of that name is equal */
  readonly matches?: (record: Values, wanted: unknown) => boolean;
}

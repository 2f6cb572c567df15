import { type Assumptions, differences } from "../../model/guesses/index.ts";

/** Differences of single fields: the service changes a value or the order of a list, omits it, or ignores writes. */
export const fieldDifferences = [
  "trim",
  "lower-case",
  "upper-case",
  "entity-encode",
  "strip-tags",
  "time-offset",
  "time-fraction",
  "time-round-up",
  "time-space",
  "re-order",
  "omit",
  "ignore",
] as const;

export type FieldDifference = (typeof fieldDifferences)[number];

/** Differences that are neither guesses nor about a field. */
export const otherDifferences = {
  /** Documented: a restored subscription keeps its ID, or gets a new one. */
  "restored-id": ["new"],
  "inferred-operations": ["not-found", "not-allowed"],
} as const;

/**
 * How the service differs: guesses with their difference, `{ "record-ids": "text" }`; and differences of fields with these
 * fields, `{ "upper-case": ["services.name", "event_repeat.interval"] }`.
 */
export type EmulatorAssumptions = Assumptions & {
  readonly [Name in keyof typeof otherDifferences]?: (typeof otherDifferences)[Name][number] | undefined;
} & { readonly [Name in FieldDifference]?: string | readonly string[] | undefined };

/** A service that only has the operations and parameters that are documented. */
export const documentedOnly = {
  "inferred-operations": "not-found",
  "list-filters": "ignored",
} as const satisfies EmulatorAssumptions;

/** Every difference that isn't about a field, as the command's option names it: `record-ids=text`. */
export const differenceNames: readonly string[] = [
  ...differences.keys(),
  ...Object.entries(otherDifferences).flatMap(([name, others]) => others.map((other) => `${name}=${other}`)),
];

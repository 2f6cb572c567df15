import type { TableName } from "../../../emulator/state/row.ts";

/** A value as a program declares it, and as the API takes it. */
export interface Sample {
  readonly declared: unknown;
  readonly wire: unknown;
}

export interface PropertySamples {
  /** Name of the field in request bodies. */
  readonly wire: string;
  /** Clauses of the API's description that the laws prove with these values: sent, read back, shown as drift, rejected. */
  readonly clauses: string;
  /** What else is particular to it. */
  readonly is?: readonly ("required" | "replaces" | "secret" | "putOnly" | "writeOnly")[];
  /** What removing the declaration sends; nothing where it is absent. */
  readonly cleared?: unknown;
  /**
   * Values that mean different things. Any mix of them over all properties makes a valid resource, in a hub `acme` whose
   * groups are 1 to 8 and whose services 1 to 3 and subscribers 1 and 2 stand there before the test, each subscriber with
   * a subscription by e-mail.
   */
  readonly values: readonly [Sample, Sample, ...Sample[]];
  /** Values that check refuses, whatever the other properties are. */
  readonly rejected: readonly unknown[];
}

/** The values that the laws try for a kind. They are written out instead of derived, so that a wrong mapping fails. */
export interface KindSamples {
  /** Where the emulator keeps the records. */
  readonly table: TableName;
  /** The properties of the smallest program. */
  readonly minimal: readonly string[];
  /** Clauses that the laws prove with whole programs: one is created, read by its id, updated, found deleted, or listed. */
  readonly clauses: Readonly<Partial<Record<"create" | "read" | "update" | "deleted" | "list", string>>>;
  readonly properties: Readonly<Record<string, PropertySamples>>;
  /** The body of a manual change, if it is more than the changed fields. */
  readonly manually?: (body: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** The fields of a response that belong to a request body, where they are not the body's own. */
  readonly response?: (body: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

/** A value that is the same in the program and on the wire. */
export const plain = (value: unknown): Sample => ({ declared: value, wire: value });

/** A value that is spelled otherwise on the wire. */
export const mapped = (declared: unknown, wire: unknown): Sample => ({ declared, wire });

type Texts = readonly [string, string, ...(string | null)[]];

/** A text that may be null, and is null when the declaration is removed. */
export const nullableText = (wire: string, clauses: string, [first, second, ...others]: Texts): PropertySamples => ({
  wire,
  clauses,
  cleared: null,
  values: [plain(first), plain(second), ...others.map(plain)],
  rejected: [7, true, {}, ["text"]],
});

/** A flag that is false by default. */
export const flag = (wire: string, clauses: string): PropertySamples => ({
  wire,
  clauses,
  cleared: false,
  values: [plain(true), plain(false)],
  rejected: ["true", 1, null],
});

import type { TableName } from "../../emulator/tables/index.ts";

/** A declared value and its form in the API. */
export interface Sample {
  readonly declared: unknown;
  readonly wire: unknown;
}

export interface PropertySamples {
  /** Name of the field in request bodies. */
  readonly key: string;
  /** Clauses that the laws prove with these values, by sending, reading, drift or rejection. */
  readonly clauses: string;
  /** Other clauses about it. */
  readonly is?: readonly ("required" | "replaces" | "secret" | "putOnly" | "writeOnly")[];
  /** The value that removing the declaration sends; absent if it sends nothing. */
  readonly cleared?: unknown;
  /**
   * Different values. Any combination over all properties is valid in the hub `acme`, which has the groups 1 to 8, the
   * services 1 to 3 and the subscribers 1 and 2 with an email subscription each.
   */
  readonly values: readonly [Sample, Sample, ...Sample[]];
  /** Values that are invalid whatever the other properties are. */
  readonly rejected: readonly unknown[];
}

/** The values that the laws try for a kind. They are written out instead of derived, so that a wrong mapping fails. */
export interface KindSamples {
  /** The emulator's table. */
  readonly table: TableName;
  /** The required properties. */
  readonly minimal: readonly string[];
  /** Clauses that the laws prove with whole programs, by creating, reading, updating, deleting or listing. */
  readonly clauses: Readonly<Partial<Record<"create" | "read" | "update" | "deleted" | "list", string>>>;
  readonly properties: Readonly<Record<string, PropertySamples>>;
  /** The body of a manual change, if it is more than the changed fields. */
  readonly manually?: (body: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** Returns the fields of a response for a request body, if they differ. */
  readonly response?: (body: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

/** A value that is the same in the API. */
export const plain = (value: unknown): Sample => ({ declared: value, wire: value });

/** A value that has another form in the API. */
export const mapped = (declared: unknown, wire: unknown): Sample => ({ declared, wire });

type Texts = readonly [string, string, ...(string | null)[]];

/** A nullable text, which is null after its declaration is removed. */
export const nullableText = (key: string, clauses: string, [first, second, ...others]: Texts): PropertySamples => ({
  key,
  clauses,
  cleared: null,
  values: [plain(first), plain(second), ...others.map(plain)],
  rejected: [7, true, {}, ["text"]],
});

/** A flag that is false by default. */
export const flag = (key: string, clauses: string): PropertySamples => ({
  key,
  clauses,
  cleared: false,
  values: [plain(true), plain(false)],
  rejected: ["true", 1, null],
});

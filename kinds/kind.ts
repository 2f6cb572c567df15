import type { z } from "zod";
import * as field from "../api/field.ts";
import type { RecordOperations } from "../api/operation.ts";
import type { ValueType } from "./value.ts";

/** A record as the API returns it, or a body as it takes it: snake_case keys, plain JSON. */
export type Wire = Record<string, unknown>;

/** Inputs or outputs of a resource: camelCase keys, plain JSON. */
export type Values = Record<string, unknown>;

/** A property that a program may declare. */
export interface Property {
  /** Key in request bodies, and in responses unless `read` says otherwise. */
  readonly wire: string;
  readonly type: ValueType;
  /**
   * For users, in Markdown. The classes, the schema and the reference print it, and add what follows from the
   * other keys: how it is cleared, its default, its name in the API.
   */
  readonly doc: string;
  /** Must be declared. */
  readonly required?: true;
  /**
   * The API's default, which is sent when the declaration is removed. Without it, nothing is sent and the property is just
   * not managed any more.
   */
  readonly cleared?: unknown;
  /** The value that hides the record from the public. Clearing it publishes the record, so a preview warns of that. */
  readonly hides?: unknown;
  /** What an undeclared property is on a new record, in words. @default that of `cleared` */
  readonly initially?: string;
  /** The API cannot change it: another value is another record. */
  readonly replaces?: true;
  readonly secret?: true;
  /** The API takes it in PUT and not in POST. */
  readonly putOnly?: true;
  /** Lists leave it out. */
  readonly inList?: false;
  /** What its value names has no list in the API, and is seen in the records that use it. The word for it. */
  readonly seenInUse?: string;
  /** Responses don't carry the key; `read` finds the live value elsewhere in them. */
  readonly requestOnly?: true;
  /** No response carries it: the declared value is kept, and no drift is claimed. */
  readonly writeOnly?: true;
  /**
   * The live value in a response, where it is not simply the key `wire`. `undefined` where the response does not carry it;
   * then the declared value is kept and no drift is claimed. `declared` is there for responses that do not distinguish two
   * values.
   */
  readonly read?: (record: Wire, declared: unknown) => unknown;
}

/** A value that only the API sets. Live status, counters and `updated_at` are left out: they would make every preview noisy. */
export interface Output {
  readonly doc: string;
  /** Key in responses; undefined where `read` finds the value elsewhere. */
  readonly wire?: string;
  readonly schema: z.ZodType;
  /** `undefined` where the response does not carry it. */
  readonly read: (record: Wire) => unknown;
  readonly secret?: true;
}

/** A problem with one property; `path` is empty where it concerns the whole resource. */
export interface Failure {
  readonly path: readonly (string | number)[];
  readonly reason: string;
  /** The value as a reader may see it; never that of a secret. */
  readonly got?: string;
}

/** An argument of a look-up that a record has to match. */
export interface Filter {
  readonly doc: string;
  readonly type: "string" | "integer" | "boolean";
  /** @default the output of that name is equal */
  readonly matches?: (record: Values, wanted: unknown) => boolean;
}

/** How a program finds records that it does not manage. */
export interface Search {
  readonly doc: string;
  /** Statements for the doc comment; the hub is `acme`. */
  readonly example: string;
  readonly filters: Readonly<Record<string, Filter>>;
}

/** A search as a function of the package: `getService`. */
export interface LookUp extends Search {
  /** The kind of the records. */
  readonly kind: string;
  /** Where all matching records are returned: under which name. @default exactly one record must match, and is returned */
  readonly all?: string;
}

/** Everything that is particular to one resource. What is common to all is in `provider/lifecycle/`. */
export interface Definition {
  readonly kind: string;
  /** The name of many, as a key: `incidentTemplates`. */
  readonly plural: string;
  readonly doc: string;
  /** Statements for the doc comment of the class. */
  readonly example: string;
  readonly operations: RecordOperations;
  readonly properties: Readonly<Record<string, Property>>;
  readonly outputs: Readonly<Record<string, Output>>;
  /** Its records belong to primary hubs: a connected hub has those of its primary hub. */
  readonly onPrimaryHubs?: true;
  /** A record may repeat: the API makes its occurrences, which are records of the same kind. */
  readonly repeats?: true;
  /** A deleted record cannot come back, and more than its declared values goes with it: pages protect it unless told otherwise. */
  readonly protectedOnPages?: true;
  /** Property that is the ID of a group: on a page, the records stand in groups, which give it to them. */
  readonly groupedBy?: string;
  /** The properties by which a reader recognizes the record in a message. Never a secret. */
  readonly label: readonly string[];
  /** Properties whose values no two live records of a hub share; without one, records are compared by all fields. */
  readonly identity?: readonly string[];
  /**
   * Properties whose values together two resources of a program cannot both declare for one hub.
   *
   * @default identity
   */
  readonly unique?: readonly string[];
  /** At least one of these properties must be declared. */
  readonly oneRequired?: readonly string[];
  /** Rules that concern several properties. They see known values only: a property that is unknown or invalid is absent. */
  readonly rules?: (declared: Values, isSet: (name: string) => boolean) => Failure[];
  /** Adds to a PUT what the API wants beside the changed properties. */
  readonly completeUpdate?: (body: Wire, context: { previous: Values; desired: Values }) => Wire;
  /** A PUT that has to come before the DELETE. */
  readonly beforeDelete?: (outputs: Values) => Wire | undefined;
  /** Finds exactly one record. */
  readonly find?: Search;
  /** Finds every record that matches. */
  readonly list?: Search;
}

/** Whether the API has no create for the resource, so that a record can only be adopted. */
export const isAdoptOnly = ({ operations }: Definition): boolean => operations.create === undefined;

/** Checks a definition at compile time and keeps its literal types. */
export const defineKind = <const D extends Definition>(definition: D): D => definition;

/** The key `wire` of a response as an output. */
export const output = <const Key extends string, Schema extends z.ZodType>(wire: Key, schema: Schema, doc: string) => ({
  wire,
  schema,
  doc,
  read: (record: Wire) => record[wire],
});

/** Every record carries the time of its creation. */
export const createdAt = output("created_at", field.timestamp, "When the record was created, in UTC.");

import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Method, Operation } from "../model/api/operation.ts";
import type { GuessName } from "../model/guesses/index.ts";
import type { OperationName, operations } from "../model/kinds/operations.ts";
import type { ApiKey, Role } from "./api-key.ts";
import type { HubRow } from "./tables/hub.ts";
import type { AccountStore } from "./tables/index.ts";
import { emptyFields, type TableName, type Tables } from "./tables/index.ts";

/** How an emulator behaves if the API allows a choice, or if a test needs different behavior. */
export interface Settings {
  readonly strict: boolean;
  /** Only a difference changes it. */
  readonly restoredId: "same" | "new";
  readonly seriesDays: number;
  /** How the dates of a series are counted; only a difference from `series-clock` changes it. */
  readonly seriesClock: "utc" | "local" | "clamped";
}

export interface HubInStore {
  readonly store: AccountStore;
  readonly hub: HubRow;
}

export type LocatedRecords = { readonly [Name in TableName]?: Tables[Name] };

// A field that wasn't sent is absent after parsing too, although the types of the schemas allow undefined.
type BodyOf<Body> = Body extends z.ZodObject ? WithoutUndefined<z.output<Body>> : undefined;
type WithoutUndefined<Fields> = { readonly [Field in keyof Fields]: Exclude<Fields[Field], undefined> };

/** Fields of a row to change. Undefined ones keep their value. */
export type ChangesOf<Row> = { readonly [Field in keyof Row]?: Row[Field] | undefined };

type NullableFields<Row> = { [Field in keyof Row]: null extends Row[Field] ? Field : never }[keyof Row];
type FilledFields = "id" | "hub_id" | "deleted" | "created_at" | "updated_at";

/** The fields of a new row. Nullable ones may be omitted. */
export type NewFields<Row> = ChangesOf<Row> & Omit<Row, FilledFields | NullableFields<Row>>;

interface CallFields<Named extends Operation> {
  readonly query: z.output<Named["query"]>;
  readonly body: BodyOf<Named["body"]>;
  readonly located: LocatedRecords;
  readonly store: AccountStore;
  readonly key: ApiKey;
  readonly roleOn: (hub: HubRow) => Role;
  readonly settings: Settings;
  /** The emulator's time in the API's format. */
  readonly now: string;
  /**
   * Notes that a guess decides what becomes of a record.
   *
   * @param id @default the ID of the record that the operation is about
   */
  follow(guess: GuessName, id?: number): void;
}

/** A request whose form is valid, for the rules of a resource. */
export interface Call<Named extends Operation = Operation> extends CallFields<Named> {
  readonly hub: HubRow;
  /** Returns the record of this table that the path names. */
  record<Name extends TableName>(name: Name): Tables[Name];
  insert<Name extends TableName>(name: Name, fields: NewFields<Tables[Name]>): Tables[Name];
  /** Changes fields of a row. Inferred: if nothing changes, `updated_at` doesn't either. */
  change<Name extends TableName>(name: Name, row: Tables[Name], changes: ChangesOf<Tables[Name]>): Tables[Name];
}

export type CallOf<Name extends OperationName> = Call<(typeof operations)[Name]>;

type CallTo<Name extends string> = Call<Name extends OperationName ? (typeof operations)[Name] : Operation>;

/**
 * The API's rules for one kind of record. Each function takes a call whose form is valid, and returns rows. Omitted
 * functions have a default that suits most kinds. Calls that would change a deleted record, or add one below it, are
 * rejected before.
 */
export interface Rules<Kind extends string, Table extends TableName> {
  admit?(hub: HubRow, method: Method): void;
  /** Whether a connected hub shows this record of its primary hub. @default no */
  isShared?(row: Tables[Table], hub: HubInStore): boolean;
  /** Rejects a body that breaks a rule. Without a row, the body is for a new record. */
  check?(call: CallTo<`create${Kind}`> | CallTo<`update${Kind}`>, row?: Tables[Table]): void;
  /** Values of a new record's fields that the body lacks. Nullable fields need no default. */
  defaults?(call: CallTo<`create${Kind}`>): Partial<NewFields<Tables[Table]>>;
  /** @default adds a record with the fields of the body */
  create?(call: CallTo<`create${Kind}`>): Tables[Table];
  /**
   * Returns those of a hub's records that match the query, in order. Deleted ones are filtered afterwards. @default all
   * of them
   */
  list?(call: CallTo<`list${Kind}s`>, records: readonly Tables[Table][]): readonly Tables[Table][];
  /** @default takes the fields of the body */
  update?(call: CallTo<`update${Kind}`>, row: Tables[Table]): Tables[Table];
  /** @default marks the record as deleted */
  delete?(call: CallTo<`delete${Kind}`>, row: Tables[Table]): Tables[Table];
  /** Missing if the API has no restore. */
  restore?(call: CallTo<`restore${Kind}`>, row: Tables[Table]): Tables[Table];
  /** Adapts other records after a manual change of this one, which is given as it was before. */
  edited?(store: AccountStore, row: Tables[Table]): void;
  shown?(row: Tables[Table], store: AccountStore): { readonly flags?: object; readonly [field: string]: unknown };
}

export function createCall(fields: CallFields<Operation>): Call {
  const { located, store, key, now } = fields;
  const record: Call["record"] = (name) => {
    const row = located[name];
    if (!row) throw new Error(`The path of this operation names no record of ${name}.`);
    return row;
  };
  return {
    ...fields,
    record,
    get hub() {
      return record("hubs");
    },
    insert: (name, given) => {
      const empty = emptyFields[name];
      const author = "author" in empty && { author: key.owner };
      const common = { hub_id: record("hubs").id, deleted: false, created_at: now, updated_at: now };
      // Omitted fields are filled in here, which the compiler can't follow.
      return store.table(name).insert({ ...empty, ...author, ...common, ...sent(given) } as never);
    },
    change: (name, row, changes) => {
      const changed = { ...row, ...sent(changes) };
      if (isDeepStrictEqual(changed, row)) return row;
      const next = { ...changed, updated_at: now };
      store.table(name).put(next);
      return next;
    },
  };
}

const sent = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

export type ResponseOf<Name extends OperationName> = (typeof operations)[Name] extends { response: infer Response }
  ? Response extends z.ZodType
    ? z.input<Response>
    : never
  : never;

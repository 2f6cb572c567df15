import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Operation } from "../model/api/operation.ts";
import type { GuessName } from "../model/guesses/index.ts";
import type { OperationName, operations } from "../model/kinds/operations.ts";
import type { ApiKey, Role } from "./api-key.ts";
import type { HubRow } from "./tables/hub.ts";
import { type AccountStore, nullFields, type TableName, type Tables } from "./tables/index.ts";

/** A request whose form is valid, for the rules of a resource: its query and its body are parsed, and the records in its path are found. */
export interface Call<Named extends Operation = Operation> extends RequestParts<Named> {
  readonly hub: HubRow;
  /** Returns the record of this table that the path names. */
  record<Name extends TableName>(name: Name): Tables[Name];
  insert<Name extends TableName>(name: Name, fields: NewFields<Tables[Name]>): Tables[Name];
  /** Changes fields of a row. Inferred: if nothing changes, `updated_at` doesn't either. */
  change<Name extends TableName>(name: Name, row: Tables[Name], changes: ChangesOf<Tables[Name]>): Tables[Name];
}

/** A call of the operation with this name: `CallOf<"createService">`. */
export type CallOf<Name extends OperationName> = Call<(typeof operations)[Name]>;

/** What the rules of a resource get to know of a request. */
interface RequestParts<Named extends Operation> {
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

/** How an emulator behaves if the API allows a choice, or if a test needs different behavior. */
export interface Settings {
  readonly strict: boolean;
  /** Only a difference changes it. */
  readonly restoredId: "same" | "new";
  readonly seriesDays: number;
  /** How the dates of a series are counted; only a difference from `series-clock` changes it. */
  readonly seriesClock: "utc" | "local" | "clamped";
}

/** The hub and the records in the path of a request, by their tables. */
export type LocatedRecords = { readonly [Name in TableName]?: Tables[Name] };

export interface HubInStore {
  readonly store: AccountStore;
  readonly hub: HubRow;
}

/** What a body has after parsing. The types of the schemas allow undefined fields, but one that wasn't sent is absent. */
type BodyOf<Body> = Body extends z.ZodObject ? WithoutUndefined<z.output<Body>> : undefined;
type WithoutUndefined<Fields> = { readonly [Field in keyof Fields]: Exclude<Fields[Field], undefined> };

/** Fields of a row to change. Undefined ones keep their value. */
export type ChangesOf<Row> = { readonly [Field in keyof Row]?: Row[Field] | undefined };

/** The fields of a new row. Those that may be null are null if they are left out, and `insert` can set those that all rows have. */
export type NewFields<Row> = ChangesOf<Row> & Omit<Row, NullableFields<Row> | CommonFields>;
type NullableFields<Row> = { [Field in keyof Row]: null extends Row[Field] ? Field : never }[keyof Row];
type CommonFields = "id" | "hub_id" | "deleted" | "created_at" | "updated_at";

export function createCall(parts: RequestParts<Operation>): Call {
  const { located, store, key, now } = parts;
  const record: Call["record"] = (name) => {
    const row = located[name];
    if (!row) throw new Error(`The path of this operation names no record of ${name}.`);
    return row;
  };
  return {
    ...parts,
    record,
    get hub() {
      return record("hubs");
    },
    insert: (name, fields) => {
      const common = { hub_id: record("hubs").id, deleted: false, created_at: now, updated_at: now };
      const author = "author" in nullFields[name] ? { author: key.owner } : {};
      // The row is complete, which the compiler can't follow.
      return store.table(name).insert({ ...nullFields[name], ...common, ...author, ...defined(fields) } as never);
    },
    change: (name, row, changes) => {
      const changed = { ...row, ...defined(changes) };
      if (isDeepStrictEqual(changed, row)) return row;
      const dated = { ...changed, updated_at: now };
      store.table(name).put(dated);
      return dated;
    },
  };
}

/** Leaves out the fields that are undefined. */
const defined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

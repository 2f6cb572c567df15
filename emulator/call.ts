import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Operation } from "../api/operation.ts";
import type { OperationName, operations } from "../kinds/operations.ts";
import type { ApiKey, Role } from "./api-key.ts";
import type { Settings } from "./settings.ts";
import type { HubRow, TableName, Tables } from "./state/row.ts";
import type { Store } from "./state/store.ts";

/** The records that a path names, by their tables. */
export type Located = { readonly [Name in TableName]?: Tables[Name] };

type BodyOf<Body> = Body extends z.ZodObject ? z.output<Body> : undefined;

// A field that was not sent is absent after parsing too, although the types of the schemas allow undefined.
type ChangesOf<Row> = { readonly [Field in keyof Row]?: Row[Field] | undefined };

interface CallFields<Named extends Operation> {
  readonly query: z.output<Named["query"]>;
  readonly body: BodyOf<Named["body"]>;
  readonly located: Located;
  readonly store: Store;
  readonly key: ApiKey;
  readonly roleOn: (hub: HubRow) => Role;
  readonly settings: Settings;
  readonly now: string;
}

/** A request that has passed every check of its form, for the rules of a resource. */
export class Call<Named extends Operation = Operation> {
  readonly query: z.output<Named["query"]>;
  readonly body: BodyOf<Named["body"]>;
  readonly store: Store;
  readonly key: ApiKey;
  readonly settings: Settings;
  /** The emulator's time as the API writes it. */
  readonly now: string;
  readonly roleOn: (hub: HubRow) => Role;
  readonly #located: Located;

  constructor(fields: CallFields<Named>) {
    this.query = fields.query;
    this.body = fields.body;
    this.store = fields.store;
    this.key = fields.key;
    this.settings = fields.settings;
    this.now = fields.now;
    this.roleOn = fields.roleOn;
    this.#located = fields.located;
  }

  /** The hub that the path names. */
  get hub(): HubRow {
    return this.record("hubs");
  }

  /** The record of this table that the path names. */
  record<Name extends TableName>(name: Name): Tables[Name] {
    const row = this.#located[name];
    if (!row) throw new Error(`The path of this operation names no record of ${name}.`);
    return row;
  }

  /** Replaces fields of a row. Inferred: where nothing changes, `updated_at` stays too. */
  change<Name extends TableName>(name: Name, row: Tables[Name], changes: ChangesOf<Tables[Name]>): Tables[Name] {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const changed = { ...row, ...Object.fromEntries(given) };
    if (isDeepStrictEqual(changed, row)) return row;
    const next = { ...changed, updated_at: this.now };
    this.store.table(name).put(next);
    return next;
  }
}

export type CallOf<Name extends OperationName> = Call<(typeof operations)[Name]>;

/** The body of an operation's response. */
export type AnswerOf<Name extends OperationName> = (typeof operations)[Name] extends { answer: infer Answer }
  ? Answer extends z.ZodType
    ? z.input<Answer>
    : never
  : never;

/** The rules of some operations: each takes a call and returns the body of the response. */
export type Handlers<Name extends OperationName> = {
  readonly [Handled in Name]: (call: CallOf<Handled>) => AnswerOf<Handled>;
};

/** Where to look for a record: the id in the path, below the records that come before it in the path. */
export interface Place {
  readonly id: number;
  readonly hub: HubRow;
  readonly located: Located;
}

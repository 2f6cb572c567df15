import type { Method } from "../../model/api/operation.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import type { Call, CallOf, HubInStore, NewFields } from "../call.ts";
import type { HubRow } from "../tables/hub.ts";
import type { AccountStore, TableName, Tables } from "../tables/index.ts";

/**
 * The API's rules for one kind of record, such as `Rules<"Service", "services">`. Each function takes a call whose form is valid, and
 * returns rows. Omitted functions have a default that suits most kinds. Calls that would change a deleted record, or add one below it, are
 * rejected before.
 */
export interface Rules<Kind extends string, Table extends TableName> {
  /** Rejects requests that a hub doesn't take, before their records are looked for. @default none */
  admit?(hub: HubRow, method: Method): void;
  /** Whether a connected hub shows this record of its primary hub. @default no */
  isShared?(row: Tables[Table], hub: HubInStore): boolean;
  /** Rejects a body that breaks a rule. Without a row, the body is for a new record. */
  check?(call: CallIfNamed<`create${Kind}`> | CallIfNamed<`update${Kind}`>, row?: Tables[Table]): void;
  /** Values of a new record's fields that the body lacks. Nullable fields need no default. */
  defaults?(call: CallIfNamed<`create${Kind}`>): Partial<NewFields<Tables[Table]>>;
  /** @default adds a record with the fields of the body */
  create?(call: CallIfNamed<`create${Kind}`>): Tables[Table];
  /**
   * Returns those of a hub's records that match the query, in order. Deleted ones are filtered afterwards. @default all
   * of them
   */
  list?(call: CallIfNamed<`list${Kind}s`>, records: readonly Tables[Table][]): readonly Tables[Table][];
  /** @default takes the fields of the body */
  update?(call: CallIfNamed<`update${Kind}`>, row: Tables[Table]): Tables[Table];
  /** @default marks the record as deleted */
  delete?(call: CallIfNamed<`delete${Kind}`>, row: Tables[Table]): Tables[Table];
  /** Missing if the API has no restore. */
  restore?(call: CallIfNamed<`restore${Kind}`>, row: Tables[Table]): Tables[Table];
  /** Adapts other records after a manual change of this one, which is given as it was before. */
  edited?(store: AccountStore, row: Tables[Table]): void;
  /** Returns the flags and fields that a record shows differently than its row has them. @default none */
  shown?(row: Tables[Table], store: AccountStore): { readonly flags?: object; readonly [field: string]: unknown };
}

/** A call of an operation, if the API has one with this name. Not every kind has all operations. */
type CallIfNamed<Name extends string> = Name extends OperationName ? CallOf<Name> : Call;

import type { Method, Operation } from "../../model/api/operation.ts";
import type { OperationName, operations } from "../../model/kinds/operations.ts";
import type { Call, NewFields } from "../call.ts";
import type { TableName, Tables } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import type { HubRow } from "./hub.ts";
import type { HubInStore } from "./shared-service.ts";

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
  /** Removes a record for good, for which the API has no operation. @default removes its row */
  remove?(store: Store, row: Tables[Table]): void;
  /** Adapts other records after a manual change of this one, which is given as it was before. */
  edited?(store: Store, row: Tables[Table]): void;
  shown?(row: Tables[Table], store: Store): { readonly flags?: object; readonly [field: string]: unknown };
}

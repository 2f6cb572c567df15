import type { GuessName } from "../model/guesses/index.ts";
import type { TableName } from "./tables/index.ts";

/** A guess about the service that has decided what becomes of a record, or that a request is rejected. */
export interface Followed {
  readonly guess: GuessName;
  readonly table: TableName;
  /** Undefined if the request was rejected. */
  readonly id: number | undefined;
}

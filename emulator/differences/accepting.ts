import type { OperationName } from "../../model/kinds/operations.ts";
import type { TableName } from "../state/row.ts";
import { type Difference, type Exchange, type Fields, isList } from "./difference.ts";

/** A body that the emulator's rules accept, and the fields that the record gets in spite of them. */
interface Replacement {
  readonly sent: Fields;
  readonly stored: Fields;
}

/** Accepts values that the emulator's rules reject: performs the request without them, and stores them afterwards. */
export const accepting =
  (names: readonly OperationName[] | "any", replace: (sent: Fields, exchange: Exchange) => Replacement): Difference =>
  (exchange, next) => {
    const { route, body, store } = exchange;
    const isConcerned = names === "any" ? !isList(exchange) : names.includes(route.name);
    if (!isConcerned || body === undefined) return next(exchange);
    const { sent, stored } = replace(body, exchange);
    const result = next({ ...exchange, body: sent }) as Fields;
    if (Object.keys(stored).length === 0) return result;
    // The path has the name of the table.
    const table = store.table(route.resource as TableName);
    const row = table.find(Number(result.id));
    if (row) store.transaction(() => table.put({ ...row, ...stored } as never));
    return { ...result, ...stored };
  };

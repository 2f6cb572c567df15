import { occurrencesKey } from "../../provider/lifecycle/forms/state.ts";
import type { Values } from "../engine-model/grpc.ts";
import type { StateEntry } from "../engine-model/state.ts";
import { kindOf } from "./kinds.ts";

/** Returns the key of an entry's record: `table/id`. */
export const keyOfEntry = ({ kind, id, outputs }: StateEntry): string =>
  `${kindOf(kind).table}/${rowIdOf(typeof outputs.recordId === "string" ? outputs.recordId : id)}`;

/** Returns the ID of the row. A server may write the IDs of maintenances as words. */
export const rowIdOf = (id: string) => id.replace(/^m-/, "");

/** Returns the keys of all records of an entry: a series has several. */
export const keysOfEntry = (entry: StateEntry): string[] => {
  const { table } = kindOf(entry.kind);
  const occurrences = Object.keys((entry.outputs[occurrencesKey] ?? {}) as Values);
  return [...new Set([keyOfEntry(entry), ...occurrences.map((id) => `${table}/${rowIdOf(id)}`)])];
};

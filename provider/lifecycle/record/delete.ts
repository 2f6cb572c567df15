import { isDeleted } from "../../client/collection.ts";
import { isMethodNotAllowed, isNotFound, isRejected } from "../../client/errors.ts";
import { historyStays } from "../../errors/read.ts";
import { notOffered } from "../../errors/requests.ts";
import type { Kept } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { findReason } from "./explain.ts";
import { OperationError, subject } from "./operation-error.ts";
import { findWritable, type Target, type Writable } from "./scope.ts";

/**
 * Deletes the record of a resource, unless it has ended.
 *
 * @returns what stays
 */
export async function removeRecord(record: Target, { stored }: Kept): Promise<string | undefined> {
  const { definition, id: recordId } = record;
  const target = await findWritable(record, wireIn(definition, stored));
  if (target === undefined) return historyStays.single({ what: subject({ definition, stored, recordId }) });
  await deleteRecord(target);
  return undefined;
}

/**
 * Deletes one record; if it is already deleted, that's a success.
 *
 * @throws OperationError if the API has no such operation, or ignores it
 */
export async function deleteRecord({ definition, collection, id }: Writable): Promise<void> {
  const record = `${definition.kind} ${id}`;
  try {
    // Inferred (delete-effect): a 2xx marks it as deleted.
    const live = await collection.remove(id);
    // Not stated: what the response carries. Unless it shows the deleted record, only reading the record tells.
    if (isDeleted(live)) return;
  } catch (error) {
    if (!isNotFound(error) && !isMethodNotAllowed(error) && !isRejected(error)) throw error;
    const isDocumented = definition.operations.delete?.evidence === "documented";
    if (isNotFound(error) && isDocumented) return;
    // The operation may not exist (if inferred), or may reject a record that is already deleted. Reading the record
    // shows which.
    const live = await findReason(error, () => collection.get(id));
    if (live === undefined || isDeleted(live)) return;
    if (isRejected(error) || isDocumented) throw error;
    throw new OperationError(notOffered.delete({ record }), { cause: error });
  }
  const live = await collection.get(id);
  if (live === undefined || isDeleted(live)) return;
  throw new OperationError(notOffered.ignoredDelete({ record }));
}

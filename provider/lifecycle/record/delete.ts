import { isDeleted } from "../../../model/api/live.ts";
import { isMethodNotAllowed, isNotFound, isRejected } from "../../client/errors.ts";
import { notOffered } from "../../errors/requests.ts";
import { findReason } from "./explain.ts";
import { OperationError } from "./operation-error.ts";
import type { Writable } from "./scope.ts";

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
    // The operation may not exist (if inferred), or may reject a record that is already deleted. Reading the record
    // shows which.
    const live = await findReason(error, () => collection.get(id));
    if (live === undefined || isDeleted(live)) return;
    if (isRejected(error) || definition.operations.delete?.evidence === "documented") throw error;
    throw new OperationError(notOffered.delete({ record }), { cause: error });
  }
  const live = await collection.get(id);
  if (live === undefined || isDeleted(live)) return;
  throw new OperationError(notOffered.ignoredDelete({ record }));
}

import { isDeleted } from "../../client/collection.ts";
import { isMethodNotAllowed, isNotFound, isRejected, type StatusHubError } from "../../client/errors.ts";
import { notOffered } from "../../errors/requests.ts";
import { findReason } from "./explain.ts";
import type { Writable } from "./history.ts";
import type { Target } from "./known.ts";
import { OperationError } from "./operation-error.ts";

/**
 * Deletes one record; if it is already deleted, that's a success.
 *
 * @throws OperationError if the API has no such operation, or ignores it
 */
export async function deleteRecord(target: Writable): Promise<void> {
  const { definition, collection, id } = target;
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
    throw isRejected(error) || isDocumented ? error : notOfferedError(target, error);
  }
  const live = await collection.get(id);
  if (live === undefined || isDeleted(live)) return;
  throw new OperationError(notOffered.ignoredDelete({ record: nameOf(target) }));
}

const nameOf = ({ definition, id }: Target) => `${definition.kind} ${id}`;

const notOfferedError = (target: Target, cause: StatusHubError) =>
  new OperationError(notOffered.delete({ record: nameOf(target) }), { cause });

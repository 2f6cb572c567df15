import type { Live } from "../../../model/api/form.ts";
import { isDeleted, isLeft } from "../../../model/api/live.ts";
import { isRefused, isRejected } from "../../client/errors.ts";
import { notOffered } from "../../errors/requests.ts";
import { endOfRecord } from "../forms/end.ts";
import { isHiddenOnPage } from "../forms/hidden.ts";
import { findReason } from "./explain.ts";
import { OperationError } from "./operation-error.ts";
import type { Scope, Target } from "./scope.ts";

/**
 * Deletes one record; if it is already deleted, that's a success. A record that is published and over stays, because visitors look it
 * up.
 *
 * @param shown the record as it has just been read. @default it is read, if it may be over
 * @throws OperationError if the API has no such operation, or ignores it
 */
export async function deleteRecord(target: Target, shown?: Live): Promise<"deleted" | "stays"> {
  const { definition, collection, id } = target;
  const live = definition.period === undefined || shown !== undefined ? shown : await collection.get(id);
  if (isLeft(live) && isHistoryOnPage(target, live)) return "stays";
  await requestDelete(target);
  return "deleted";
}

/** Whether a record is published and over, so that visitors look it up. */
export const isHistoryOnPage = ({ definition, collection }: Scope, live: Live): boolean =>
  !isHiddenOnPage(definition, live) && endOfRecord(definition, live, collection.serverTime()) === "over";

async function requestDelete({ definition, collection, id }: Target): Promise<void> {
  const record = `${definition.kind} ${id}`;
  try {
    // Inferred (delete-effect): a 2xx marks it as deleted.
    const live = await collection.remove(id);
    // Not stated: what the response carries. Unless it shows the deleted record, only reading the record tells.
    if (isDeleted(live)) return;
  } catch (error) {
    if (!isRefused(error)) throw error;
    // The operation may not exist (if inferred), or may reject a record that is already deleted. Reading the record
    // shows which.
    const live = await findReason(error, () => collection.get(id));
    if (!isLeft(live)) return;
    if (isRejected(error) || definition.operations.delete?.evidence === "documented") throw error;
    throw new OperationError(notOffered.delete({ record }), { cause: error });
  }
  const live = await collection.get(id);
  if (!isLeft(live)) return;
  throw new OperationError(notOffered.ignoredDelete({ record }));
}

import type { Live } from "../../../model/api/form.ts";
import { isDeleted, isLeft } from "../../../model/api/live.ts";
import { isRefused, isRejected, type StatusHubError } from "../../client/errors.ts";
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

async function requestDelete(target: Target): Promise<void> {
  const { definition, collection, id } = target;
  try {
    // Inferred (delete-effect): a 2xx marks it as deleted.
    const live = await collection.remove(id);
    if (isDeleted(live)) return;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return requireGone(target, error);
  }
  // Not stated: what the response carries. Unless it shows the deleted record, only reading the record tells.
  const live = await collection.get(id);
  if (isLeft(live)) throw new OperationError(notOffered.ignoredDelete({ record: `${definition.kind} ${id}` }));
}

/** The API may refuse to delete a record because it is already deleted, or because it has no such operation, which is inferred. */
async function requireGone({ definition, collection, id }: Target, refusal: StatusHubError): Promise<void> {
  const live = await findReason(refusal, () => collection.get(id));
  if (!isLeft(live)) return;
  if (isRejected(refusal) || definition.operations.delete?.evidence === "documented") throw refusal;
  throw new OperationError(notOffered.delete({ record: `${definition.kind} ${id}` }), { cause: refusal });
}

import { isDeleted } from "../client/collection.ts";
import { isNotFound, isNotOffered, isRefused, StatusHubError } from "../client/errors.ts";
import type { Target } from "./bring.ts";

/**
 * Runs an update. Where it fails for another reason than the one that the API gives, that one is thrown: the record was
 * deleted by hand since the last refresh, or the API has no such update.
 */
export async function betterReason<T>(target: Target, update: () => Promise<T>): Promise<T> {
  try {
    return await update();
  } catch (error) {
    throw (await findReason(target, error)) ?? error;
  }
}

async function findReason({ definition, collection, recordId }: Target, error: unknown) {
  if (!isNotFound(error) && !isNotOffered(error) && !isRefused(error)) return undefined;
  const record = await collection.find(recordId, () => false);
  if (record === undefined || isDeleted(record)) {
    const isRestored = definition.operations.restore !== undefined && record !== undefined;
    const remedy = isRestored ? "restores it" : "creates it again";
    return new StatusHubError(`it was deleted on the hub. Run pulumi up --refresh, which ${remedy}`, { cause: error });
  }
  // Inferred: the operation exists. A record that is there shows that the operation is missing and not the record.
  if (isRefused(error) || definition.operations.update.evidence === "documented") return undefined;
  return new StatusHubError(
    "the API offers no such update. Change the record in the control panel and in the program, or replace it (pulumi up --replace)",
    { cause: error },
  );
}

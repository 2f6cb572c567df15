import { isDeleted } from "../client/collection.ts";
import {
  isNotFound,
  isNotOffered,
  isRefused,
  isWithoutList,
  type RefusedError,
  StatusHubError,
} from "../client/errors.ts";
import type { Values } from "../resources/define.ts";
import type { Target } from "./bring.ts";
import { conflict } from "./conflict.ts";
import { declaresIdentity, findLiveTwin } from "./search.ts";

/**
 * Runs an update. Where it fails for another reason than the one that the API gives, that one is thrown: the record was
 * deleted by hand since the last refresh, another record has what only one may have, or the API has no such update.
 */
export async function betterReason<T>(target: Target, news: Values, update: () => Promise<T>): Promise<T> {
  try {
    return await update();
  } catch (error) {
    throw (await findReason(target, news, error)) ?? error;
  }
}

async function findReason(target: Target, news: Values, error: unknown): Promise<StatusHubError | undefined> {
  const { definition, collection, recordId } = target;
  if (!isNotFound(error) && !isNotOffered(error) && !isRefused(error)) return undefined;
  const record = await collection.find(recordId, () => false);
  if (record === undefined || isDeleted(record)) {
    const isRestored = definition.operations.restore !== undefined && record !== undefined;
    const remedy = isRestored ? "restores it" : "creates it again";
    return new StatusHubError(`it was deleted on the hub. Run pulumi up --refresh, which ${remedy}`, { cause: error });
  }
  if (isRefused(error)) return findConflict(target, news, error);
  // Inferred: the operation exists. A record that is there shows that the operation is missing and not the record.
  if (definition.operations.update.evidence === "documented") return undefined;
  return new StatusHubError(
    "the API offers no such update. Change the record in the control panel and in the program",
    { cause: error },
  );
}

async function findConflict(target: Target, news: Values, refusal: RefusedError): Promise<StatusHubError | undefined> {
  const { definition, recordId } = target;
  if (!declaresIdentity(definition, news)) return undefined;
  try {
    const twin = await findLiveTwin(target, news);
    if (twin === undefined || String(twin.id) === recordId) return undefined;
    return conflict(definition, { twin, refusal, advice: updateAdvice });
  } catch (error) {
    if (isWithoutList(error)) return undefined;
    throw error;
  }
}

const updateAdvice = "Declare another value. To swap the values of two records, give one of them a third value first";

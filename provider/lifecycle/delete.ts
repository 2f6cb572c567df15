import { adoptedRecordKept, adoptionFailed, hubKept, occurrencesRemain } from "../../errors/read.ts";
import { notOffered } from "../../errors/requests.ts";
import type { Definition, Values } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isDeleted } from "../client/collection.ts";
import { isMethodNotAllowed, isNotFound, isRejected, StatusHubError } from "../client/errors.ts";
import { findReason } from "./explain.ts";
import type { ExistingRecord } from "./find.ts";
import { hubOf, open } from "./hub.ts";
import { explaining, OperationError, subject } from "./operation-error.ts";
import type { Owners } from "./owners.ts";
import { adoptionKey, declaredIn, recordIdOf, unconfirmedIn } from "./state.ts";

/**
 * Deletes a record; if it is already deleted, that's a success. Hubs are left unchanged.
 *
 * @returns a warning for the user, if any
 */
export async function remove(
  account: Account,
  definition: Definition,
  { id, outputs, owners }: { id: string; outputs: Values; owners: Owners },
): Promise<string | undefined> {
  const recordId = recordIdOf(id, outputs);
  const { connection } = account.client;
  const what = { connection, definition, verb: "delete", values: outputs, recordId } as const;
  if (definition.operations.delete === undefined) {
    return hubKept({ what: subject(what) });
  }
  // After a rename in the program, the new resource may have adopted the record before the old one is deleted.
  if (owners.isDeclaredElsewhere(definition, recordId, outputs[adoptionKey]))
    return adoptedRecordKept({ what: subject(what) });
  return explaining(what, async () => {
    if (owners.hasFailedAdoption(definition, recordId)) throw new StatusHubError(adoptionFailed());
    const collection = await open(account, definition, hubOf(definition, recordId, outputs));
    const record: ExistingRecord = { definition, collection, owners, recordId };
    const remark = await prepare(record, outputs);
    await send(record);
    return remark;
  });
}

/**
 * Sends the request that has to precede the DELETE. Inferred that this works; if it doesn't, the DELETE is sent anyway.
 */
async function prepare(
  { definition, collection, recordId }: ExistingRecord,
  outputs: Values,
): Promise<string | undefined> {
  // Properties that were sent and may have taken effect count as declared.
  const sent = Object.fromEntries(unconfirmedIn(outputs).map((name) => [name, true]));
  const body = definition.beforeDelete?.({ ...sent, ...declaredIn(definition, outputs) });
  if (body === undefined) return undefined;
  try {
    await collection.put(recordId, body);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (!isRejected(error)) throw error;
    return occurrencesRemain({
      what: subject({ definition, values: outputs, recordId }),
      serverMessage: error.serverMessage,
    });
  }
  return undefined;
}

async function send(target: ExistingRecord): Promise<void> {
  const { definition, collection, recordId } = target;
  try {
    const response = await collection.remove(recordId);
    // Not stated: what the response carries. If it shows a record that isn't deleted, only reading it tells.
    if ((response.id ?? response.flags) === undefined || isDeleted(response)) return;
  } catch (error) {
    if (!isNotFound(error) && !isMethodNotAllowed(error) && !isRejected(error)) throw error;
    const isDocumented = definition.operations.delete?.evidence === "documented";
    if (isNotFound(error) && isDocumented) return;
    // The operation may not exist (if inferred), or may reject a record that is already deleted. Reading the record
    // shows which.
    const record = await findReason(error, () => collection.get(recordId));
    if (record === undefined || isDeleted(record)) return;
    throw isRejected(error) || isDocumented ? error : notOfferedError(target, error);
  }
  const record = await collection.get(recordId);
  if (record === undefined || isDeleted(record)) return;
  throw new OperationError(notOffered.ignoredDelete({ record: nameOf(target) }));
}

const nameOf = ({ definition, recordId }: ExistingRecord) => `${definition.kind} ${recordId}`;

const notOfferedError = (target: ExistingRecord, cause: StatusHubError) =>
  new OperationError(notOffered.delete({ record: nameOf(target) }), { cause });

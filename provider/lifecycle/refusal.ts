import { isNotFound, isNotOffered, isRefused, StatusHubError } from "../client/errors.ts";
import { parametersFor } from "../client/records.ts";
import type { ApiRecord } from "../client/request.ts";
import { isDeleted } from "./read.ts";
import type { Target } from "./write.ts";

/**
 * The reason behind a PUT that failed, where there is a better one than its own: a record that was deleted by hand since the
 * last refresh, or an update that the API does not have.
 */
export async function findReason(target: Target, error: unknown): Promise<StatusHubError | undefined> {
  if (!isNotFound(error) && !isNotOffered(error) && !isRefused(error)) return undefined;
  const { definition } = target;
  const record = await look(target);
  if (record === undefined || isDeleted(record)) {
    const remedy =
      definition.operations.restore === undefined || record === undefined ? "makes it anew" : "restores it";
    return new StatusHubError(`it was deleted on the hub. Run pulumi up --refresh, which ${remedy}`, { cause: error });
  }
  // Inferred: the operation exists. A record that is there tells a missing operation from a missing record.
  if (isRefused(error) || definition.operations.update.evidence === "documented") return undefined;
  return new StatusHubError(
    "the API offers no such update. Change the record in the control panel and in the program, or replace it (pulumi up --replace)",
    { cause: error },
  );
}

async function look({ account, definition, hub, recordId }: Target): Promise<ApiRecord | undefined> {
  const { get } = definition.operations;
  try {
    return await account.client.perform(get, parametersFor(get, hub, recordId));
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

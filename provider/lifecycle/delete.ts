import type { Operation } from "../../api/operation.ts";
import type { Account } from "../client/account.ts";
import { isNotFound, isNotOffered, isRefused, type StatusHubError } from "../client/errors.ts";
import type { Definition, Values } from "../resources/define.ts";
import { attempt, OperationError, subject } from "./failure.ts";
import { collectionOf, isDeleted } from "./read.ts";
import { recordIdOf, subdomainOf } from "./state.ts";
import { pathParameters, put, type Target } from "./write.ts";

/**
 * Deletes a record; what is deleted already has been deleted. A hub is left as it is.
 *
 * @returns a remark for the user, where there is something to know
 */
export async function remove(
  account: Account,
  definition: Definition,
  { id, olds }: { id: string; olds: Values },
): Promise<string | undefined> {
  const recordId = recordIdOf(id, olds);
  const what = { account, definition, verb: "delete", values: olds, recordId } as const;
  const operation = definition.operations.delete;
  if (operation === undefined) {
    return `${subject(what)} stays on StatusHub as it is: the API has no delete for it.`;
  }
  return attempt(what, async () => {
    const stored = typeof olds.hubId === "string" ? olds.hubId : undefined;
    const hub = await account.hubs.resolve({ subdomain: subdomainOf(olds.hub), id: stored });
    const target: Target = { account, definition, hub, recordId };
    const remark = await prepare(target, olds);
    await send(target, operation);
    account.records.forget(collectionOf(definition, hub), recordId);
    return remark;
  });
}

/** What has to come before the DELETE. Inferred that it works: where it does not, the DELETE goes on. */
async function prepare(target: Target, olds: Values): Promise<string | undefined> {
  const body = target.definition.beforeDelete?.(olds);
  if (body === undefined) return undefined;
  try {
    await put(target, body);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (!isRefused(error)) throw error;
    return `${subject({ ...target, values: olds })}: later occurrences may remain, the API refused to end the series (${error.words}).`;
  }
  return undefined;
}

async function send(target: Target, operation: Operation): Promise<void> {
  const { account, definition, hub, recordId } = target;
  try {
    await account.client.perform(operation, pathParameters(target, operation));
  } catch (error) {
    if (!isNotFound(error) && !isNotOffered(error)) throw error;
    await account.hubs.confirm(hub);
    if (operation.evidence === "documented") {
      if (isNotFound(error)) return;
      throw error;
    }
    // Inferred: the operation itself may not exist. A record that still answers tells the two kinds of 404 apart.
    const record = await account.records.find(collectionOf(definition, hub), recordId, () => false);
    if (record !== undefined && !isDeleted(record)) throw notOffered(target, error);
  }
}

function notOffered({ definition, recordId }: Target, cause: StatusHubError): OperationError {
  return new OperationError(
    `Could not delete ${definition.kind} ${recordId}: the API offers no such delete. Delete it in the control panel, ` +
      "or drop it from the state (pulumi state delete).",
    { cause },
  );
}

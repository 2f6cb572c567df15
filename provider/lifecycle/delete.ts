import type { Account } from "../client/account.ts";
import { isNotFound } from "../client/errors.ts";
import type { Definition, Values } from "../resources/define.ts";
import { attempt } from "./failure.ts";
import { collectionOf } from "./read.ts";
import { recordIdOf, subdomainOf } from "./state.ts";
import { pathParameters, put, type Target } from "./write.ts";

/** Deletes a record; what is deleted already has been deleted. A hub is left as it is. */
export function remove(
  account: Account,
  definition: Definition,
  { id, olds }: { id: string; olds: Values },
): Promise<void> {
  const operation = definition.operations.delete;
  if (operation === undefined) return Promise.resolve();
  const recordId = recordIdOf(id, olds);
  return attempt({ account, definition, verb: "delete", values: olds, recordId }, async () => {
    const stored = typeof olds.hubId === "string" ? olds.hubId : undefined;
    const hub = await account.hubs.resolve({ subdomain: subdomainOf(olds.hub), id: stored });
    const target: Target = { account, definition, hub, recordId };
    const first = definition.beforeDelete?.(olds);
    if (first !== undefined) await put(target, first);
    try {
      await account.client.perform(operation, pathParameters(target, operation));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await account.hubs.confirm(hub);
    }
    account.records.forget(collectionOf(definition, hub), recordId);
  });
}

import type { Account } from "../client/account.ts";
import type { HubReference } from "../client/hubs.ts";
import type { Known } from "./forms/state.ts";
import { hubOf } from "./record/hub.ts";
import { explaining, type OperationContext } from "./record/operation-error.ts";
import { type Context, open, type Scope } from "./record/scope.ts";

/** An operation on a resource, for its error, and the hub in which it takes place. */
export interface HubOperation extends Pick<OperationContext, "verb" | "declared" | "stored" | "recordId"> {
  readonly hub: HubReference;
}

/** Opens the hub for an operation, and reports its failure in terms of the resource. */
export function inHub<Result>(
  account: Account,
  context: Context,
  { hub, ...about }: HubOperation,
  operate: (scope: Scope) => Promise<Result>,
): Promise<Result> {
  const { definition, marked } = context;
  const { connection, trouble } = account.client;
  return explaining({ ...about, definition, marked, connection, trouble }, async () => {
    const collection = await open(account, definition, hub);
    return operate({ ...context, collection });
  });
}

/** Returns an operation that only knows the state, and not the program. */
export function onStored(verb: "read" | "delete", { definition }: Context, { id, state }: Known): HubOperation {
  const hub = hubOf(definition, { id, stored: state.values });
  return { verb, stored: state.values, recordId: id, hub };
}

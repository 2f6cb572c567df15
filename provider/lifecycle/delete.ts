import type { Account } from "../client/account.ts";
import { ifError, isStatusHubError, StatusHubError } from "../client/errors.ts";
import { adoptionFailed, hubKept, recordKept, takenStays } from "../errors/stays.ts";
import { type Known, recordIdOf } from "./forms/state.ts";
import { type HubOperation, inHub, onStored } from "./in-hub.ts";
import { operationsFor } from "./operations.ts";
import { explaining } from "./record/operation-error.ts";
import type { Context } from "./record/scope.ts";
import { subject } from "./record/subject.ts";

/**
 * Deletes a record, and says if it may remain. If it is already deleted, that's a success. In these cases it has to stay, which is said, too:
 *
 *     it is a hub                          the API can't delete hubs
 *     another resource has it ("owned")    after a rename in the program, the new resource may adopt it before the old one is deleted
 *     the program only looks it up         this is how people stop managing a record: they declare a lookup in place of the resource
 *     another resource is to adopt it      but has failed to, or hasn't done so yet. That is an error, so that the state keeps it, and the
 *                                          next run may succeed
 *     it was taken                         adopted and not made, so another stack or the team may count on it
 */
export async function remove(account: Account, context: Context, kept: Known): Promise<void> {
  const { definition, marked, owners, say } = context;
  const { state } = kept;
  // A restored record may have another ID than the one under which Pulumi keeps it.
  const known = { id: recordIdOf(kept.id, state.values), state };
  const operation = onStored("delete", context, known);
  const what = subject({ ...context, ...operation });
  if (definition.operations.delete === undefined) return say("info", hubKept({ what }));
  // By either ID.
  const claim = owners.claimOn(definition, kept);
  if (claim === "owned") return say("info", recordKept.adopted({ what }));
  if (claim === "looks up") return say("info", recordKept.lookedUp({ what }));
  if (claim === "adopts") {
    const fail = () => Promise.reject(new StatusHubError(adoptionFailed()));
    return explaining({ ...operation, definition, marked, connection: account.client.connection }, fail);
  }
  if (state.taken === true) return leaveTaken(account, context, { known, operation, what });
  return inHub(account, context, operation, (scope) =>
    operationsFor(definition).remove({ ...scope, id: known.id }, known),
  );
}

/** Leaves what a program has taken on the page, and says by which ID it can be adopted again. */
async function leaveTaken(
  account: Account,
  context: Context,
  { known, operation, what }: { readonly known: Known; readonly operation: HubOperation; readonly what: string },
): Promise<void> {
  const reading = inHub(account, context, operation, (scope) => operationsFor(scope.definition).readLeft(scope, known));
  // A failed read is no reason to fail: nothing is deleted.
  const left = await reading.catch(ifError(isStatusHubError, () => ({ id: known.id })));
  if (left !== undefined) context.say("warning", takenStays({ what, id: String(left.id) }));
}

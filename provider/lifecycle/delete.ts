import type { Account } from "../client/account.ts";
import { ifError, isStatusHubError, StatusHubError } from "../client/errors.ts";
import { adoptionFailed, hubKept, recordKept, takenStays } from "../errors/stays.ts";
import { type Known, recordIdOf } from "./forms/state.ts";
import { inHub, onStored } from "./in-hub.ts";
import { operationsFor } from "./operations.ts";
import { explaining } from "./record/operation-error.ts";
import type { Context } from "./record/scope.ts";
import { subject } from "./record/subject.ts";

/** Deletes a record, unless it has to stay. If it is already deleted, that's a success. Says what stays, or may remain. */
export async function remove(account: Account, context: Context, { id, state }: Known): Promise<void> {
  const { definition, marked, owners, say } = context;
  const known = { id: recordIdOf(id, state.values), state };
  const operation = onStored("delete", context, known);
  const what = subject({ ...context, ...operation });
  // The API can't delete hubs.
  if (definition.operations.delete === undefined) return say("info", hubKept({ what }));
  switch (owners.claimOn(definition, { id, state })) {
    // After a rename in the program, the new resource may have adopted it before the old one is deleted.
    case "owned":
      return say("info", recordKept.adopted({ what }));
    // This is how people stop managing a record: the lookup has the place of the resource, and Pulumi deletes the record of that.
    case "looks up":
      return say("info", recordKept.lookedUp({ what }));
    // Another resource is to adopt it, but has failed to, or hasn't done so yet. After an error, the state keeps it, so the next run may
    // succeed.
    case "adopts":
      return explaining({ ...operation, definition, marked, connection: account.client.connection }, async () => {
        throw new StatusHubError(adoptionFailed());
      });
    case undefined:
      break;
  }
  // It was adopted and not made, so another stack or the team may count on it.
  if (state.taken === true) return leaveTaken(account, context, known, what);
  return inHub(account, context, operation, (scope) =>
    operationsFor(definition).remove({ ...scope, id: known.id }, known),
  );
}

/** Leaves what a program has taken on the page, and says by which ID it can be adopted again. */
async function leaveTaken(account: Account, context: Context, known: Known, what: string): Promise<void> {
  const reading = inHub(account, context, onStored("delete", context, known), (scope) =>
    operationsFor(scope.definition).readLeft(scope, known),
  );
  // A failed read is no reason to fail: nothing is deleted.
  const left = await reading.catch(ifError(isStatusHubError, () => ({ id: known.id })));
  if (left !== undefined) context.say("warning", takenStays({ what, id: String(left.id) }));
}

import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { StatusHubError } from "../client/errors.ts";
import { adoptionFailed, hubKept, recordKept } from "../errors/read.ts";
import type { Kept } from "./forms/known.ts";
import { mayBeSeries, recordIdOf, recordIdsIn } from "./forms/state.ts";
import { remove as removeIn } from "./index.ts";
import { hubOf, open } from "./record/hub.ts";
import { explaining, subject } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";

/**
 * Deletes a record; if it is already deleted, that's a success. Hubs stay as they are, and so does what has ended.
 *
 * @returns what stays, or may remain
 */
export async function remove(
  account: Account,
  definition: Definition,
  { id, stored, owners }: Kept & { readonly owners: Owners },
): Promise<string | undefined> {
  const recordId = recordIdOf(id, stored);
  const { connection } = account.client;
  const what = { connection, definition, verb: "delete", stored, recordId } as const;
  if (definition.operations.delete === undefined) return hubKept({ what: subject(what) });
  // After a rename in the program, the new resource may have adopted the record before the old one is deleted. Another
  // resource may also have adopted some occurrences of a series.
  const { taken, isAwaited, isLookedUp, isAdoptionMissing } = owners.claimsOn(definition, { id, stored });
  const isTaken = mayBeSeries(definition, stored) ? taken.length === recordIdsIn(id, stored).length : taken.length > 0;
  if (isTaken || isAwaited) return recordKept.adopted({ what: subject(what) });
  // A resource that becomes a lookup is how people stop managing a record. Pulumi calls that a replacement.
  if (isLookedUp) return recordKept.lookedUp({ what: subject(what) });
  return explaining(what, async () => {
    if (isAdoptionMissing) throw new StatusHubError(adoptionFailed());
    const collection = await open(account, definition, hubOf(definition, { id: recordId, stored }));
    return removeIn({ definition, collection, owners, id: recordId }, { id: recordId, stored }, taken);
  });
}

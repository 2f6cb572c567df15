import type { Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { StatusHubError } from "../client/errors.ts";
import { adoptedRecordKept, adoptionFailed, historyStays, hubKept } from "../errors/read.ts";
import { adoptionKey, isSeries, recordIdOf, recordIdsIn, unconfirmedIn } from "./forms/state.ts";
import { findWritable } from "./record/history.ts";
import { hubOf, open } from "./record/hub.ts";
import type { Kept, Target } from "./record/known.ts";
import { explaining, subject } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";
import { deleteRecord } from "./record/remove.ts";
import { deleteOthers, deleteSeries } from "./series/delete.ts";

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
  // After a rename in the program, the new resource may have adopted the record before the old one is deleted. Of a series,
  // another resource may have adopted some occurrences.
  const ids = recordIdsIn(id, stored);
  const isSeveral = mayBeSeries(definition, stored);
  const taken = ids.filter((each) => owners.isDeclaredElsewhere(definition, [each], stored[adoptionKey]));
  const isTaken = isSeveral ? taken.length === ids.length : taken.length > 0;
  if (isTaken || owners.isAwaited(definition, ids)) return adoptedRecordKept({ what: subject(what) });
  return explaining(what, async () => {
    if (owners.isAdoptionMissing(definition, ids, stored)) throw new StatusHubError(adoptionFailed());
    const collection = await open(account, definition, hubOf(definition, { id: recordId, stored }));
    const record: Target = { definition, collection, owners, id: recordId };
    if (isSeveral && taken.length > 0) return deleteOthers(record, stored, taken);
    if (isSeveral) return deleteSeries(record, stored);
    const target = await findWritable(record, stored);
    if (target === undefined) return historyStays.single({ what: subject(what) });
    await deleteRecord(target);
    return undefined;
  });
}

/** A pattern that was sent and may have taken effect counts as declared. */
const mayBeSeries = (definition: Definition, stored: Stored): boolean =>
  isSeries(definition, stored) || unconfirmedIn(stored).some((name) => name === definition.series?.property);

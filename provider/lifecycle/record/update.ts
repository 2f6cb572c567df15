import type { Declared } from "../../../model/api/form.ts";
import { planUpdate } from "../forms/history.ts";
import { isToBeRestored, type Kept } from "../forms/state.ts";
import { unsent } from "../forms/stored.ts";
import { restore } from "./restore.ts";
import { asWritable, type Scope } from "./scope.ts";
import { write } from "./write.ts";

/** Sends what differs from the state, without a read: Pulumi refreshes the state if the user wants that. Restores a deleted record. */
export async function updateRecord(scope: Scope, { id, stored }: Kept, declared: Declared): Promise<Kept> {
  const { definition, collection } = scope;
  const changesOf = (before: Kept) => planUpdate(definition, before.stored, declared, collection.serverTime()).changes;
  if (isToBeRestored(stored, declared)) {
    const known = await restore({ ...scope, id }, declared, stored);
    // The record may come back with another ID, so the state gets that even if the PUT fails.
    return write(asWritable({ ...scope, id: known.id }), known, { declared, changes: changesOf(known) });
  }
  // History has no changes.
  const known = { id, stored, live: {}, sent: unsent, origin: "stored" } as const;
  return write(asWritable({ ...scope, id }), known, { declared, changes: changesOf(known) });
}

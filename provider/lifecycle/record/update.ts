import type { Declared, Stored } from "../../../model/api/form.ts";
import { StatusHubError } from "../../client/errors.ts";
import { datesPassed, pastAnnounced } from "../../errors/up.ts";
import type { Change } from "../forms/compare.ts";
import { isDraft, isOver, planUpdate } from "../forms/history.ts";
import { isToBeRestored, type Kept } from "../forms/state.ts";
import { unsent } from "../forms/stored.ts";
import { restore } from "./restore.ts";
import { asWritable, type Scope } from "./scope.ts";
import { write } from "./write.ts";

/** Sends what differs from the state, without a read: Pulumi refreshes the state if the user wants that. Restores a deleted record. */
export async function updateRecord(scope: Scope, { id, stored }: Kept, declared: Declared): Promise<Kept> {
  if (isToBeRestored(stored, declared)) {
    const known = await restore({ ...scope, id }, declared, stored);
    // The record may come back with another ID, so the state gets that even if the PUT fails.
    return write(asWritable({ ...scope, id: known.id }), known, {
      declared,
      changes: changesNow(scope, known.stored, declared),
    });
  }
  // History has no changes.
  const known = { id, stored, live: {}, sent: unsent, origin: "stored" } as const;
  return write(asWritable({ ...scope, id }), known, { declared, changes: changesNow(scope, known.stored, declared) });
}

/**
 * Returns what differs, by the server's time now.
 *
 * @throws if dates have passed since the preview, so that other dates need another record now, or if it announces what is over
 */
export function changesNow({ definition, collection }: Scope, stored: Stored, declared: Declared): readonly Change[] {
  const { period } = definition;
  const now = collection.serverTime();
  const { changes, replaces } = planUpdate(definition, stored, declared, now);
  if (period === undefined) return changes;
  if (replaces.length > 0) throw new StatusHubError(datesPassed());
  const publishes = isDraft(definition, stored) && period.announces(declared);
  if (publishes && isOver(definition, declared, now)) throw new StatusHubError(pastAnnounced());
  return changes;
}

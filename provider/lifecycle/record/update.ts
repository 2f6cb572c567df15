import type { Declared, Stored } from "../../../model/api/form.ts";
import { StatusHubError } from "../../client/errors.ts";
import { datesPassed, pastAnnounced } from "../../errors/up.ts";
import { isDraft, isOver } from "../forms/history.ts";
import { type Plan, planUpdate } from "../forms/plan.ts";
import { isToBeRestored, type Kept } from "../forms/state.ts";
import { type Known, unsent } from "../forms/stored.ts";
import { restore } from "./restore.ts";
import { asWritable, type Scope } from "./scope.ts";
import { write } from "./write.ts";

/** Sends what differs from the state, without a read: Pulumi refreshes the state if the user wants that. Restores a deleted record. */
export async function updateRecord(scope: Scope, { id, stored }: Kept, declared: Declared): Promise<Kept> {
  // A restored record may have another ID, so the state gets that even if the PUT fails.
  const known: Known = isToBeRestored(stored, declared)
    ? await restore({ ...scope, id }, declared, stored)
    : { id, stored, live: {}, sent: unsent, origin: "stored" };
  const { changes } = planNow(scope, known.stored, declared);
  // History has no changes.
  return write(asWritable({ ...scope, id: known.id }), known, { declared, changes });
}

/**
 * Decides what an update changes, by the server's time now, and whether it announces a draft.
 *
 * @throws if dates have passed since the preview, so that other dates need another record now, or if it announces what is over
 */
export function planNow(
  { definition, collection }: Scope,
  stored: Stored,
  declared: Declared,
): Plan & { readonly publishes: boolean } {
  const { period } = definition;
  const now = collection.serverTime();
  const plan = planUpdate(definition, stored, declared, now);
  if (period === undefined) return { ...plan, publishes: false };
  if (plan.replaces.length > 0) throw new StatusHubError(datesPassed.replaced());
  const publishes = isDraft(definition, stored) && period.announces(declared);
  if (publishes && isOver(definition, declared, now)) throw new StatusHubError(pastAnnounced());
  return { ...plan, publishes };
}

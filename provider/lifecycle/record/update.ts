import type { Declared } from "../../../model/api/form.ts";
import { StatusHubError } from "../../client/errors.ts";
import { datesPassed, pastAnnounced } from "../../errors/up.ts";
import { type Page, type Plan, planUpdate } from "../forms/phase.ts";
import { isToBeRestored, type Kept } from "../forms/state.ts";
import { type Known, unsent } from "../forms/stored.ts";
import { restore } from "./restore.ts";
import type { Scope } from "./scope.ts";
import { resultOf, write } from "./write.ts";

/** What an update does: what the program declares, what the page showed if it had to be read, and what follows. */
export interface Planned {
  readonly declared: Declared;
  readonly page: Page;
  readonly plan: Plan;
}

/**
 * Sends what differs from the state. It is only read for what may be over: Pulumi refreshes the state if the user wants that.
 * Restores a deleted record.
 */
export async function updateRecord(scope: Scope, { id, stored }: Kept, planned: Planned): Promise<Kept> {
  const { definition, collection } = scope;
  const { declared, page, plan } = planned;
  if (isToBeRestored(stored, declared)) {
    // It may have another ID, so the state gets that even if the PUT fails.
    const known = await restore({ ...scope, id }, declared, stored);
    const sides = { stored: known.stored, declared, page: undefined };
    const { changes } = planUpdate(definition, sides, collection.serverTime());
    return write({ ...scope, id: known.id }, known, { declared, changes });
  }
  const known: Known = { id, stored, live: page?.[0] ?? {}, sent: unsent, origin: "stored" };
  if (plan.course === "history") return resultOf(scope, { ...known, live: {} }, declared);
  return write({ ...scope, id }, known, { declared, changes: plan.changes });
}

/** @throws if dates have passed since the preview, so that the update needs another record now, or if it publishes what is over */
export function requirePossible({ replaces, publishesOver }: Plan): void {
  if (replaces.length > 0) throw new StatusHubError(datesPassed());
  if (publishesOver) throw new StatusHubError(pastAnnounced());
}

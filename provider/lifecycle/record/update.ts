import type { Declared } from "../../../model/api/form.ts";
import { StatusHubError } from "../../client/errors.ts";
import { datesPassed, pastAnnounced } from "../../errors/up.ts";
import type { Page } from "../forms/phase.ts";
import { type Plan, planUpdate } from "../forms/plan.ts";
import { isToBeRestored, type Known } from "../forms/state.ts";
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
export async function updateRecord(scope: Scope, { id, state }: Known, planned: Planned): Promise<Known> {
  const { definition, collection } = scope;
  const { declared, page, plan } = planned;
  if (isToBeRestored(state, declared)) {
    // It may have another ID, so the state gets that even if the PUT fails.
    const known = await restore({ ...scope, id }, declared, state);
    const sides = { state: known.state, declared, page: undefined };
    const { changes } = planUpdate(definition, sides, collection.serverTime());
    return write({ ...scope, id: known.id }, known, { declared, changes }, "made");
  }
  if (plan.course === "history") return resultOf(scope, { id, state }, declared);
  const [live] = page ?? [];
  const known = live === undefined ? { id, state } : { id, state, live };
  return write({ ...scope, id }, known, { declared, changes: plan.changes }, "stored");
}

/** @throws if dates have passed since the preview, so that the update needs another record now, or if it publishes what is over */
export function requirePossible({ replaces, publishesOver }: Plan): void {
  if (replaces.length > 0) throw new StatusHubError(datesPassed());
  if (publishesOver) throw new StatusHubError(pastAnnounced());
}

import type { Declared } from "../../model/api/form.ts";
import type { Account } from "../client/account.ts";
import { asPublic } from "./forms/deployed.ts";
import { deployedEnd } from "./forms/end.ts";
import { planUpdate, updatesByPage } from "./forms/plan.ts";
import { type Known, recordIdOf } from "./forms/state.ts";
import { inHub } from "./in-hub.ts";
import { operationsFor } from "./operations.ts";
import { hubOf, requireHub } from "./record/hub.ts";
import type { Context } from "./record/scope.ts";
import { requirePossible } from "./record/update.ts";

/**
 * Updates a resource's record to what the program declares, and restores a deleted one if the API can.
 *
 * It stays in its hub. If the program names another hub, that means:
 *
 *     history, or extended by the team    nothing: what is over by the program doesn't move
 *     any other record                    an error, because only a replacement moves it
 */
export function update(account: Account, context: Context, { id, state }: Known, declared: Declared): Promise<Known> {
  const { definition } = context;
  const recordId = recordIdOf(id, state.values);
  const known = { id: recordId, state };
  const declaredInItsHub = { ...declared, hub: state.values.hub };
  // Only the page tells whether it keeps its hub, so it is looked for where it was. Any other record is where the program says: perhaps the
  // hub has a newer name than in the state.
  const mayKeepHub = deployedEnd(definition, state, account.client.serverTime()) === "over";
  const hub = hubOf(definition, {
    id: recordId,
    stored: state.values,
    declared: mayKeepHub ? declaredInItsHub : declared,
  });
  const operation = { verb: "update", declared, stored: state.values, recordId, hub } as const;
  return inHub(account, context, operation, async (scope) => {
    const { collection } = scope;
    const operations = operationsFor(definition);
    const needsPage = updatesByPage(definition, state, declared, collection.serverTime());
    const page = needsPage ? await operations.readPage(scope, known) : undefined;
    const plan = planUpdate(definition, { state, declared, page }, collection.serverTime());
    if (plan.keepsHub) {
      const updated = await operations.update(scope, known, { declared: declaredInItsHub, page, plan });
      // From now on, it is no draft, even if the program hides it.
      return { ...updated, state: asPublic(definition, updated.state) };
    }
    await requireHub(account, collection.hub, state.values, declared);
    // Only dates pass between the preview and the update. Any other change that needs another record, Pulumi has replaced.
    if (definition.period !== undefined) requirePossible(plan);
    return operations.update(scope, known, { declared, page, plan });
  });
}

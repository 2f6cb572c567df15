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
 * The program may name another hub than the state. What that means depends on whether the record keeps its hub (`keepsHub` in `plan.ts`):
 *
 *     history, or extended by the team    it does: what is over by the program doesn't move, and the other name has no effect
 *     any other record                    it doesn't: the other name is a new one of the same hub, or an error, because only a replacement
 *                                         moves a record
 */
export function update(account: Account, context: Context, { id, state }: Known, declared: Declared): Promise<Known> {
  const { definition } = context;
  const recordId = recordIdOf(id, state.values);
  const known = { id: recordId, state };
  const stored = state.values;
  const declaredInItsHub = { ...declared, hub: stored.hub };
  // The page decides whether it keeps its hub, so the page is read first, under the name in the state. Any other record is looked for under
  // the name in the program, which may be newer.
  const mayKeepHub = deployedEnd(definition, state, account.client.serverTime()) === "over";
  const named = mayKeepHub ? declaredInItsHub : declared;
  const hub = hubOf(definition, { id: recordId, stored, declared: named });
  const operation = { verb: "update", declared, stored, recordId, hub } as const;
  return inHub(account, context, operation, async (scope) => {
    const { collection } = scope;
    const operations = operationsFor(definition);
    const needsPage = updatesByPage(definition, state, declared, collection.serverTime());
    const page = needsPage ? await operations.readPage(scope, known) : undefined;
    const plan = planUpdate(definition, { state, declared, page }, collection.serverTime());
    if (plan.keepsHub) {
      const updated = await operations.update(scope, known, { declared: declaredInItsHub, page, plan });
      // Visitors may have seen it before it was over. So it is history from now on, and no draft, even if the program hides it.
      return { ...updated, state: asPublic(definition, updated.state) };
    }
    await requireHub(account, collection.hub, stored, declared);
    // Pulumi replaces what needs another record, so an update needs none. Only a date may have passed since the preview: then it would after all.
    if (definition.period !== undefined) requirePossible(plan);
    return operations.update(scope, known, { declared, page, plan });
  });
}
